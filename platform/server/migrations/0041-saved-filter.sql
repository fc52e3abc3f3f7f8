-- Filters that people keep for their lists, and the one that a list opens with (PF-R131). Takes no time on the large data set.

create table saved_filter (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  -- Its maker, to whom it belongs.
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  -- The path of the list's call.
  list text not null,
  name text not null,
  filters jsonb not null,
  -- The organisation that it is shared with.
  org_id uuid,
  constraint saved_filter_name unique (created_by, list, name)
);
create index saved_filter_shared on saved_filter (org_id, list) where org_id is not null;

create table saved_filter_default (
  user_id uuid not null,
  list text not null,
  filter_id uuid not null references saved_filter on delete cascade,
  primary key (user_id, list)
);
create index saved_filter_default_filter on saved_filter_default (filter_id);
