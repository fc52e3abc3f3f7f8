-- Timers that modules set for a time to come (PF-R110). Takes no time on the large data set.

create table timer (
  kind text not null,
  key text not null,
  due_at timestamptz not null,
  payload jsonb not null,
  attempts int not null default 0,
  -- When it is tried next: its time, or later where its handler failed.
  next_try_at timestamptz not null,
  last_error text,
  primary key (kind, key)
);
create index timer_next on timer (next_try_at);
