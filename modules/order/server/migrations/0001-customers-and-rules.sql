-- The customers of the whole product, and the rules by which orders are placed. New and empty here.
-- Large data set: 900,000 customers, a few hundred rules and policies.

create table customer (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  type text not null check (type in ('PERSON', 'COMPANY')),
  name_cipher bytea not null,
  name_hash bytea not null,
  name_masked text not null,
  phone_cipher bytea not null,
  phone_hash bytea not null,
  phone_masked text not null,
  id_no_cipher bytea,
  id_no_hash bytea,
  id_no_masked text,
  identity_verified_at timestamptz,
  identity_verified_by uuid,
  identity_file_ids uuid[] not null default '{}',
  constraint customer_phone unique (type, phone_hash),
  constraint customer_id_no unique (id_no_hash),
  constraint customer_verified check ((identity_verified_at is null) = (identity_verified_by is null)),
  constraint customer_verified_number check (identity_verified_at is null or id_no_hash is not null)
);
create index customer_name on customer (name_hash);
create index customer_phone_of_any on customer (phone_hash);

create table series_rule (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  series_id uuid not null,
  small_fen bigint not null check (small_fen > 0),
  big_fen bigint not null,
  small_ends_on date,
  cycle_min_days int not null check (cycle_min_days > 0),
  cycle_max_days int not null,
  -- Days after the lock: {"scheduled", "produced", "shipped", "arrived", "delivered"} (OR-R19)
  offsets jsonb not null,
  valid_from date not null,
  valid_to date,
  constraint series_rule_deposits check (big_fen >= small_fen),
  constraint series_rule_cycle check (cycle_max_days >= cycle_min_days),
  constraint series_rule_period check (valid_to >= valid_from),
  -- One rule of a series on any day; the last day is included.
  constraint series_rule_no_overlap exclude using gist (series_id with =, daterange(valid_from, valid_to, '[]') with &&)
);
create index series_rule_newest on series_rule (valid_from desc, id desc);

create table sales_policy (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  code text not null,
  name text not null,
  kind text not null check (kind in ('DISCOUNT', 'TRADE_IN', 'FEE')),
  limit_fen bigint not null check (limit_fen >= 0),
  -- Empty means all series.
  series_ids uuid[] not null default '{}',
  valid_from date not null,
  valid_to date,
  status text not null check (status in ('ENABLED', 'DISABLED')),
  constraint sales_policy_code unique (code),
  constraint sales_policy_period check (valid_to >= valid_from)
);
