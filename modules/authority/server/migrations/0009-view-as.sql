-- Who looked through whose eyes, and for how long (AU-R26). New table: takes no time.
create table view_as (
  id uuid primary key,
  session_id uuid not null references session (id),
  viewer_id uuid not null references app_user (id),
  user_id uuid not null references app_user (id),
  membership_id uuid not null references membership (id),
  organization_id uuid not null references organization (id),
  started_at timestamptz not null,
  expires_at timestamptz not null,
  -- From here on nothing is answered any more.
  ended_at timestamptz,
  end_reason text check (end_reason in ('LEFT', 'TIMEOUT', 'SESSION')),
  -- When the pages of the viewer went back to himself: until then no call may act in his own name, since the page on the
  -- screen still shows somebody else's view.
  left_at timestamptz,
  constraint view_as_end_is_told check ((ended_at is null) = (end_reason is null)),
  constraint view_as_left_after_end check (left_at is null or ended_at is not null),
  constraint view_as_of_another check (viewer_id <> user_id)
);
create unique index view_as_one_per_session on view_as (session_id) where left_at is null;
create index view_as_to_end on view_as (expires_at) where ended_at is null;
