-- Orders with their money, price lines, stages, issues, payments and refunds. New and empty here.
-- Large data set: 1 M orders, 3 M payments, 8 M stages.

create table sales_order (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  order_no text not null unique,
  source text not null check (source in ('APP', 'MINI', 'STORE', 'PARTNER', 'IMPORT')),
  external_no text,
  state text not null check (state in ('UNPAID', 'SMALL', 'BIG', 'LOCKED', 'SCHEDULED', 'PRODUCED', 'IN_TRANSIT', 'ARRIVED',
    'READY', 'DELIVERED', 'CANCEL_REVIEW', 'CANCELLED', 'CLOSED')),
  -- The state to which a rejected cancellation goes back.
  prev_state text,
  customer_id uuid not null references customer (id),
  owner_id uuid not null references customer (id),
  clue_id uuid,
  -- Where it is sold, and who sells it.
  store_id uuid not null,
  advisor_id uuid,
  -- Where it is handed over, and who does that.
  delivery_store_id uuid,
  butler_id uuid,
  city_code text,
  series_id uuid not null,
  car_config_id uuid,
  option_codes text[] not null default '{}',
  ext_color text,
  int_color text,
  ext_color_name text,
  int_color_name text,
  option_names text[] not null default '{}',
  -- The key of equal cars (VE-R5); null without a whole choice.
  config_key text,
  rule_id uuid not null references series_rule (id),
  pay_mode text check (pay_mode in ('FULL', 'LOAN', 'LEASE')),
  loan_state text not null default 'NONE' check (loan_state in ('NONE', 'APPLIED', 'APPROVED', 'REJECTED', 'RELEASED')),
  locked_at timestamptz,
  promise_original date,
  promise_effective date,
  eta date,
  path text not null default 'BUILD' check (path in ('BUILD', 'LIGHTNING')),
  car_id uuid,
  vin text,
  held_reason text,
  stage_at timestamptz not null,
  stage_no int not null default 0,
  delivered_at timestamptz,
  tags text[] not null default '{}',
  remark text,
  constraint sales_order_choice check ((car_config_id is null) = (config_key is null)),
  constraint sales_order_car check ((car_id is null) = (vin is null)),
  constraint sales_order_promise check ((promise_original is null) = (promise_effective is null)),
  constraint sales_order_locked check (state not in ('LOCKED', 'SCHEDULED', 'PRODUCED', 'IN_TRANSIT', 'ARRIVED', 'READY',
    'DELIVERED') or locked_at is not null or source = 'IMPORT'),
  constraint sales_order_delivered check ((state = 'DELIVERED') = (delivered_at is not null))
);
-- A channel tells an order once.
create unique index sales_order_external on sales_order (source, external_no) where external_no is not null;
-- A car is in the hands of one live order.
create unique index sales_order_of_car on sales_order (car_id)
  where car_id is not null and state not in ('DELIVERED', 'CANCELLED', 'CLOSED');
create index sales_order_newest on sales_order (created_at desc, id desc);
create index sales_order_of_store on sales_order (store_id, state, created_at desc);
create index sales_order_of_delivery on sales_order (delivery_store_id, state, promise_effective);
create index sales_order_of_butler on sales_order (butler_id, state);
create index sales_order_of_advisor on sales_order (advisor_id, state);
create index sales_order_promised on sales_order (state, promise_effective);
create index sales_order_of_customer on sales_order (customer_id);
create index sales_order_of_owner on sales_order (owner_id);
create index sales_order_of_vin on sales_order (vin) where vin is not null;
create index sales_order_of_series on sales_order (series_id, state);
select keep_stages('order.state', 'sales_order', 'store_id', 'delivery_store_id', 'state', null, 'true');

-- What is due and what is paid. Its store and adviser are those of the order, because only the selling side sees money.
create table order_money (
  id uuid primary key references sales_order (id),
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  store_id uuid not null,
  advisor_id uuid,
  due_fen bigint not null check (due_fen >= 0),
  lock_total_fen bigint check (lock_total_fen >= 0),
  -- Σ(amount − excess) of payments that arrived, and Σ of refunds for cancellations that arrived (OR-R3).
  paid_fen bigint not null default 0 check (paid_fen >= 0),
  refunded_fen bigint not null default 0 check (refunded_fen >= 0),
  balance_fen bigint not null generated always as (due_fen - paid_fen + refunded_fen) stored,
  constraint order_money_balance check (due_fen - paid_fen + refunded_fen >= 0),
  constraint order_money_refunded check (refunded_fen <= paid_fen)
);

create table order_price_line (
  id uuid primary key,
  order_id uuid not null references sales_order (id),
  no int not null,
  kind text not null check (kind in ('BASE', 'OPTION', 'COLOR', 'DISCOUNT', 'TRADE_IN', 'PACK', 'FEE')),
  name text not null,
  amount_fen bigint not null,
  policy_id uuid references sales_policy (id),
  constraint order_price_line_no unique (order_id, no),
  constraint order_price_line_sign check ((kind in ('DISCOUNT', 'TRADE_IN')) = (amount_fen < 0))
);

-- The stages that an order went through. Rows are only added.
create table order_stage (
  order_id uuid not null references sales_order (id),
  no int not null,
  from_state text,
  to_state text not null,
  at timestamptz not null,
  by uuid not null,
  via text not null check (via in ('DIRECT', 'INFERRED')),
  primary key (order_id, no)
);

-- What somebody has to look at, until it is cleared.
create table order_issue (
  id uuid primary key,
  order_id uuid not null references sales_order (id),
  code text not null,
  text text not null,
  since timestamptz not null,
  cleared_at timestamptz
);
create unique index order_issue_open on order_issue (order_id, code) where cleared_at is null;

create table order_payment (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  order_id uuid not null references sales_order (id),
  pay_no text not null unique,
  kind text not null check (kind in ('SMALL', 'BIG', 'DOWN', 'BALANCE', 'LOAN')),
  channel text not null check (channel in ('WECHAT', 'ALIPAY', 'BANK', 'POS', 'LOAN')),
  amount_fen bigint not null check (amount_fen > 0),
  excess_fen bigint not null default 0 check (excess_fen >= 0),
  state text not null check (state in ('PENDING', 'SUCCESS', 'FAILED')),
  txn_no text not null,
  paid_at timestamptz not null,
  remark text,
  -- Money arrives once, however often it is told.
  constraint order_payment_txn unique (channel, txn_no),
  constraint order_payment_excess check (excess_fen <= amount_fen)
);
create index order_payment_of_order on order_payment (order_id, paid_at, id);

create table order_refund (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  refund_no text not null unique,
  order_id uuid not null references sales_order (id),
  payment_id uuid not null references order_payment (id),
  why text not null check (why in ('CANCEL', 'EXCESS', 'LATE')),
  amount_fen bigint not null check (amount_fen > 0),
  state text not null default 'APPLIED' check (state in ('APPLIED', 'APPROVED', 'PROCESSING', 'SUCCESS', 'FAILED', 'REJECTED'))
);
create index order_refund_of_order on order_refund (order_id);
create index order_refund_of_payment on order_refund (payment_id);
create index order_refund_waiting on order_refund (state, created_at);
