-- Added columns with a constant default: at once, whatever the size of the tables.
alter table task add column skip_count int not null default 0;

alter table import_draft
  add column options text[] not null default '{}',
  -- The password of the file that the rows give back, sealed; gone once that file is written.
  add column sealed_password bytea;

-- What rows gave back to the operator alone, sealed chunk by chunk under its first line, until it stands in the file.
create table import_secret (
  task_id uuid not null references task on delete cascade,
  line int not null,
  sealed bytea not null,
  primary key (task_id, line)
);
