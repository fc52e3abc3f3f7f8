-- Notices to single people. A new, empty table: no time at all on any data set.

create table notice (
  id uuid primary key,
  user_id uuid not null,
  category text not null check (category in ('TASK', 'APPROVAL', 'WARNING', 'SYSTEM')),
  level text not null check (level in ('INFO', 'WARN', 'ERROR')),
  title text not null,
  content text not null,
  route text,
  -- What it is about: a second one about the same takes the place of the unread first.
  merge_key text not null,
  read_at timestamptz,
  created_at timestamptz not null
);
create index notice_newest on notice (user_id, created_at desc, id desc);
create unique index notice_one_unread on notice (user_id, category, merge_key) where read_at is null;
create index notice_by_age on notice (created_at);
