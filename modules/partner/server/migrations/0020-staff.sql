-- People of partners, with their certificates and accounts. 60,000 rows on the large data set; new and empty here.

create table partner_staff (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  staff_no text not null unique,
  name text not null,
  phone_cipher bytea not null,
  phone_hash bytea not null,
  phone_masked text not null,
  id_no_cipher bytea not null,
  id_no_hash bytea not null,
  id_no_masked text not null,
  partner_id uuid not null references partner (id),
  -- An organisation of authority of type STORE below that of the partner; null when the partner has no stores.
  store_id uuid,
  -- Where the person works: the store, or the partner's own organisation. The reader's data scope is applied to it.
  org_id uuid not null,
  position_code text not null,
  join_on date not null,
  leave_on date,
  contract_type text not null default 'FULL' check (contract_type in ('FULL', 'PART', 'DISPATCH', 'OUTSOURCE')),
  role_ids uuid[] not null default '{}',
  -- The account in authority; opened when the person becomes ACTIVE and kept when the person leaves.
  user_id uuid,
  wecom_user_id text,
  state text not null default 'REVIEW'
    check (state in ('REVIEW', 'REJECTED', 'TRAINING', 'ACTIVE', 'LEAVING', 'LEFT')),
  -- Why it was rejected, waived or left, as the last such step said.
  state_reason text,
  -- The account is usable while this is empty and the state is ACTIVE.
  freeze_sources text[] not null default '{}'
    check (freeze_sources <@ array['PARTNER_SUSPEND', 'CERT_EXPIRED', 'INACTIVE', 'MANUAL', 'SECURITY']),
  -- The account looks and changes nothing: the partner is leaving, or was suspended so.
  is_read_only boolean not null default false,
  submitted_by uuid not null,
  activated_at timestamptz,
  -- Until when authority lets the account in; prolonged while the person works.
  account_until date,
  -- Required certificates are not asked of this person: HQ waived them, and said why.
  cert_waiver text,
  constraint partner_staff_place check (store_id is null or store_id = org_id),
  constraint partner_staff_account check (state <> 'ACTIVE' or user_id is not null),
  constraint partner_staff_left check (state <> 'LEFT' or leave_on is not null)
);
create unique index partner_staff_one_per_phone on partner_staff (phone_hash) where state not in ('LEFT', 'REJECTED');
create unique index partner_staff_one_per_id on partner_staff (id_no_hash) where state not in ('LEFT', 'REJECTED');
-- Whoever left one partner may work for another with the same account.
create unique index partner_staff_of_user on partner_staff (user_id) where user_id is not null and state <> 'LEFT';
create index partner_staff_of_partner on partner_staff (partner_id, state);
create index partner_staff_of_store on partner_staff (store_id, position_code);
create index partner_staff_newest on partner_staff (created_at desc, id desc);
create index partner_staff_in_scope on partner_staff (org_id, state, created_at desc);
create index partner_staff_name_chars on partner_staff using gin (string_to_array(lower(name), null));
create index partner_staff_frozen on partner_staff using gin (freeze_sources) where freeze_sources <> '{}';

-- 认证: what somebody learnt, and until when it counts (PT-R12).
create table partner_staff_cert (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  staff_id uuid not null references partner_staff (id),
  code text not null,
  score int check (score between 0 and 100),
  got_on date not null,
  valid_to date not null,
  -- The nearest threshold in days that was told already; a renewal begins anew.
  reminded_days int,
  constraint partner_staff_cert_days check (got_on <= valid_to),
  unique (staff_id, code)
);
create index partner_staff_cert_ending on partner_staff_cert (valid_to);

-- 限制名单: whom no partner may enrol (PT-R9). Only hashes: nobody reads from it who is on it.
create table partner_blacklist (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  name text not null,
  id_no_hash bytea,
  id_no_masked text,
  phone_hash bytea,
  phone_masked text,
  reason text not null,
  -- The last day it holds; null: for good.
  until_on date,
  constraint partner_blacklist_whom check (id_no_hash is not null or phone_hash is not null)
);
create unique index partner_blacklist_id on partner_blacklist (id_no_hash) where id_no_hash is not null;
create unique index partner_blacklist_phone on partner_blacklist (phone_hash) where phone_hash is not null;

-- 交接: work that goes from one person to others, line by line (PT-R14).
create table partner_staff_handover (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  staff_id uuid not null references partner_staff (id),
  purpose text not null check (purpose in ('LEAVE', 'MOVE', 'HANDOVER')),
  reason text not null,
  state text not null default 'RUNNING' check (state in ('RUNNING', 'DONE', 'PARTLY')),
  finished_at timestamptz
);
create index partner_staff_handover_of on partner_staff_handover (staff_id, created_at desc);
create unique index partner_staff_handover_one_running on partner_staff_handover (staff_id) where state = 'RUNNING';

create table partner_staff_handover_step (
  handover_id uuid not null references partner_staff_handover (id),
  kind text not null,
  label text not null,
  sort int not null,
  to_staff_id uuid not null references partner_staff (id),
  status text not null default 'WAITING' check (status in ('WAITING', 'DONE', 'FAILED')),
  count int not null default 0,
  message text,
  done_at timestamptz,
  primary key (handover_id, kind)
);
