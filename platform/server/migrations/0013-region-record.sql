-- Divisions are looked after by people: they become records with a version. 3,300 rows, rewritten in a few milliseconds.

alter table region
  add column id uuid not null default uuidv7(),
  add column version int not null default 1,
  add column created_at timestamptz not null default now(),
  add column created_by uuid not null default '00000000-0000-0000-0000-000000000000',
  add column updated_at timestamptz not null default now(),
  add column updated_by uuid not null default '00000000-0000-0000-0000-000000000000',
  add constraint region_one_per_id unique (id),
  add constraint region_is_not_its_own_successor check (replaced_by <> code),
  add constraint region_centre_is_whole check ((lng is null) = (lat is null));
