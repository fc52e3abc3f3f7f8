-- Portal sessions also end with a reset password, a new phone, sleep and the end of validity. Instant.
alter table sso_session
  drop constraint sso_session_end_reason_check,
  add constraint sso_session_end_reason_check
    check (end_reason in ('LOGOUT', 'REPLACED', 'IDLE', 'ABSOLUTE', 'DISABLED', 'PWD_CHANGED', 'PWD_RESET', 'DORMANT',
      'EXPIRED', 'PHONE_CHANGED'));

-- A role is held once per membership and source: giving it twice at once leaves one. About 1 s on the large data set.
create unique index role_grant_once on role_grant (membership_id, role_id, source) where status = 'ACTIVE';
-- What runs out is looked for every minute, what begins and ends by date every midnight.
create index role_grant_to_expire on role_grant (valid_to) where status = 'ACTIVE' and valid_to is not null;
create index membership_to_start on membership (start_date) where status = 'FUTURE';
create index membership_to_end on membership (end_date) where status <> 'ENDED' and end_date is not null;
-- Sessions of an organisation, for 在线会话 and its 强制下线.
create index session_newest on session (created_at desc, id desc) where status = 'ACTIVE';
