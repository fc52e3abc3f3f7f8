-- What is told about orders (OR-R14). New and empty here; 500 of them a second at the busiest time.
create table order_event_in (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  source text not null,
  source_name text not null,
  event_id text not null,
  type text not null,
  order_no text not null,
  -- Empty as long as nobody knows the order.
  order_id uuid references sales_order (id),
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  payload jsonb not null,
  -- When the bodies were cleared, after the time for which they are kept.
  forgotten_at timestamptz,
  state text not null check (state in ('APPLIED', 'IGNORED', 'WAITING', 'FAILED')),
  reason text,
  -- Other bodies that came under the same number.
  conflicts jsonb not null default '[]',
  constraint order_event_in_once unique (source, event_id)
);
create index order_event_in_newest on order_event_in (received_at desc, id desc);
create index order_event_in_by_state on order_event_in (state, received_at desc, id desc);
create index order_event_in_of_order on order_event_in (order_id, occurred_at) where order_id is not null;
create index order_event_in_of_number on order_event_in (order_no, occurred_at);

-- When the word about the expected day was given: an older one that is heard later changes nothing. Empty for orders that are there.
alter table sales_order add column eta_at timestamptz;
