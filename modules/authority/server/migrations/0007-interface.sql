-- The catalogue of interfaces, what changed in it with each release, and how each is used. Empty tables: no time.

create table api_interface (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  method text not null check (method in ('GET', 'POST', 'PUT', 'DELETE')),
  path text not null,
  name text not null,
  service text not null,
  -- A code of the contract, or PUBLIC / SESSION (AU-R49).
  permission_code text not null,
  status text not null default 'ENABLED' check (status in ('ENABLED', 'DISABLED', 'REMOVED')),
  sensitive boolean not null default false,
  rate_per_min int check (rate_per_min > 0),
  contract_hash text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  unique (method, path)
);
create index api_interface_by_path on api_interface (path, id);
create index api_interface_of_code on api_interface (permission_code);
-- The few that each node has to know at every call.
create index api_interface_watched on api_interface (id)
  where status = 'DISABLED' or sensitive or rate_per_min is not null;

create table interface_sync_run (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  app_version text not null,
  kind text not null check (kind in ('START', 'MANUAL')),
  status text not null check (status in ('DONE', 'FAILED')),
  started_at timestamptz not null,
  -- Of the whole contract: a start that finds the same one has nothing to compare.
  fingerprint text not null,
  added int not null default 0,
  changed int not null default 0,
  removed int not null default 0,
  returned int not null default 0,
  new_public int not null default 0,
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  error text
);
create index interface_sync_run_newest on interface_sync_run (started_at desc, id desc);

-- Counted in memory by each node and added here every minute (AU-R47). Days and hours are those of Asia/Shanghai.
create table interface_usage_daily (
  interface_id uuid not null references api_interface (id) on delete cascade,
  day date not null,
  calls int not null,
  errors int not null,
  refusals int not null,
  calls_by_hour int[] not null check (cardinality(calls_by_hour) = 24),
  errors_by_hour int[] not null check (cardinality(errors_by_hour) = 24),
  -- How many answers took how long, so that a 95th percentile over days and nodes can be told.
  ms_buckets int[] not null,
  last_called_at timestamptz not null,
  primary key (interface_id, day)
);

create table interface_caller_daily (
  interface_id uuid not null references api_interface (id) on delete cascade,
  day date not null,
  user_id uuid not null,
  calls int not null,
  errors int not null,
  -- Refused for want of a right, or out of scope (AU-R48).
  overstepped int not null,
  last_called_at timestamptz not null,
  primary key (interface_id, day, user_id)
);
