-- Indexes for lists by a person, by a day of entry or leaving and by a day of expiry, as they are filtered and sorted on the
-- large data set; the tables are new and empty here.

create index interview_of_staff on interview (staff_id);
create index store_movement_of_staff on store_movement (staff_id);
create index store_movement_effective on store_movement (effective_date);
create index store_staff_by_entry on store_staff (entry_date desc nulls last, id desc);
create index store_staff_gone on store_staff (leave_on) where state = 'LEFT';
create index training_record_ending on training_record (expire_on) where expire_on is not null;
