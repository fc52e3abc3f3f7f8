-- What the work of the fault tests writes; nothing here is unique, so that a doubled effect is seen.
create table slow_row (n int not null, pid int not null);
create table slow_run (schedule text not null, pid int not null);
create table slow_record (
  id uuid primary key, version int not null, created_at timestamptz not null, created_by uuid not null,
  updated_at timestamptz not null, updated_by uuid not null, n int not null, times int not null default 0
);
