-- 保证金 and 结算账户 of partners. A few rows for each of 3,000 partners; new and empty here.

create table partner_deposit (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  partner_id uuid not null references partner (id),
  -- Counts the entries of a partner: two at once cannot both follow the same one.
  entry_no int not null check (entry_no > 0),
  kind text not null check (kind in ('PAY', 'DEDUCT', 'REFUND')),
  amount_fen bigint not null check (amount_fen > 0),
  happened_on date not null,
  voucher text not null,
  note text,
  balance_after_fen bigint not null check (balance_after_fen >= 0),
  unique (partner_id, entry_no)
);

create table partner_bank_account (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  partner_id uuid not null references partner (id),
  account_name text not null,
  bank text not null,
  branch text not null,
  account_no_cipher bytea not null,
  account_no_hash bytea not null,
  account_no_masked text not null,
  reason text not null,
  state text not null default 'REVIEW'
    check (state in ('REVIEW', 'REJECTED', 'CONFIRM', 'COOLING', 'ACTIVE', 'RETIRED')),
  state_reason text,
  -- When finance found the account to be the partner's own.
  verified_at timestamptz,
  verified_by uuid,
  -- Whom finance wants to hear from: the partner's contact at the approval, whoever is named afterwards.
  confirm_phone_cipher bytea,
  confirm_phone_hash bytea,
  confirm_phone_masked text,
  confirmed_at timestamptz,
  -- Settlements from this instant on use it, until another takes its place (PT-R16).
  active_from timestamptz,
  active_until timestamptz,
  constraint partner_bank_account_verified check (state in ('REVIEW', 'REJECTED') or verified_at is not null),
  constraint partner_bank_account_asked check (state <> 'CONFIRM' or confirm_phone_cipher is not null),
  constraint partner_bank_account_confirmed
    check (state not in ('COOLING', 'ACTIVE', 'RETIRED') or (confirmed_at is not null and active_from is not null)),
  -- One account of a partner at any instant.
  constraint partner_bank_account_one_at_a_time exclude using gist (
    partner_id with =, tstzrange(active_from, active_until) with &&
  ) where (active_from is not null)
);
-- One change at a time.
create unique index partner_bank_account_one_change on partner_bank_account (partner_id)
  where state in ('REVIEW', 'CONFIRM', 'COOLING');
create index partner_bank_account_of_partner on partner_bank_account (partner_id, created_at desc);
