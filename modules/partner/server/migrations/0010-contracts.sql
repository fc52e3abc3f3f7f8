-- 合同 of partners with their terms. 10,000 rows on the large data set; new and empty here.

create extension if not exists btree_gist;

create table partner_contract (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  partner_id uuid not null references partner (id),
  contract_no text not null unique,
  title text not null,
  kind text not null check (kind in ('MAIN', 'SUPPLEMENT', 'NDA', 'INTEGRITY')),
  start_on date not null,
  end_on date not null,
  -- What it says of commission, cities, seats, flags …; a supplement names only what it changes (PT-R6).
  terms jsonb not null default '{}',
  deposit_fen bigint check (deposit_fen >= 0),
  -- As they lay at the signing: id, name and hash of each file. Nothing replaces them afterwards.
  files jsonb not null default '[]',
  signed_on date,
  brand_signer text,
  partner_signer text,
  prev_contract_id uuid references partner_contract (id),
  state text not null default 'DRAFT'
    check (state in ('DRAFT', 'REVIEW', 'APPROVED', 'SIGNED', 'EFFECTIVE', 'EXPIRED', 'TERMINATED', 'RENEWED')),
  submitted_by uuid,
  -- Why it was sent back or ended.
  state_reason text,
  effective_on date,
  -- The first day on which it no longer holds, where it ended before its time.
  terminated_on date,
  -- When its grace ran out without a successor; the flags went off then and a suspension was drafted (PT-R5).
  lapsed_on date,
  constraint partner_contract_days check (start_on <= end_on),
  constraint partner_contract_signed check (
    state in ('DRAFT', 'REVIEW', 'APPROVED', 'TERMINATED')
    or (signed_on is not null and brand_signer is not null and partner_signer is not null and jsonb_array_length(files) > 0)
  ),
  constraint partner_contract_deposit check (deposit_fen is null or kind in ('MAIN', 'SUPPLEMENT')),
  -- Of one partner at most one main contract on any day.
  constraint partner_contract_no_overlap exclude using gist (
    partner_id with =, kind with =, daterange(start_on, end_on, '[]') with &&
  ) where (kind = 'MAIN' and state not in ('DRAFT', 'TERMINATED'))
);
create index partner_contract_of_partner on partner_contract (partner_id, kind, start_on);
create index partner_contract_newest on partner_contract (updated_at desc, id desc);
create index partner_contract_ending on partner_contract (end_on) where state in ('SIGNED', 'EFFECTIVE', 'EXPIRED');
