-- Background work that people see. A new, empty table: no time at all on any data set.

create table task (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  task_no text not null unique,
  kind text not null check (kind in ('EXPORT', 'IMPORT')),
  biz_type text not null,
  biz_name text not null,
  file_name text not null,
  -- What was asked for; the hash tells two tasks with the same filter.
  params jsonb not null,
  params_hash text not null,
  conditions jsonb not null default '[]',
  status text not null check (status in ('QUEUED', 'RUNNING', 'SUCCESS', 'PARTIAL', 'FAILED', 'CANCELED', 'EXPIRED')),
  total int check (total >= 0),
  done int not null default 0 check (done >= 0),
  success_count int not null default 0 check (success_count >= 0),
  fail_count int not null default 0 check (fail_count >= 0),
  error_msg text,
  -- Of table `file`; bound to the task, so that they come and go with it.
  source_file_id uuid,
  result_file_id uuid,
  fail_file_id uuid,
  file_size int check (file_size > 0),
  owner_id uuid not null,
  owner_name text not null,
  org_id uuid,
  -- Where the owner worked when it was submitted; its rights are looked up there again when it runs.
  organization_ids uuid[] not null,
  permission_code text not null,
  -- The last chunk that was committed with its data.
  cursor_at int not null default 0 check (cursor_at >= 0),
  attempts int not null default 0,
  lease_token uuid,
  lease_until timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  expires_at timestamptz,
  read_at timestamptz,
  downloaded_at timestamptz,
  check ((status = 'RUNNING') = (lease_token is not null)),
  check (status in ('QUEUED', 'RUNNING') or finished_at is not null)
);
create index task_of_owner on task (owner_id, created_at desc, id desc);
create index task_of_organization on task (org_id, created_at desc, id desc);
create index task_newest on task (created_at desc, id desc);
create index task_waiting on task (owner_id, created_at) where status in ('QUEUED', 'RUNNING');
create index task_unread on task (owner_id) where read_at is null and status in ('SUCCESS', 'PARTIAL', 'FAILED');
create index task_expiring on task (expires_at) where status in ('SUCCESS', 'PARTIAL');
