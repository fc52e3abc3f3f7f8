-- People, organisations, roles, menus and sessions. Dates are days in Asia/Shanghai; instants are UTC.

create table app_user (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  deleted_at timestamptz,
  user_name text not null,
  mobile_phone text not null,
  staff_no text,
  user_type text not null,
  email text,
  gender text check (gender in ('MALE', 'FEMALE')),
  avatar_file_id uuid,
  remark text,
  bool_admin boolean not null default false,
  status text not null check (status in ('PENDING', 'ACTIVE', 'DISABLED', 'DORMANT', 'LEFT')),
  password_hash text not null,
  must_change_pwd boolean not null default true,
  pwd_updated_at timestamptz not null,
  last_login_at timestamptz,
  last_login_ip text,
  last_active_at timestamptz,
  reactivated_at timestamptz,
  last_organization_id uuid,
  valid_until date,
  source text not null default 'MANUAL' check (source in ('MANUAL', 'IMPORT', 'SSO', 'STAFF')),
  staff_id uuid,
  constraint app_user_outsider_has_end check (user_type not in ('PARTNER', 'CARRIER') or valid_until is not null)
);
create unique index app_user_one_per_phone on app_user (mobile_phone) where deleted_at is null;
create unique index app_user_one_per_staff_no on app_user (staff_no) where deleted_at is null;
create index app_user_newest on app_user (created_at desc, id desc) where deleted_at is null;
create index app_user_name_chars on app_user using gin (string_to_array(lower(user_name), null));
-- The last usable administrator is looked for under lock (AU-R6): a handful of rows among thousands.
create index app_user_admins on app_user (id) where bool_admin and deleted_at is null;

create table password_history (
  id uuid primary key,
  user_id uuid not null references app_user (id),
  password_hash text not null,
  created_at timestamptz not null
);
create index password_history_newest on password_history (user_id, created_at desc);

create table organization (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  deleted_at timestamptz,
  code text not null unique check (code ~ '^[A-Z0-9_-]{2,30}$'),
  name text not null,
  short_name text,
  type text not null
    check (type in ('GROUP', 'REGION', 'CITY', 'STORE', 'DELIVERY', 'DEPT', 'PARTNER', 'CARRIER')),
  parent_id uuid references organization (id),
  -- Ids from the root to this one: '/<root>/<child>/<own>/'. The subtree is a range of this column, which its unique
  -- index serves because it is ordered by bytes.
  path text collate "C" not null unique,
  level int not null check (level between 1 and 8),
  sort int not null default 0,
  leader_user_id uuid references app_user (id),
  deputy_user_ids uuid[] not null default '{}',
  region_code text,
  address text,
  phone text,
  ref_module text,
  ref_id uuid,
  status text not null default 'ENABLED' check (status in ('ENABLED', 'DISABLED')),
  constraint organization_path_ends_here check (path like '%/' || id::text || '/'),
  constraint organization_root_is_first check ((parent_id is null) = (level = 1))
);
create unique index organization_one_root on organization ((true)) where parent_id is null and deleted_at is null;
create unique index organization_name_among_siblings on organization (parent_id, name) where deleted_at is null;
create unique index organization_one_per_origin on organization (ref_module, ref_id) where ref_id is not null;
create index organization_children on organization (parent_id, sort, id);

create table position (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  code text not null unique,
  name text not null,
  -- Organisation types where it may be held; empty = all.
  org_types text[] not null default '{}',
  default_role_ids uuid[] not null default '{}',
  rank int not null default 0,
  status text not null default 'ENABLED' check (status in ('ENABLED', 'DISABLED'))
);

create table membership (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  user_id uuid not null references app_user (id),
  organization_id uuid not null references organization (id),
  position_id uuid not null references position (id),
  is_primary boolean not null default false,
  start_date date not null,
  end_date date,
  status text not null check (status in ('FUTURE', 'EFFECTIVE', 'ENDED')),
  constraint membership_dates_in_order check (end_date is null or start_date <= end_date)
);
create unique index membership_one_primary on membership (user_id) where is_primary and status = 'EFFECTIVE';
create unique index membership_no_double on membership (user_id, organization_id, position_id, status)
  where status <> 'ENDED';
create index membership_of_user on membership (user_id);
create index membership_of_organization on membership (organization_id, status);

create table role (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  deleted_at timestamptz,
  code text not null unique check (code ~ '^[a-z][a-zA-Z0-9_]{2,40}$'),
  name text not null,
  category text,
  description text,
  menu_keys text[] not null default '{}',
  permission_codes text[] not null default '{}',
  -- Closed by default: a new role reaches one's own records only (AU-R33).
  data_scope text not null default 'SELF' check (data_scope in ('ALL', 'ORG_TREE', 'ORG', 'SELF', 'CUSTOM')),
  -- {code: scope}, before data_scope.
  scope_overrides jsonb not null default '{}' check (jsonb_typeof(scope_overrides) = 'object'),
  -- [{orgId, withChildren}]
  custom_orgs jsonb not null default '[]' check (jsonb_typeof(custom_orgs) = 'array'),
  excluded_interfaces uuid[] not null default '{}',
  field_rules jsonb not null default '{}' check (jsonb_typeof(field_rules) = 'object'),
  grantable_role_ids uuid[] not null default '{}',
  exclusive_org_types text[] not null default '{}',
  max_days int check (max_days > 0),
  owner_user_id uuid references app_user (id),
  built_in boolean not null default false,
  status text not null default 'ENABLED' check (status in ('ENABLED', 'DISABLED'))
);
create unique index role_one_per_name on role (name) where deleted_at is null;

create table role_grant (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  membership_id uuid not null references membership (id),
  role_id uuid not null references role (id),
  valid_from timestamptz not null,
  valid_to timestamptz,
  source text not null default 'DIRECT' check (source in ('DIRECT', 'POSITION', 'REQUEST')),
  reason text,
  granted_by uuid not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'EXPIRED', 'REVOKED')),
  constraint role_grant_time_in_order check (valid_to is null or valid_from < valid_to)
);
create index role_grant_of_membership on role_grant (membership_id) where status = 'ACTIVE';
create index role_grant_of_role on role_grant (role_id) where status = 'ACTIVE';

create table menu (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  key text not null unique,
  title text not null,
  path text not null,
  parent_key text references menu (key),
  component text,
  icon text,
  sort int not null default 0,
  is_hidden boolean not null default false,
  kind text not null check (kind in ('GROUP', 'PAGE', 'LINK')),
  keep_alive boolean not null default false,
  open_status text not null default 'OPEN' check (open_status in ('OPEN', 'COMING')),
  status text not null default 'ENABLED' check (status in ('ENABLED', 'DISABLED')),
  source text not null check (source in ('CONTRACT', 'CUSTOM'))
);
create unique index menu_one_per_path on menu (path) where kind <> 'GROUP';

-- Raised by every change of a grant, role, menu, membership, organisation or status (AU-R23).
create table permission_version (
  only_row boolean primary key default true check (only_row),
  value bigint not null
);
insert into permission_version (value) values (1);

create table session (
  id uuid primary key,
  -- SHA-256 of the token; of the handover value while PENDING.
  token_hash bytea not null unique,
  -- What the token was before it was rotated, so that a replay is recognised (PF-R59).
  handover_hash bytea,
  handover_ip text,
  user_id uuid not null references app_user (id),
  active_organization_ids uuid[] not null default '{}',
  login_kind text not null check (login_kind in ('PASSWORD', 'TICKET', 'TRANSFER', 'OIDC', 'ORG_SWITCH')),
  -- The portal's session from which this one derives; its table comes with the portal, hence no foreign key.
  sso_session_id uuid,
  restricted boolean not null default false,
  device_name text not null,
  os text not null,
  browser text not null,
  ip text not null,
  ip_region text not null,
  device_id_hash bytea,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  idle_expires_at timestamptz not null,
  absolute_expires_at timestamptz not null,
  pending_until timestamptz,
  status text not null check (status in ('PENDING', 'ACTIVE', 'ENDED')),
  end_reason text check (end_reason in (
    'LOGOUT', 'SSO_LOGOUT', 'SLO', 'REMOTE_LOGOUT', 'IDLE', 'ABSOLUTE', 'UNUSED', 'REPLACED', 'KICKED', 'PWD_CHANGED',
    'PWD_RESET', 'DISABLED', 'DORMANT', 'LEFT', 'EXPIRED', 'PHONE_CHANGED', 'ORG_SWITCH', 'NO_ORG')),
  ended_at timestamptz,
  ended_by uuid,
  replaced_by_id uuid,
  constraint session_end_is_told check ((status = 'ENDED') = (end_reason is not null and ended_at is not null)),
  constraint session_pending_has_limit check (status <> 'PENDING' or pending_until is not null)
);
create index session_active_of_user on session (user_id) where status = 'ACTIVE';
create index session_of_user on session (user_id, created_at desc);
create index session_of_sso on session (sso_session_id) where sso_session_id is not null and status <> 'ENDED';
create index session_handover on session (handover_hash) where handover_hash is not null;
create index session_to_sweep on session (idle_expires_at) where status <> 'ENDED';

create table trusted_device (
  id uuid primary key,
  user_id uuid not null references app_user (id),
  device_id_hash bytea not null,
  device_name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  unique (user_id, device_id_hash)
);

-- Codes that have been tried once. Unused ones need no row: the code id carries its own proof (PF-R18). Rows lost in a
-- crash of the database concern codes of the last two minutes.
create unlogged table captcha (
  code_id text primary key,
  used_at timestamptz not null,
  expires_at timestamptz not null,
  ip text not null
);
create index captcha_expired on captcha (expires_at);

create table login_guard (
  subject_kind text not null check (subject_kind in ('PHONE', 'STAFF_NO', 'IP', 'DEVICE', 'SMS')),
  -- The typed number whether or not an account exists (PF-R20), an address, or device and number.
  subject text not null,
  fail_count int not null default 0,
  window_start timestamptz not null,
  lock_level int not null default 0,
  locked_until timestamptz,
  last_failed_at timestamptz not null,
  -- IP only: which numbers failed in this window, as hashes, no more than the limit needs (PF-R23).
  failed_subjects text[] not null default '{}',
  primary key (subject_kind, subject)
);
create index login_guard_stale on login_guard (last_failed_at);

create table login_log (
  id uuid primary key,
  occurred_at timestamptz not null,
  identity_masked text not null,
  user_id uuid,
  kind text not null check (kind in (
    'PASSWORD', 'STAFF_NO', 'SMS', 'TICKET_ISSUE', 'TICKET', 'TRANSFER', 'OIDC', 'ORG_SWITCH', 'PORTAL')),
  result text not null check (result in (
    'SUCCESS', 'BAD_CREDENTIAL', 'BAD_CAPTCHA', 'LOCKED', 'BLOCKED', 'DISABLED', 'DORMANT', 'EXPIRED', 'SERVICE', 'LEFT',
    'NO_ORG', 'TICKET_INVALID', 'LOGOUT', 'KICKED', 'REPLACED')),
  detail text,
  ip text not null,
  ip_region text not null,
  device text not null,
  session_id uuid,
  trace_id text not null
);
create index login_log_newest on login_log (occurred_at desc, id desc);
create index login_log_of_user on login_log (user_id, occurred_at desc) where user_id is not null;
