-- Use of permissions per person, and the bodies of chosen interfaces. The large set has some 5 million caller rows: the
-- first insert takes about ten seconds, the rest no time.

-- When somebody used a permission last (AU-R36): the calls of 90 days in a form that a page of roles can be judged by.
create table permission_use (
  permission_code text not null,
  user_id uuid not null,
  last_used_at timestamptz not null,
  primary key (permission_code, user_id)
);
insert into permission_use (permission_code, user_id, last_used_at)
select i.permission_code, c.user_id, max(c.last_called_at)
from interface_caller_daily c join api_interface i on i.id = c.interface_id
where c.calls > c.overstepped and i.permission_code like '%:%'
group by i.permission_code, c.user_id;

-- What was sent and answered is kept for seven days, masked (AU-R47).
alter table api_interface add column log_body boolean not null default false;
drop index api_interface_watched;
create index api_interface_watched on api_interface (id)
  where status = 'DISABLED' or sensitive or log_body or rate_per_min is not null;

create table interface_body_log (
  id uuid primary key,
  interface_id uuid not null references api_interface (id) on delete cascade,
  occurred_at timestamptz not null,
  trace_id text not null,
  -- Null for calls without a session.
  actor_id uuid,
  status int not null,
  msg_code text not null,
  ms int not null,
  request text not null,
  answer text
);
create index interface_body_log_newest on interface_body_log (interface_id, occurred_at desc, id desc);
create index interface_body_log_age on interface_body_log (occurred_at);
