-- Checks before the hand-over, slots of stores and appointments of orders. New and empty here; orders get an empty column.
-- Large data set: 5 M checks, 1 M appointments, 700,000 slots with bookings.

alter table sales_order
  -- When the customer is expected: the start of the appointment that is BOOKED (OR-R11).
  add column appointment_at timestamptz;
create index sales_order_of_appointment on sales_order (appointment_at) where appointment_at is not null;

-- What must be done before a car is handed over, and by whom it was (OR-R12).
create table delivery_check (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  order_id uuid not null references sales_order (id),
  code text not null,
  -- Both empty once it is undone; note and files stay until it is done again.
  done_at timestamptz,
  done_by uuid,
  note text,
  file_ids uuid[] not null default '{}',
  constraint delivery_check_code unique (order_id, code),
  constraint delivery_check_done check ((done_at is null) = (done_by is null))
);

-- When a store hands cars over in a week, and how many at a time. The id is that of the store.
create table slot_rule (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  -- [{"weekday": 0 for Monday, "from": "10:00", "until": "11:00", "capacity": 2}]
  slots jsonb not null
);

-- The slots in which somebody is booked or was; those of the next 28 days follow from rule and calendar.
create table delivery_slot (
  id uuid primary key,
  store_id uuid not null,
  start_at timestamptz not null,
  end_at timestamptz not null,
  -- As the rule had it at the last booking.
  capacity int not null,
  booked int not null check (booked >= 0),
  constraint delivery_slot_start unique (store_id, start_at),
  constraint delivery_slot_time check (end_at > start_at),
  constraint delivery_slot_booked check (booked <= capacity)
);

create table delivery_appointment (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  order_id uuid not null references sales_order (id),
  slot_id uuid not null references delivery_slot (id),
  store_id uuid not null,
  start_at timestamptz not null,
  end_at timestamptz not null,
  state text not null default 'BOOKED' check (state in ('BOOKED', 'DONE', 'CANCELLED', 'NO_SHOW')),
  -- How often the customer has moved appointments of this order until now.
  customer_moves int not null default 0 check (customer_moves >= 0),
  -- Who asked for the last change, and why.
  party text check (party in ('CUSTOMER', 'BRAND')),
  reason text
);
create unique index delivery_appointment_booked on delivery_appointment (order_id) where state = 'BOOKED';
create index delivery_appointment_of_order on delivery_appointment (order_id, created_at desc);
