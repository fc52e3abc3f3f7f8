-- Projects that open, rebuild, move or close stores. 2,000 projects, 28,000 nodes and 600,000 pictures on the large data
-- set; new and empty here.

-- 节点模板: each save is a new version, and projects keep theirs.
create table project_template (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  kind text not null check (kind in ('NEW', 'REBUILD', 'MOVE', 'CLOSE')),
  -- Null: for any type without a template of its own.
  store_type text,
  ver int not null check (ver >= 1),
  nodes jsonb not null,
  -- What is asked at each kind of verification, with its points.
  checks jsonb not null,
  unique nulls not distinct (kind, store_type, ver)
);

-- 项目经理设置: who takes which projects (ST-R26).
create table project_manager (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  user_id uuid not null unique,
  region_org_ids uuid[] not null default '{}',
  city_codes text[] not null default '{}',
  -- Empty: projects of every kind.
  kinds text[] not null default '{}' check (kinds <@ array['NEW', 'REBUILD', 'MOVE', 'CLOSE']),
  max_active int not null default 8 check (max_active between 1 and 30),
  valid_from date not null,
  valid_to date,
  is_enabled boolean not null default true,
  constraint project_manager_days check (valid_to >= valid_from)
);

create table store_project (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  project_no text not null unique,
  name text not null,
  kind text not null check (kind in ('NEW', 'REBUILD', 'MOVE', 'CLOSE')),
  -- Null while the store of a new project does not exist yet.
  store_id uuid references store (id),
  -- The store; before it exists, the city or region that it will stand below.
  org_id uuid not null,
  store_type text not null,
  operate_mode text not null check (operate_mode in ('DIRECT', 'PARTNER', 'AUTHORIZED')),
  city_code text not null,
  template_id uuid not null references project_template (id),
  manager_user_id uuid,
  manager_reason text,
  plan_start date not null,
  plan_open_date date not null,
  baseline_ver int not null default 0,
  baseline_open_date date,
  forecast_open_date date,
  actual_open_date date,
  -- The furthest stage that has begun; null before the first one.
  stage text check (stage in ('SITE', 'DESIGN', 'BUILD', 'PEOPLE', 'TRAIN', 'ACCEPT', 'OPENING')),
  progress float8 not null default 0 check (progress between 0 and 100),
  planned_progress float8 not null default 0 check (planned_progress between 0 and 100),
  risk text not null default 'NORMAL' check (risk in ('NORMAL', 'WARN', 'LATE', 'SEVERE')),
  state text not null default 'DRAFT' check (state in ('DRAFT', 'RUNNING', 'PAUSED', 'DONE', 'TERMINATED')),
  state_reason text,
  paused_on date,
  -- The opening day of a new baseline that waits for its approval (ST-R29).
  rebaseline_open_date date,
  rebaseline_reason text,
  budget_fen bigint check (budget_fen >= 0),
  cost_fen bigint check (cost_fen >= 0),
  -- The worst risk first, then the earliest opening; what has ended comes last.
  urgency int not null generated always as (
    case when state in ('DONE', 'TERMINATED') then 4 when risk = 'SEVERE' then 0 when risk = 'LATE' then 1
      when risk = 'WARN' then 2 else 3 end * 100000
    + (coalesce(forecast_open_date, plan_open_date) - date '2000-01-01')) stored,
  constraint store_project_days check (plan_open_date > plan_start + 20),
  constraint store_project_store check (kind = 'NEW' or store_id is not null),
  constraint store_project_paused check ((state = 'PAUSED') = (paused_on is not null)),
  constraint store_project_rebaseline check ((rebaseline_open_date is null) = (rebaseline_reason is null))
);
create index store_project_urgent on store_project (urgency, id);
create index store_project_of_org on store_project (org_id, urgency);
create index store_project_of_store on store_project (store_id);
create index store_project_of_manager on store_project (manager_user_id, state);
create index store_project_forecast on store_project (state, risk, forecast_open_date);

-- The plan of a project at each baseline, as it was approved.
create table project_baseline (
  project_id uuid not null references store_project (id),
  ver int not null,
  open_date date not null,
  nodes jsonb not null,
  reason text,
  set_at timestamptz not null,
  set_by uuid not null,
  primary key (project_id, ver)
);

create table project_node (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  project_id uuid not null references store_project (id),
  code text not null,
  sort int not null,
  stage text not null check (stage in ('SITE', 'DESIGN', 'BUILD', 'PEOPLE', 'TRAIN', 'ACCEPT', 'OPENING')),
  name text not null,
  is_milestone boolean not null default false,
  owner_user_id uuid,
  plan_start date not null,
  plan_end date not null,
  duration_days int not null check (duration_days >= 1),
  baseline_start date,
  baseline_end date,
  forecast_end date,
  actual_start date,
  actual_end date,
  progress int not null default 0 check (progress between 0 and 100),
  weight int not null check (weight between 1 and 100),
  predecessor_codes text[] not null default '{}',
  evidence_min int not null default 0 check (evidence_min >= 0),
  standard_text text not null default '',
  checklist jsonb not null default '[]',
  state text not null default 'NOT_STARTED'
    check (state in ('NOT_STARTED', 'DOING', 'SUBMITTED', 'DONE', 'WAIVED', 'CANCELLED')),
  delay_reason text,
  waive_reason text,
  unique (project_id, code),
  constraint project_node_span check (plan_end - plan_start + 1 = duration_days),
  constraint project_node_done check ((state = 'DONE') = (actual_end is not null))
);
create index project_node_due on project_node (plan_end) where state in ('NOT_STARTED', 'DOING', 'SUBMITTED');
create index project_node_of_owner on project_node (owner_user_id) where state in ('NOT_STARTED', 'DOING', 'SUBMITTED');

-- 附件 of nodes (ST-R24).
create table project_evidence (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  project_id uuid not null references store_project (id),
  node_id uuid not null references project_node (id),
  file_id uuid not null unique,
  file_name text not null,
  category text not null check (category in ('PHOTO', 'DRAWING', 'CONTRACT', 'PAPER', 'OTHER')),
  sha256 text not null,
  taken_at timestamptz,
  lng float8,
  lat float8,
  flags text[] not null default '{}' check (flags <@ array['DUP', 'TIME', 'PLACE', 'NO_FACTS']),
  note text
);
create index project_evidence_of_project on project_evidence (project_id, node_id);
create index project_evidence_same on project_evidence (sha256);

create table project_verification (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  project_id uuid not null references store_project (id),
  kind text not null check (kind in ('BUILD', 'IMAGE', 'OPENING')),
  round_no int not null check (round_no >= 1),
  items jsonb not null default '[]',
  total_score float8,
  verifier_ids uuid[] not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'DOING', 'PASSED', 'CONDITIONAL', 'FAILED')),
  submitted_at timestamptz,
  submitted_by uuid,
  unique (project_id, kind, round_no)
);
create index project_verification_of_person on project_verification using gin (verifier_ids);

-- 整改项 of a verification that was passed with conditions (ST-R25).
create table project_rectification (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  project_id uuid not null references store_project (id),
  verification_id uuid not null references project_verification (id),
  item_code text not null,
  requirement text not null,
  level text not null default 'NORMAL' check (level in ('NORMAL', 'MAJOR')),
  owner_user_id uuid not null,
  deadline date not null,
  before_file_ids uuid[] not null,
  after_file_ids uuid[] not null default '{}',
  state text not null default 'OPEN' check (state in ('OPEN', 'CHECKING', 'CLOSED')),
  unique (verification_id, item_code)
);
create index project_rectification_of_project on project_rectification (project_id, state);
