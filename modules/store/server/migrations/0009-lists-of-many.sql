-- Indexes for what the lists ask for at the large data set: by day of entry in both directions, people out of step, by
-- position and state, by the whole phone number, and quotas and people in the order of their cells, by which stores with
-- a free seat are found. The tables are small or new here.

-- Rows without a day are selected after all others, so that one order of the index serves both directions.
drop index store_staff_by_entry;
create index store_staff_by_entry on store_staff (entry_date, id);
create index store_staff_out_of_step on store_staff (updated_at desc, id desc) where is_out_of_step;
create index store_staff_of_position on store_staff (position_code, state, updated_at desc, id desc);
create index store_staff_of_phone on store_staff (phone_hash);
create index store_staff_seated on store_staff (store_id, position_code) where state in ('TRAINING', 'IN_POST');
create index headcount_quota_in_turn on headcount_quota (store_id, position_code, effective_from desc) include (quota);
