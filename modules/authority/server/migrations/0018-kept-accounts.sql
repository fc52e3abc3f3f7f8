-- Accounts that another module keeps for its people (partners, carriers). The columns are added without a rewrite.

alter table app_user
  -- Bounds every data scope of the account, whatever its roles say.
  add column fence_org_id uuid references organization (id),
  -- Why it may not be used for now; apart from 停用, which is the administrator's.
  add column frozen_reason text,
  add column read_only boolean not null default false;

-- Kinds of partners whose people may get the role from the partner module.
alter table role add column partner_kinds text[] not null default '{}';
update role_version set snapshot = snapshot || '{"partnerKinds": []}' where not snapshot ? 'partnerKinds';

-- Codes that confirm something else than a sign-in; `about` is what.
alter table sms_code drop constraint sms_code_scene_check;
alter table sms_code add constraint sms_code_scene_check check (scene in ('LOGIN', 'CONFIRM'));
alter table sms_code add column about text;
