-- What people bring in as Excel. New, empty tables: no time at all on any data set.

create table import_draft (
  id uuid primary key,
  kind text not null,
  owner_id uuid not null,
  file_id uuid not null,
  file_name text not null,
  sha256 bytea not null,
  total int not null,
  valid int not null check (valid between 0 and total),
  created_at timestamptz not null,
  confirmed_at timestamptz
);
create index import_draft_confirmed on import_draft (owner_id, kind, confirmed_at) where confirmed_at is not null;

-- Rows that did not get in, kept with the chunk that they belong to.
create table import_failure (
  task_id uuid not null references task on delete cascade,
  line int not null,
  reason text not null,
  primary key (task_id, line)
);
