-- Companies that work for the brand under contract. 3,000 rows on the large data set; new and empty here.

create table partner (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  partner_no text not null unique,
  full_name text not null,
  short_name text not null,
  uscc text not null,
  kinds text[] not null check (cardinality(kinds) > 0),
  level text not null default 'B' check (level in ('S', 'A', 'B', 'C')),
  -- Known at the latest when the application is submitted: a list of companies comes in without it.
  legal_person_cipher bytea,
  legal_person_hash bytea,
  legal_person_masked text,
  legal_id_no_cipher bytea,
  legal_id_no_hash bytea,
  legal_id_no_masked text,
  registered_capital_fen bigint check (registered_capital_fen >= 0),
  founded_on date,
  reg_address text,
  -- An organisation of authority: whoever works for the region reaches the partner before it has one of its own.
  region_id uuid not null,
  city_codes text[] not null check (cardinality(city_codes) > 0),
  contact_name text not null,
  contact_phone_cipher bytea not null,
  contact_phone_hash bytea not null,
  contact_phone_masked text not null,
  contact_email text,
  manager_id uuid not null,
  -- The root of the partner's data scope; made when the application is approved.
  org_id uuid,
  parent_partner_id uuid references partner (id),
  -- The terminated record of the same company that this one returns from (PT-R2).
  prior_partner_id uuid references partner (id),
  account_limit int not null default 20 check (account_limit >= 0),
  -- Headquarters may go below the contract, with a reason (PT-R19); account_limit is the lower of the two.
  account_limit_cap int check (account_limit_cap >= 0),
  account_limit_reason text,
  -- What the contract allows less what is switched off, see partner_flag_off (PT-R6).
  flags text[] not null default '{}',
  state text not null default 'DRAFT'
    check (state in ('DRAFT', 'REVIEW', 'REJECTED', 'ONBOARDING', 'ACTIVE', 'SUSPENDED', 'EXITING', 'TERMINATED')),
  submitted_by uuid,
  submitted_at timestamptz,
  approved_at timestamptz,
  activated_at timestamptz,
  terminated_at timestamptz,
  -- Why it was rejected, suspended or ended, as the last such step said.
  state_reason text,
  risk_tags text[] not null default '{}',
  constraint partner_has_organization check (state in ('DRAFT', 'REVIEW', 'REJECTED') or org_id is not null),
  constraint partner_has_legal_person
    check (state in ('DRAFT', 'REJECTED') or (legal_person_cipher is not null and legal_id_no_cipher is not null))
);
create unique index partner_one_live_per_uscc on partner (uscc) where state <> 'TERMINATED';
create unique index partner_one_live_per_name on partner (full_name) where state <> 'TERMINATED';
create unique index partner_of_org on partner (org_id) where org_id is not null;
create index partner_by_state on partner (state, region_id);
create index partner_newest on partner (updated_at desc, id desc);
create index partner_of_manager on partner (manager_id);
create index partner_name_chars on partner using gin (string_to_array(lower(full_name || short_name), null));

-- Why a flag of the contract is not live: each source is taken back by itself (PT-R3, PT-R5, PT-R7, PT-R19).
create table partner_flag_off (
  partner_id uuid not null references partner (id),
  flag text not null check (flag in ('CLUE', 'STOCK', 'ORDER', 'SUBSIDY')),
  source text not null check (source in ('PAPER', 'CONTRACT', 'HQ', 'SUSPEND', 'EXIT')),
  reason text not null,
  off_at timestamptz not null,
  primary key (partner_id, flag, source)
);
