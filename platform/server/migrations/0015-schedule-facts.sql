-- When scheduled work last ran, where, and how it ended. A table of a few dozen rows.

alter table schedule_run
  add column started_at timestamptz,
  add column finished_at timestamptz,
  add column node text,
  add column last_error text;
