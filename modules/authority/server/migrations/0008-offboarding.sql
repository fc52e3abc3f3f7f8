-- Off-boarding (AU-R10): one resumable job per leaver, with a line for each thing that ends or changes hands.
-- Empty tables: no time.

create table offboarding (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  user_id uuid not null references app_user (id),
  -- Where the person worked: whoever could see the leaver can follow the job, though the posts have ended.
  organization_ids uuid[] not null,
  reason text not null,
  status text not null default 'RUNNING' check (status in ('RUNNING', 'DONE')),
  finished_at timestamptz,
  constraint offboarding_done_has_end check ((status = 'DONE') = (finished_at is not null))
);
create unique index offboarding_one_running on offboarding (user_id) where status = 'RUNNING';
create index offboarding_newest_of_user on offboarding (user_id, created_at desc);

create table offboarding_step (
  offboarding_id uuid not null references offboarding (id),
  kind text not null,
  sort int not null,
  label text not null,
  -- Who takes the work over; null for what just ends and for 暂不转移.
  successor_id uuid references app_user (id),
  status text not null default 'WAITING' check (status in ('WAITING', 'DONE', 'KEPT', 'FAILED')),
  count int not null default 0,
  message text,
  done_at timestamptz,
  primary key (offboarding_id, kind)
);
