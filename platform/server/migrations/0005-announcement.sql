-- Announcements and who has read them. New, empty tables: no time at all on any data set.

create table announcement (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  -- Where its author worked; with the author, what the data scope of those who maintain announcements looks at.
  org_id uuid,
  announcement_no text not null unique,
  title text not null,
  content text not null,
  audience text not null check (audience in ('ALL', 'ORGS', 'ROLES')),
  -- Organisations with all below them, or roles; their tables belong to a module.
  audience_ids uuid[] not null default '{}',
  publish_at timestamptz,
  expire_at timestamptz,
  is_pinned boolean not null default false,
  must_read boolean not null default false,
  status text not null check (status in ('DRAFT', 'PUBLISHED', 'WITHDRAWN')),
  -- When open pages were told; null while the time of publishing is still to come.
  told_at timestamptz,
  constraint announcement_audience_is_named check ((audience = 'ALL') = (cardinality(audience_ids) = 0)),
  constraint announcement_published_has_time check (status <> 'PUBLISHED' or publish_at is not null),
  constraint announcement_time_in_order check (expire_at is null or publish_at is null or publish_at < expire_at)
);
create index announcement_newest on announcement (created_at desc, id desc);
create index announcement_shown on announcement (publish_at desc) where status = 'PUBLISHED';

create table announcement_read (
  announcement_id uuid not null references announcement (id) on delete cascade,
  user_id uuid not null,
  read_at timestamptz not null,
  primary key (announcement_id, user_id)
);
