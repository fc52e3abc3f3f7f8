-- The duty roster of stores (ST-R31). 3.6 million days on the large data set; new and empty here.

-- 排班人员: who takes part, own people and partners'.
create table duty_member (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  store_id uuid not null references store (id),
  user_id uuid not null,
  -- Empty: somebody who could take part and does not, such as a 店长 nobody has ticked in.
  families text[] not null check (families <@ array['SALES', 'DELIVERY']),
  weight int not null default 1 check (weight between 1 and 10),
  paused_reason text,
  paused_until date,
  unique (store_id, user_id),
  constraint duty_member_paused check ((paused_reason is null) = (paused_until is null))
);
create index duty_member_of_user on duty_member (user_id);

create table duty_shift (
  store_id uuid not null references store (id),
  code text not null check (code in ('A', 'B', 'C', 'D', 'E', 'F')),
  name text not null,
  windows jsonb not null,
  primary key (store_id, code)
);

-- A store's week, saved as a whole; its version guards against two people at once.
create table duty_week (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  store_id uuid not null references store (id),
  monday date not null check (extract(isodow from monday) = 1),
  -- Null while it is a draft.
  published_at timestamptz,
  unique (store_id, monday)
);

create table duty_day (
  store_id uuid not null references store (id),
  day date not null,
  user_id uuid not null,
  kind text not null check (kind in ('SHIFT', 'REST', 'LEAVE')),
  shift_code text,
  -- The hours as they were when the day was saved; a later change of the shift leaves them.
  windows jsonb not null default '[]',
  primary key (store_id, day, user_id)
);
create index duty_day_of_user on duty_day (user_id, day);
