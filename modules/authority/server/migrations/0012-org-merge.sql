-- Organisations that end in another one (AU-R42). Both tables are small: well under a second on the large set.

alter table organization add column merged_into_id uuid references organization (id);
alter table organization add constraint organization_merged_is_closed
  check (merged_into_id is null or (status = 'DISABLED' and merged_into_id <> id));

-- RUNNING: its people are over, its business follows module by module (work_hand_over notes what has gone).
alter table org_change drop constraint org_change_status_check;
alter table org_change add constraint org_change_status_check
  check (status in ('PLANNED', 'RUNNING', 'DONE', 'CANCELED', 'FAILED'));
create index org_change_running on org_change (id) where status = 'RUNNING';

-- Lists at the large set (30,000 people, 2 M sign-ins). About ten seconds there, while sign-ins wait to be noted.
create index login_log_of_result on login_log (result, occurred_at desc, id desc);
create index login_log_of_kind on login_log (kind, occurred_at desc, id desc);
create index login_log_without_account on login_log (identity_masked, occurred_at desc, id desc) where user_id is null;
-- Who works somewhere, or holds a role, is found from the indexes alone.
create index membership_people_at on membership (organization_id, user_id) where status <> 'ENDED';
create index membership_holder on membership (id) include (user_id, status);
create index role_grant_holders on role_grant (role_id) include (membership_id, valid_to) where status = 'ACTIVE';
drop index role_grant_of_role;
-- Logs are searched by people who may have been deleted since.
create index app_user_phone_ever on app_user (mobile_phone);
create index app_user_staff_no_ever on app_user (staff_no);
