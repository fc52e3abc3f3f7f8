-- Which work was handed over by which job: each kind once per job, however often the job runs. Instant at any size.
create table work_hand_over (
  job_id uuid not null,
  kind text not null,
  holder_kind text not null check (holder_kind in ('person', 'organization')),
  from_id uuid not null,
  to_id uuid not null,
  count int not null default 0 check (count >= 0),
  handed_at timestamptz not null,
  primary key (job_id, kind)
);
