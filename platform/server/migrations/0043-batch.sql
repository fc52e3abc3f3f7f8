-- Batches (PF-R119): one action on many records, as a task. The task table is small and its checks are read once: milliseconds.

alter table task drop constraint task_kind_check;
alter table task add constraint task_kind_check check (kind in ('EXPORT', 'IMPORT', 'BATCH'));
alter table task drop constraint task_status_check;
alter table task add constraint task_status_check
  check (status in ('QUEUED', 'RUNNING', 'PAUSED', 'WAITING', 'SUCCESS', 'PARTIAL', 'FAILED', 'CANCELED', 'EXPIRED'));
alter table task drop constraint task_check1;
alter table task add constraint task_ended
  check (status in ('QUEUED', 'RUNNING', 'PAUSED', 'WAITING') or finished_at is not null);
-- Set where the kind of the batch can be taken back.
alter table task add column undoable boolean not null default false;

-- What was planned for each record and what became of it, kept with the chunk that did it.
create table batch_row (
  task_id uuid not null references task on delete cascade,
  seq int not null check (seq > 0),
  -- Null for a number that names no record.
  record_id uuid,
  label text not null,
  state text not null check (state in ('PLANNED', 'DONE', 'REFUSED')),
  -- Words for people by their names; a row is done only while its record is as it was seen.
  before jsonb,
  after jsonb,
  reason text,
  primary key (task_id, seq),
  check ((state = 'REFUSED') = (reason is not null)),
  check (record_id is not null or state = 'REFUSED')
);
create index batch_row_of_record on batch_row (task_id, record_id) where state = 'DONE';
