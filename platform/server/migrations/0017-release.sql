-- The newest build of the web that a node has brought along; open pages were told of it (PF-R101). One row.

create table app_release (
  one boolean primary key default true check (one),
  build text not null,
  built_at timestamptz not null,
  told_at timestamptz not null
);
