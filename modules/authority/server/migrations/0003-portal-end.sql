-- A new password ends the portal session too (PF-R36). One row per sign-on of a month: checked in well under a second.

alter table sso_session
  drop constraint sso_session_end_reason_check,
  add constraint sso_session_end_reason_check
    check (end_reason in ('LOGOUT', 'REPLACED', 'IDLE', 'ABSOLUTE', 'DISABLED', 'PWD_CHANGED'));
