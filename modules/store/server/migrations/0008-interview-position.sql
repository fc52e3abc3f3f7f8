-- An interview counts for the position that the candidate applied for when it was arranged (ST-R10). The table is new and
-- empty here.

alter table interview add column position_code text;
update interview set position_code = store_staff.position_code from store_staff where store_staff.id = interview.staff_id;
alter table interview alter column position_code set not null;

drop index interview_one_per_round;
create unique index interview_one_per_round on interview (staff_id, position_code, round_no)
  where state not in ('CANCELLED', 'NO_SHOW');
