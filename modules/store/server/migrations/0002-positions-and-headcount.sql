-- Positions of stores and how many people each may have, by date (ST-R8). 24,000 cells on the large data set; new and empty here.

-- 岗位设置: a position of authority as stores use it.
create table store_position (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  position_code text not null unique,
  family text not null,
  sort int not null default 0,
  is_shown boolean not null default true
);

-- 编制格: the row that every check of a seat locks.
create table headcount (
  store_id uuid not null references store (id),
  position_code text not null,
  primary key (store_id, position_code)
);

-- 编制: a number that holds from its day until the next row's.
create table headcount_quota (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  store_id uuid not null,
  position_code text not null,
  effective_from date not null,
  quota int not null check (quota between 0 and 200),
  source text not null check (source in ('TEMPLATE', 'MANUAL', 'IMPORT', 'ADOPTED')),
  reason text,
  unique (store_id, position_code, effective_from),
  foreign key (store_id, position_code) references headcount (store_id, position_code)
);
create index headcount_quota_newest on headcount_quota (updated_at desc, id desc);

-- 编制模板: what a store of a type and level begins with.
create table headcount_template (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  store_type text not null,
  store_level text not null check (store_level in ('S', 'A', 'B', 'C')),
  position_code text not null,
  quota int not null check (quota between 0 and 200),
  min_open int not null default 0 check (min_open between 0 and quota),
  unique (store_type, store_level, position_code)
);
