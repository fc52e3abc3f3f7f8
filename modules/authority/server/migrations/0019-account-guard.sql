-- Wrong passwords are counted for the account, whichever of its numbers was typed (PF-R20), apart from those of each number.
alter table login_guard drop constraint login_guard_subject_kind_check;
alter table login_guard add constraint login_guard_subject_kind_check
  check (subject_kind in ('PHONE', 'STAFF_NO', 'ACCOUNT', 'IP', 'DEVICE', 'SMS'));
