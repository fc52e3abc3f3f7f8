-- Changes of the organisation tree. A new, empty table: no time at all on any data set.

create table org_change (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  change_no text not null unique,
  kind text not null check (kind in ('MOVE', 'MERGE', 'DISABLE', 'ENABLE')),
  source_org_id uuid not null references organization (id),
  target_org_id uuid references organization (id),
  planned_at timestamptz,
  done_at timestamptz,
  -- What it was expected to bring about when it was confirmed, and the digest of all of it.
  impact jsonb check (jsonb_typeof(impact) = 'object'),
  impact_token text,
  reason text,
  failure text,
  status text not null check (status in ('PLANNED', 'DONE', 'CANCELED', 'FAILED')),
  constraint org_change_move_has_target check (kind not in ('MOVE', 'MERGE') or target_org_id is not null),
  constraint org_change_plan_has_time check (status <> 'PLANNED' or planned_at is not null)
);
create index org_change_of_source on org_change (source_org_id, created_at desc);
create index org_change_of_target on org_change (target_org_id, created_at desc) where target_org_id is not null;
create index org_change_due on org_change (planned_at) where status = 'PLANNED';
create unique index org_change_one_plan on org_change (source_org_id) where status = 'PLANNED';

-- ORG000123 for organisations whose code nobody chose.
create sequence organization_code;

create unique index position_one_per_name on position (name);
-- Leaders who have to follow a move, or block a leave, are found by person.
create index organization_of_leader on organization (leader_user_id) where leader_user_id is not null;
