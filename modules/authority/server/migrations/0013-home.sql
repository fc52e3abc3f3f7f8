-- How each person arranged the home page, and what the holders of a position begin with. Instant on any data set.

create table home_layout (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  user_id uuid not null unique references app_user (id),
  -- In their order; null as long as the default is to be shown.
  widgets text[],
  -- Paths of the quick entries, in their order; null before the first choice.
  pinned text[] check (cardinality(pinned) <= 8)
);

-- Null where the position has no home page of its own.
alter table position add column home_widgets text[];
