-- What the brand builds and sells: brand, series, model, configuration with its 物料号 and offers, options, colours, and the
-- market types of cars. Thousands of rows at most: instant on any data set.

create table car_brand (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  brand_code text not null unique check (brand_code ~ '^[A-Z0-9-]{1,20}$'),
  brand_name text not null
);

create table car_series (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  brand_id uuid not null references car_brand (id),
  series_code text not null unique check (series_code ~ '^[A-Z0-9]{1,8}$'),
  series_name text not null unique,
  -- How people else call it; no two series share one, held under a lock by the service.
  aliases text[] not null default '{}',
  sort int not null default 0,
  status text not null default 'ENABLED' check (status in ('ENABLED', 'DISABLED'))
);

create table car_model (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  series_id uuid not null references car_series (id),
  model_code text not null unique check (model_code ~ '^[A-Z0-9-]{1,20}$'),
  model_name text not null,
  body_class text not null,
  status text not null default 'ENABLED' check (status in ('ENABLED', 'DISABLED')),
  constraint car_model_one_name unique (series_id, model_name)
);

create table car_config (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  config_code text not null unique check (config_code ~ '^[A-Z0-9-]{4,32}$'),
  model_id uuid not null references car_model (id),
  -- Of its model, for filters.
  series_id uuid not null references car_series (id),
  model_year int not null check (model_year between 2010 and 2039),
  trim text not null,
  energy_type text not null,
  battery_kwh float8 not null check (battery_kwh > 0),
  range_km int check (range_km > 0),
  drive_type text,
  seats int check (seats between 1 and 9),
  length_mm int check (length_mm > 0),
  width_mm int check (width_mm > 0),
  height_mm int check (height_mm > 0),
  kerb_kg int check (kerb_kg > 0),
  on_sale_from timestamptz not null,
  on_sale_to timestamptz,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'ENABLED', 'DISABLED')),
  constraint car_config_one_trim unique (model_id, model_year, trim),
  constraint car_config_sale_period check (on_sale_to > on_sale_from)
);
create index car_config_of_series on car_config (series_id, status);

-- 物料号: what the factory calls a configuration, perhaps with its colours and options.
create table car_sale_code (
  sale_code text primary key check (sale_code ~ '^[A-Z0-9-]{4,40}$'),
  car_config_id uuid not null references car_config (id),
  ext_color text,
  int_color text,
  option_codes text[]
);
create index car_sale_code_of_config on car_sale_code (car_config_id);

create table car_option (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  option_code text not null unique check (option_code ~ '^[A-Z0-9-]{2,20}$'),
  option_name text not null,
  option_group text not null check (option_group in ('WHEEL', 'SEAT', 'ADS', 'AUDIO', 'OTHER', 'PACKAGE')),
  contains text[] not null default '{}',
  status text not null default 'ENABLED' check (status in ('ENABLED', 'DISABLED')),
  constraint car_option_package check ((option_group = 'PACKAGE') = (cardinality(contains) >= 2)
    and (option_group = 'PACKAGE' or contains = '{}'))
);

create table car_color (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  color_code text not null unique check (color_code ~ '^[A-Z0-9-]{2,20}$'),
  color_name text not null,
  side text not null check (side in ('EXT', 'INT')),
  hex text not null check (hex ~ '^#[0-9a-f]{6}$'),
  status text not null default 'ENABLED' check (status in ('ENABLED', 'DISABLED'))
);

-- 可选项: which options and colours a configuration is offered with, and on what conditions.
create table car_offer (
  car_config_id uuid not null references car_config (id),
  item_kind text not null check (item_kind in ('OPTION', 'COLOR')),
  item_code text not null,
  mode text not null check (mode in ('STANDARD', 'OPTIONAL', 'BLOCKED')),
  valid_from timestamptz,
  valid_to timestamptz,
  requires text[] not null default '{}',
  excludes text[] not null default '{}',
  primary key (car_config_id, item_kind, item_code),
  constraint car_offer_period check (valid_to > valid_from)
);

create table car_market_type (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  type_code text not null unique check (type_code ~ '^[A-Z0-9_-]{1,20}$'),
  type_name text not null unique,
  parent_id uuid references car_market_type (id),
  sort int not null default 0,
  status text not null default 'ENABLED' check (status in ('ENABLED', 'DISABLED')),
  rights_allowed boolean not null,
  -- What its cars may be used for.
  usable_for text[] not null check (usable_for <@ '{SALE,DISPLAY}')
);
create index car_market_type_in_order on car_market_type (parent_id, sort);
