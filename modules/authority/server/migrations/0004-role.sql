-- Versions and risk of roles. Hundreds of roles: takes no time on the large data set.

-- Points of AU-R32. They follow from the codes and the weights of the running release, so every start computes them anew.
alter table role add column risk_points float8 not null default 0 check (risk_points >= 0);
create index role_name_chars on role using gin (string_to_array(lower(name), null));

-- One row per save, never changed: what the role was from then on (AU-R34).
create table role_version (
  id uuid primary key,
  role_id uuid not null references role (id),
  version int not null,
  snapshot jsonb not null check (jsonb_typeof(snapshot) = 'object'),
  note text not null,
  editor_id uuid not null,
  created_at timestamptz not null,
  constraint role_version_once unique (role_id, version)
);
