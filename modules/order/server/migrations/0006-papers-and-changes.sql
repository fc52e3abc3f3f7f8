-- Contracts, invoices and approved changes of orders. New and empty here; two more columns of orders are empty for those that are there.
alter table sales_order
  -- How the car is sold, until 开票 (VE-R15).
  add column market_type_id uuid,
  -- The number of the lease, where the buyer leases (OR-R18).
  add column lease_no text;

create table order_contract (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  contract_no text not null unique,
  order_id uuid not null references sales_order (id),
  -- Of buyer, choice and price: a contract about anything else is not sent.
  content_hash text not null,
  state text not null default 'DRAFT' check (state in ('DRAFT', 'SENT', 'SIGNED', 'VOID')),
  sent_at timestamptz,
  signed_at timestamptz,
  -- Its number at the provider, once it is signed.
  outside_no text,
  void_reason text,
  constraint order_contract_sent check (state not in ('SENT', 'SIGNED') or sent_at is not null),
  constraint order_contract_signed check (state <> 'SIGNED' or signed_at is not null),
  constraint order_contract_void check ((state = 'VOID') = (void_reason is not null))
);
-- An order has one contract that counts.
create unique index order_contract_live on order_contract (order_id) where state <> 'VOID';
create index order_contract_of_order on order_contract (order_id, created_at desc);

create table order_invoice (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  order_id uuid not null references sales_order (id),
  -- The number that the provider gives it.
  invoice_no text,
  kind text not null check (kind in ('CAR', 'VAT')),
  title_cipher bytea not null,
  title_hash bytea not null,
  title_masked text not null,
  tax_no_cipher bytea,
  tax_no_hash bytea,
  tax_no_masked text,
  amount_fen bigint not null check (amount_fen >= 0),
  state text not null default 'APPLYING' check (state in ('APPLYING', 'ISSUED', 'FAILED', 'RED_PENDING', 'RED')),
  issued_at timestamptz,
  red_no text,
  red_at timestamptz,
  red_reason text,
  -- How often 红冲 was asked for, each time under another key.
  red_tries int not null default 0,
  failure text,
  constraint order_invoice_issued check ((state in ('ISSUED', 'RED_PENDING', 'RED')) = (invoice_no is not null)),
  constraint order_invoice_red check ((state = 'RED') = (red_no is not null))
);
-- An order has one invoice that counts.
create unique index order_invoice_live on order_invoice (order_id) where state not in ('RED', 'FAILED');
create index order_invoice_of_order on order_invoice (order_id, created_at desc);

create table order_change (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  change_no text not null unique,
  order_id uuid not null references sales_order (id),
  kind text not null check (kind in ('CONFIG', 'BUYER', 'DELIVERY_STORE', 'PAYMODE')),
  party text not null check (party in ('CUSTOMER', 'BRAND')),
  reason text not null,
  -- What the new buyer is to the old one.
  relation text check (relation in ('SPOUSE', 'PARENT', 'CHILD', 'COMPANY')),
  -- The place that is asked for: its people decide and see the request.
  to_store_id uuid,
  before jsonb not null,
  after jsonb not null,
  price_diff_fen bigint not null default 0,
  -- What must have been paid in all before a dearer choice takes effect.
  paid_target_fen bigint,
  state text not null default 'REVIEW' check (state in ('REVIEW', 'PAY_DIFF', 'EFFECTIVE', 'REJECTED', 'WITHDRAWN')),
  file_ids uuid[] not null default '{}',
  effective_at timestamptz,
  constraint order_change_relation check ((kind = 'BUYER') = (relation is not null)),
  constraint order_change_store check ((kind = 'DELIVERY_STORE') = (to_store_id is not null)),
  constraint order_change_target check (state <> 'PAY_DIFF' or paid_target_fen is not null),
  constraint order_change_effective check ((state = 'EFFECTIVE') = (effective_at is not null))
);
create unique index order_change_open on order_change (order_id) where state in ('REVIEW', 'PAY_DIFF');
create index order_change_of_order on order_change (order_id, created_at desc);
create index order_change_of_store on order_change (to_store_id) where to_store_id is not null;
