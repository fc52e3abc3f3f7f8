-- Cancellations with what they cost, and refunds on their way.
create table order_cancel (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  cancel_no text not null unique,
  order_id uuid not null references sales_order (id),
  from_state text not null,
  reason_code text not null,
  reason text,
  party text not null check (party in ('CUSTOMER', 'BRAND')),
  waive_reason text,
  state text not null default 'REVIEW' check (state in ('REVIEW', 'DONE', 'REJECTED', 'WITHDRAWN')),
  -- As it was agreed when somebody applied: what was paid, what stays, what goes back and from which payment.
  paid_fen bigint not null check (paid_fen >= 0),
  deduct_fen bigint not null check (deduct_fen >= 0),
  refund_fen bigint not null check (refund_fen >= 0),
  plan jsonb not null,
  constraint order_cancel_sum check (deduct_fen + refund_fen = paid_fen)
);
create unique index order_cancel_open on order_cancel (order_id) where state = 'REVIEW';
create index order_cancel_of_order on order_cancel (order_id, created_at desc);

create table order_cancel_line (
  cancel_id uuid not null references order_cancel (id),
  no int not null,
  kind text not null check (kind in ('DEPOSIT', 'FREIGHT', 'RIGHTS', 'PAPERS')),
  label text not null,
  fen bigint not null check (fen >= 0),
  waived_fen bigint not null check (waived_fen between 0 and fen),
  -- What is taken of what was paid.
  taken_fen bigint not null check (taken_fen between 0 and fen - waived_fen),
  source text not null,
  primary key (cancel_id, no)
);

alter table order_refund
  add column cancel_id uuid references order_cancel (id),
  -- The channel of the payment, or an account of the buyer after the channel has refused.
  add column route text not null default 'CHANNEL' check (route in ('CHANNEL', 'ACCOUNT')),
  add column bank text,
  add column account_cipher bytea,
  add column account_hash bytea,
  add column account_masked text,
  add column note text,
  -- How often it was asked for anew after a refusal, each time under another key.
  add column attempt int not null default 1,
  -- Since when it is on its way.
  add column asked_at timestamptz,
  add column failure text check (failure in ('REFUSED', 'GIVEN_UP', 'UNSURE', 'ABSENT', 'WITHDRAWN')),
  add column failure_reason text,
  add column channel_no text,
  add column finished_at timestamptz,
  -- Failed ones stand first in the list.
  add column is_failed boolean not null generated always as (state = 'FAILED') stored,
  add constraint order_refund_cancel check ((why = 'CANCEL') = (cancel_id is not null)),
  add constraint order_refund_account check ((route = 'ACCOUNT') = (account_cipher is not null) and (bank is null) = (account_cipher is null)),
  add constraint order_refund_failed check ((state = 'FAILED') = (failure is not null)),
  add constraint order_refund_finished check ((state = 'SUCCESS') = (finished_at is not null));
create index order_refund_listed on order_refund (is_failed desc, id desc);
