-- The register of cars: one row per VIN with its holder, place, blocks, condition, and everything that ever happened to it.
-- New and empty here. Large data set: 2 M cars, 60 M events a year, 4 M holds.

create table car (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  vin text not null unique check (vin ~ '^[A-HJ-NPR-Z0-9]{17}$'),
  car_config_id uuid not null references car_config (id),
  option_codes text[] not null,
  ext_color text not null,
  int_color text not null,
  config_key text not null check (length(config_key) = 32),
  -- CHECK_ODD 校验位异常, YEAR_ODD 年份位与年款不一致, SPEC_ODD 颜色与配置不匹配
  flags text[] not null default '{}' check (flags <@ '{CHECK_ODD,YEAR_ODD,SPEC_ODD}'),
  build_state text not null check (build_state in ('PLANNED', 'BUILT', 'RELEASED')),
  plant_code text,
  produced_on date,
  released_at timestamptz,
  motor_nos text[] not null default '{}',
  engine_no text,
  battery_no text,
  build_order_no text,
  stock_kind text not null
    check (stock_kind in ('ORDER', 'NORMAL', 'CANCELLED', 'DISPLAY', 'TEST_DRIVE', 'DAMAGED', 'BUYBACK')),
  market_type_id uuid references car_market_type (id),
  hold_state text not null check (hold_state in ('FREE', 'LOCKED', 'ALLOCATED', 'DELIVERED', 'RETURNED', 'OFF')),
  hold_id uuid,
  -- The fencing number: raised by every new hold, never by an end.
  hold_seq bigint not null default 0,
  hold_org_ids uuid[] not null default '{}',
  place_kind text not null check (place_kind in ('PLANT', 'WAREHOUSE', 'PORT', 'STORE', 'TRANSIT', 'OWNER', 'UNKNOWN')),
  -- A store's or site's id or code, or the group that is on the truck.
  place_id text,
  place_name text,
  place_org_id uuid,
  from_place_id text,
  to_place_id text,
  city_code text,
  lng float8,
  lat float8,
  place_at timestamptz,
  in_stock_at timestamptz,
  expect_at timestamptz,
  mileage_km int check (mileage_km between 0 and 2000000),
  mileage_at timestamptz,
  plate_no text,
  plate_at timestamptz,
  owner_id uuid,
  owner_seq int not null default 0,
  delivered_at timestamptz,
  activated_at timestamptz,
  open_blocks int not null default 0 check (open_blocks >= 0),
  worst_damage text check (worst_damage in ('MINOR', 'MEDIUM', 'SEVERE')),
  -- 去向: the one word of the lists, computed from the columns above whenever they change.
  whereabouts text not null check (whereabouts in ('OFF', 'DELIVERED', 'RETURNED', 'PLANNED', 'TRANSIT', 'AT_STORE',
    'ALLOCATED', 'LOCKED', 'BLOCKED', 'FREE')),
  -- A VIN that was typed wrongly and the one that it should have been (VE-R3).
  linked_car_id uuid references car (id),
  event_no int not null default 0,
  -- When each group of facts was last told, by whom (VE-R10): {"place": {"at", "source", "eventId"}}
  clocks jsonb not null default '{}',
  constraint car_holder check ((hold_state in ('LOCKED', 'ALLOCATED', 'DELIVERED')) = (hold_id is not null)),
  constraint car_owner check ((hold_state = 'DELIVERED') = (owner_id is not null)),
  constraint car_expected check (expect_at is null or place_kind = 'TRANSIT')
);
create index car_vin_tail on car (upper(right(vin, 8)));
create index car_of_key on car (hold_state, city_code, config_key);
create index car_at_place on car (place_kind, place_id);
create index car_of_config on car (car_config_id, hold_state);
create index car_of_stock on car (stock_kind, place_id);
create index car_in_scope on car using gin (array_append(hold_org_ids, place_org_id));
create index car_newest on car (updated_at desc, id desc);
create index car_whereabouts on car (whereabouts, updated_at desc, id desc);
create index car_of_owner on car (owner_id) where owner_id is not null;
create index car_built_for on car (build_order_no) where build_order_no is not null;
create unique index car_one_plate on car (plate_no) where plate_no is not null and hold_state = 'DELIVERED';

-- Motor, engine and battery numbers of cars that are not OFF: each belongs to one car.
create table car_part_no (
  part text not null check (part in ('MOTOR', 'ENGINE', 'BATTERY')),
  part_no text not null,
  car_id uuid not null references car (id),
  primary key (part, part_no)
);
create index car_part_no_of_car on car_part_no (car_id);

create table car_hold (
  id uuid primary key,
  car_id uuid not null references car (id),
  seq bigint not null,
  kind text not null check (kind in ('LOCK', 'ORDER', 'OWNER')),
  -- The lock, the order, or the owner.
  ref_id uuid not null,
  ref_no text not null,
  org_ids uuid[] not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  constraint car_hold_one_per_seq unique (car_id, seq)
);
create unique index car_hold_one_live on car_hold (car_id) where ended_at is null;
create unique index car_hold_one_car on car_hold (kind, ref_id) where ended_at is null and kind in ('LOCK', 'ORDER');

-- VE-R8, the last guard: a held car has exactly one live hold, the one it names; any other car has none.
create function check_car_hold() returns trigger language plpgsql as $$
declare
  wanted uuid;
begin
  if tg_table_name = 'car' then wanted := new.id; else wanted := new.car_id; end if;
  if exists (
    select from car c left join car_hold h on h.car_id = c.id and h.ended_at is null
    where c.id = wanted and ((c.hold_id is distinct from h.id) or (h.id is not null and h.seq <> c.hold_seq))
  ) then
    raise exception 'car % and its live hold differ', wanted using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create constraint trigger car_hold_agrees after insert or update of hold_state, hold_id, hold_seq on car
  deferrable initially deferred for each row execute function check_car_hold();
create constraint trigger car_hold_agrees after insert or update on car_hold
  deferrable initially deferred for each row execute function check_car_hold();

-- Locks cars for a change, ascending by id (VE-R9), and waits no longer than told.
create function lock_cars(ids uuid[], wait_ms int) returns setof car language plpgsql as $$
declare
  before text := current_setting('lock_timeout');
begin
  perform set_config('lock_timeout', wait_ms || 'ms', true);
  return query select * from car where id = any (ids) order by id for update;
  perform set_config('lock_timeout', before, true);
end $$;

create table car_event (
  car_id uuid not null,
  -- 1, 2, 3 … per car, without gaps: written while the car's row is locked.
  no int not null,
  type text not null,
  source text not null,
  event_id text not null,
  occurred_at timestamptz not null,
  recorded_at timestamptz not null,
  by uuid not null,
  by_name text not null,
  -- The columns that changed.
  before jsonb not null,
  after jsonb not null,
  applied boolean not null,
  ignore_reason text,
  via text not null check (via in ('DIRECT', 'INFERRED')),
  note text,
  primary key (car_id, no, recorded_at)
) partition by range (recorded_at);
create index car_event_newest on car_event (recorded_at desc, car_id, no);

-- Months are made ahead by a schedule; the default part only catches what no month has been made for.
create table car_event_rest partition of car_event default;

create trigger car_event_append_only before update or delete on car_event
  for each row execute function refuse_change();

-- What was told with a number of its own, so that it counts once per car. A report about several cars has one number.
create table car_event_key (
  source text not null,
  event_id text not null,
  car_id uuid not null references car (id),
  primary key (source, event_id, car_id)
);

create table car_block (
  id uuid primary key,
  car_id uuid not null references car (id),
  kind text not null check (kind in ('QUALITY', 'LEGAL', 'RECALL', 'STOCKTAKE', 'TRANSFER', 'OTHER')),
  reason text not null,
  batch_no text,
  from_at timestamptz not null,
  by uuid not null,
  ended_at timestamptz,
  ended_by uuid,
  end_reason text
);
create unique index car_block_one_open on car_block (car_id, kind) where ended_at is null;
create index car_block_of_car on car_block (car_id, from_at);
create index car_block_of_batch on car_block (batch_no) where batch_no is not null;

create table car_condition (
  id uuid primary key,
  car_id uuid not null references car (id),
  -- The damage case in logistics, or the inspection.
  source_no text not null,
  level text not null check (level in ('MINOR', 'MEDIUM', 'SEVERE')),
  text text not null,
  file_ids uuid[] not null default '{}',
  state text not null default 'OPEN' check (state in ('OPEN', 'REPAIRED', 'VOID')),
  noted_at timestamptz not null,
  closed_at timestamptz,
  constraint car_condition_once unique (car_id, source_no)
);

create table car_inspection (
  id uuid primary key,
  car_id uuid not null references car (id),
  result text not null check (result in ('PASS', 'FAIL')),
  stock_kind text not null,
  text text not null,
  file_ids uuid[] not null check (cardinality(file_ids) >= 1),
  by uuid not null,
  at timestamptz not null
);
create index car_inspection_of_car on car_inspection (car_id, at);
