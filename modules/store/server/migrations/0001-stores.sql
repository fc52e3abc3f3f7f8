-- Stores and delivery centres. 3,000 rows on the large data set; new and empty here.

-- One row per organisation of type STORE or DELIVERY; the two share their id. Leader, parent, region and status are the
-- organisation's and never copied.
create table store (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  -- Null only for an adopted store whose city nobody knows yet (ST-R32).
  store_code text unique,
  name text not null,
  short_name text not null,
  store_type text not null,
  operate_mode text not null check (operate_mode in ('DIRECT', 'PARTNER', 'AUTHORIZED')),
  -- A company of partner.
  partner_id uuid,
  province_code text,
  city_code text,
  district_code text,
  service_city_codes text[] not null default '{}' check (cardinality(service_city_codes) <= 20),
  address text,
  lng float8 check (lng between 73.33 and 135.05),
  lat float8 check (lat between 3.51 and 53.55),
  phone text,
  area_sqm int check (area_sqm between 0 and 50000),
  display_slots int check (display_slots >= 0),
  test_drive_slots int check (test_drive_slots >= 0),
  delivery_bays int check (delivery_bays >= 0),
  charging_piles int check (charging_piles >= 0),
  parking_slots int check (parking_slots >= 0),
  store_level text not null default 'C' check (store_level in ('S', 'A', 'B', 'C')),
  legal_entity text,
  license_no text,
  license_file_id uuid,
  rent_start date,
  rent_end date,
  monthly_rent_fen bigint check (monthly_rent_fen >= 0),
  open_date_plan date,
  opened_on date,
  closed_on date,
  state text not null default 'PREPARING' check (state in ('PREPARING', 'TRIAL', 'OPEN', 'SUSPENDED', 'CLOSED')),
  -- Where a suspended store goes back to.
  state_before text check (state_before in ('TRIAL', 'OPEN')),
  state_reason text,
  resume_on date,
  suspend_source text check (suspend_source in ('MANUAL', 'PARTNER')),
  image_ids uuid[] not null default '{}' check (cardinality(image_ids) <= 12),
  -- Values of the extended columns by their key (ST-R7).
  ext jsonb not null default '{}',
  constraint store_partner check ((operate_mode = 'DIRECT') = (partner_id is null)),
  constraint store_code_with_city check ((store_code is null) = (city_code is null)),
  constraint store_own_city check (city_code is null or city_code = any (service_city_codes)),
  constraint store_geo check ((lng is null) = (lat is null)),
  constraint store_suspended check ((state = 'SUSPENDED') = (suspend_source is not null and state_before is not null))
);
create unique index store_one_name_per_city on store (city_code, name) where state <> 'CLOSED';
create index store_newest on store (updated_at desc, id desc);
create index store_by_state on store (state, updated_at desc, id desc);
create index store_of_city on store (city_code, state);
create index store_of_partner on store (partner_id);
create index store_of_rent on store (rent_end) where state <> 'CLOSED';
create index store_serves on store using gin (service_city_codes);
create index store_name_chars on store using gin (string_to_array(lower(name || coalesce(store_code, '')), null));

-- The last number drawn in a city (ST-R1).
create table store_code_counter (
  city_code text primary key,
  last_number int not null check (last_number between 0 and 999)
);

-- 扩展列: columns that operators add to stores.
create table store_ext_column (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  col_key text not null unique,
  label text not null,
  col_type text not null check (col_type in ('TEXT', 'NUMBER', 'DAY', 'BOOL', 'DICT')),
  dict_code text,
  is_required boolean not null default false,
  is_in_list boolean not null default false,
  sort int not null default 0,
  status text not null default 'ENABLED' check (status in ('ENABLED', 'DISABLED')),
  constraint store_ext_column_dict check ((col_type = 'DICT') = (dict_code is not null))
);

-- 营业时间: the calendar of a store. Its id is that of the store.
create table store_hours (
  id uuid primary key references store (id),
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  -- Seven lists of windows, Monday first.
  week jsonb not null,
  exceptions jsonb not null default '[]',
  follows_holidays boolean not null default false
);
