-- Administrative divisions by their GB/T 2260 code. The rows come from lbs/regions.tsv at the first start.

create table region (
  code text primary key check (code ~ '^\d{6}$'),
  name text not null,
  level int not null check (level between 1 and 3),
  parent_code text references region (code),
  -- Syllables with blanks between, without tones: 'bei jing shi'.
  pinyin text not null,
  lng numeric(9, 6) check (lng between 73 and 136),
  lat numeric(9, 6) check (lat between 3 and 54),
  status text not null default 'VALID' check (status in ('VALID', 'ABOLISHED')),
  -- The division that took over an abolished one.
  replaced_by text references region (code),
  constraint region_province_has_no_parent check ((parent_code is null) = (level = 1)),
  constraint region_valid_is_not_replaced check (replaced_by is null or status = 'ABOLISHED')
);
create index region_children on region (parent_code, code);
