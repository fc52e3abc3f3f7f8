-- Accounts of other systems: API clients with their keys and calls, bindings of outside identities, systems that people
-- are launched into. Empty tables: no time.

create table api_client (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  name text not null,
  ak text not null unique check (ak ~ '^[A-Za-z0-9]{20}$'),
  -- Sealed under the server's key: signatures are computed anew with it, so a hash would not do (AU-R52).
  sk_cipher bytea not null,
  sk_tail text not null,
  -- Raised by each rotation; uses are counted per key, so that the switch can be seen (AU-R54).
  key_no int not null default 1,
  previous_sk_cipher bytea,
  previous_until timestamptz,
  rotated_at timestamptz,
  owner_org_id uuid not null references organization (id),
  owner_user_id uuid not null references app_user (id),
  -- Whose rights it borrows; without it, the tree of its organisation (AU-R53).
  act_as_user_id uuid references app_user (id),
  interface_ids uuid[] not null default '{}',
  -- Addresses and networks; empty = from anywhere.
  ip_allow text[] not null default '{}',
  rate_per_min int not null check (rate_per_min between 1 and 100000),
  valid_until date,
  remark text,
  status text not null check (status in ('ACTIVE', 'DISABLED', 'EXPIRED')),
  disabled_reason text,
  last_used_at timestamptz,
  constraint api_client_previous_key_ends check ((previous_sk_cipher is null) = (previous_until is null)),
  constraint api_client_rotation_is_told check (key_no = 1 or rotated_at is not null)
);
create unique index api_client_one_per_name on api_client (name);
create index api_client_newest on api_client (created_at desc, id desc);
create index api_client_of_org on api_client (owner_org_id);
create index api_client_of_owner on api_client (owner_user_id);
create index api_client_of_interface on api_client using gin (interface_ids);

-- What has been used within ten minutes; the primary key is what refuses a replay on whichever node it arrives.
create table api_client_nonce (
  client_id uuid not null references api_client (id) on delete cascade,
  nonce text not null,
  used_at timestamptz not null,
  primary key (client_id, nonce)
);
create index api_client_nonce_old on api_client_nonce (used_at);

-- Written by each node every second, kept for a week.
create table api_client_call (
  id uuid primary key,
  client_id uuid not null references api_client (id) on delete cascade,
  occurred_at timestamptz not null,
  method text not null,
  path text not null,
  name text not null,
  status int not null,
  msg_code text not null,
  ip text not null,
  ms int not null,
  key_no int
);
create index api_client_call_newest on api_client_call (client_id, occurred_at desc, id desc);
create index api_client_call_old on api_client_call (occurred_at);

create table api_client_key_usage (
  client_id uuid not null references api_client (id) on delete cascade,
  key_no int not null,
  calls bigint not null,
  last_used_at timestamptz not null,
  primary key (client_id, key_no)
);

create table other_account (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  platform text not null,
  external_id text not null,
  external_name text,
  -- What the other system tells of the person; whom it could be is guessed from it (AU-R50).
  external_phone text,
  external_staff_no text,
  user_id uuid references app_user (id),
  candidate_user_ids uuid[] not null default '{}',
  bind_kind text not null check (bind_kind in ('MANUAL', 'SYNC', 'SELF')),
  status text not null check (status in ('BOUND', 'CONFLICT', 'UNBOUND')),
  conflict_reason text,
  bound_at timestamptz,
  last_used_at timestamptz,
  unique (platform, external_id),
  constraint other_account_bound_to_somebody check (status <> 'BOUND' or user_id is not null),
  constraint other_account_conflict_is_told check (status <> 'CONFLICT' or conflict_reason is not null)
);
create index other_account_newest on other_account (created_at desc, id desc);
create index other_account_of_user on other_account (user_id) where user_id is not null;

-- Through which binding a session came; unbinding ends it (AU-R51).
alter table session add column other_account_id uuid;
create index session_of_other_account on session (other_account_id) where other_account_id is not null and status <> 'ENDED';

create table third_system (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  code text not null unique check (code ~ '^[A-Za-z][A-Za-z0-9_-]{1,29}$'),
  name text not null,
  description text,
  launch_kind text not null check (launch_kind in ('LINK', 'TICKET', 'OIDC')),
  launch_url text not null check (launch_url ~ '^https?://[^/]+'),
  -- With whose signature it verifies tickets.
  api_client_id uuid references api_client (id),
  -- On which platform a person must have a binding; null where none is needed.
  binding_platform text,
  -- Whether a verified ticket also tells the phone (AU-R56).
  gives_phone boolean not null default false,
  -- Empty = everybody.
  visible_role_ids uuid[] not null default '{}',
  sort int not null default 0,
  status text not null check (status in ('ENABLED', 'DISABLED')),
  constraint third_system_ticket_has_client check (launch_kind <> 'TICKET' or api_client_id is not null)
);
create index third_system_in_order on third_system (sort, id);

create table third_ticket (
  id uuid primary key,
  -- SHA-256 of the ticket.
  ticket_hash bytea not null unique,
  system_id uuid not null references third_system (id) on delete cascade,
  user_id uuid not null references app_user (id),
  external_id text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  used_ip text,
  constraint third_ticket_use_is_told check ((used_at is null) = (used_ip is null))
);
create index third_ticket_expired on third_ticket (expires_at);

create table third_system_use (
  system_id uuid not null references third_system (id) on delete cascade,
  user_id uuid not null references app_user (id),
  last_used_at timestamptz not null,
  primary key (system_id, user_id)
);
