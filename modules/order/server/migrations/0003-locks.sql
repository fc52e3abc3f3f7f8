-- What the lock of an order freezes, its promises and its butler. A few columns more, empty for the orders that are there.
alter table sales_order
  -- Choice, lines, total and cycle as they were locked (OR-R5).
  add column snapshot jsonb,
  -- Why this butler, in numbers or in words (OR-R17), and since when.
  add column butler_why text,
  add column butler_at timestamptz;

-- Every word about the day of delivery. Rows are only added (OR-R6).
create table order_promise (
  id uuid primary key,
  order_id uuid not null references sales_order (id),
  no int not null,
  kind text not null check (kind in ('LOCK', 'CUSTOMER', 'BRAND', 'CONFIG', 'UNLOCK')),
  -- The promise and the expected day from then on; both empty after an unlock.
  promised_on date,
  eta date,
  party text not null check (party in ('CUSTOMER', 'BRAND')),
  reason text,
  file_ids uuid[] not null default '{}',
  at timestamptz not null,
  by uuid not null,
  constraint order_promise_no unique (order_id, no),
  constraint order_promise_day check ((kind = 'UNLOCK') = (promised_on is null))
);
