-- What other systems told of cars, as it came, with what became of it. New and empty here; a row per message, 60 M a year,
-- whose payload is emptied after 180 days.

create table car_intake (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  source text not null check (source in ('MES', 'CLOUD')),
  event_id text not null,
  type text not null,
  vin text not null,
  payload jsonb not null,
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  state text not null check (state in ('PENDING', 'APPLIED', 'IGNORED', 'WAITING', 'FAILED')),
  reason text,
  tries int not null default 0,
  next_try_at timestamptz,
  -- Other bodies that came under the same number.
  conflicts jsonb not null default '[]',
  warned_at timestamptz,
  constraint car_intake_once unique (source, event_id)
);
create index car_intake_by_state on car_intake (state, received_at desc, id desc);
create index car_intake_newest on car_intake (received_at desc, id desc);
create index car_intake_of_vin on car_intake (vin, occurred_at);
create index car_intake_due on car_intake (next_try_at) where state = 'PENDING';
