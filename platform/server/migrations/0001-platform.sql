-- What every module stands on: audit, events, live messages, dictionaries, parameters, numbers, limits, repeats.

create table audit_log (
  id uuid not null,
  occurred_at timestamptz not null,
  actor_id uuid not null,
  actor_name text not null,
  actor_org_id text not null,
  on_behalf_of uuid,
  session_id uuid,
  ip text not null,
  module text not null,
  biz_type text not null,
  biz_id text not null,
  biz_no text,
  action text not null,
  action_name text not null,
  summary text,
  diffs jsonb not null default '[]',
  reason text,
  source text not null,
  result text not null,
  trace_id text not null,
  primary key (id, occurred_at)
) partition by range (occurred_at);
create index audit_log_of_record on audit_log (biz_type, biz_id, occurred_at desc);
create index audit_log_of_actor on audit_log (actor_id, occurred_at desc);
create index audit_log_newest on audit_log (occurred_at desc, id desc);

-- Months are made ahead by a schedule; the default part only catches what no month has been made for.
create table audit_log_rest partition of audit_log default;

-- Logs cannot be changed or taken away through the product (PF-R98).
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_change();

create table event_outbox (
  id bigint generated always as identity primary key,
  name text not null,
  key text not null,
  payload jsonb not null,
  created_at timestamptz not null
);

-- One row per event and listener, made with the event; gone from "waiting" once the listener's transaction committed.
create table event_delivery (
  event_id bigint not null references event_outbox (id) on delete cascade,
  listener text not null,
  key text not null,
  attempts int not null default 0,
  next_try_at timestamptz not null,
  done_at timestamptz,
  last_error text,
  primary key (listener, event_id)
);
create index event_delivery_waiting on event_delivery (listener, event_id) where done_at is null;

create unlogged table live_event (
  id bigint generated always as identity primary key,
  session_id uuid,
  user_id uuid,
  payload jsonb not null,
  created_at timestamptz not null
);
create index live_event_created on live_event (created_at);

create table dict_type (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  code text not null unique,
  name text not null,
  module text not null,
  built_in boolean not null
);

create table dict_entry (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  code text not null references dict_type (code),
  entry_meaning text not null,
  entry_value text not null,
  sort int not null,
  color text,
  status text not null check (status in ('ENABLED', 'DISABLED')),
  unique (code, entry_value)
);

create table param (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  key text not null unique,
  value text not null
);

create table number_sequence (
  kind text not null,
  period text not null,
  next_value bigint not null,
  primary key (kind, period)
);

-- Counts within fixed windows, shared by all nodes. Unlogged: after a crash of the database the windows start anew.
create unlogged table rate_counter (
  subject text not null,
  window_start timestamptz not null,
  count int not null,
  primary key (subject, window_start)
);

create table idempotency_key (
  actor_id uuid not null,
  key text not null,
  endpoint text not null,
  request_hash bytea not null,
  answer jsonb,
  created_at timestamptz not null,
  primary key (actor_id, key)
);
create index idempotency_key_created on idempotency_key (created_at);

-- Keys that all nodes share and that no file of the repository holds.
create table server_secret (
  name text primary key,
  value bytea not null,
  previous bytea,
  created_at timestamptz not null
);

create table schedule_run (
  name text primary key,
  last_slot timestamptz not null
);
