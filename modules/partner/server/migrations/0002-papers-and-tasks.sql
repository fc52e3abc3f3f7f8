-- Papers, onboarding tasks and requests to change what a company is called. 15,000, 10,000 and a few rows on the large
-- data set; new and empty here.

create table partner_qualification (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  partner_id uuid not null references partner (id),
  kind text not null check (kind in ('LICENSE', 'ACCOUNT', 'PERMIT', 'INSURANCE', 'DATA', 'OTHER')),
  number text,
  issue_on date,
  -- Null where it holds for ever.
  expire_on date,
  file_ids uuid[] not null check (cardinality(file_ids) > 0),
  state text not null default 'WAITING' check (state in ('WAITING', 'VALID', 'REJECTED', 'EXPIRED')),
  -- Why it was turned down.
  note text,
  reviewed_by uuid,
  reviewed_at timestamptz,
  check (expire_on is null or issue_on is null or issue_on <= expire_on)
);
create index partner_qualification_of_partner on partner_qualification (partner_id, kind);
create index partner_qualification_ending on partner_qualification (expire_on) where state = 'VALID';
create index partner_qualification_expired on partner_qualification (partner_id) where state = 'EXPIRED';

create table partner_onboard_task (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  partner_id uuid not null references partner (id),
  code text not null,
  name text not null,
  owner_role text not null,
  -- Its holders see to it.
  owner_code text not null,
  mandatory boolean not null,
  -- Codes of tasks, or `paper:KIND`.
  depends_on text[] not null default '{}',
  -- How long it takes once it can be begun.
  days int not null check (days > 0),
  due_on date not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'DOING', 'DONE', 'REJECTED')),
  evidence text,
  file_ids uuid[] not null default '{}',
  note text,
  done_at timestamptz,
  sort int not null,
  unique (partner_id, code)
);
create index partner_onboard_task_open on partner_onboard_task (due_on) where state <> 'DONE';

-- The name and the code of a company that is under way are changed by a request that the legal department grants (PT-R19).
create table partner_change (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  partner_id uuid not null references partner (id),
  full_name text not null,
  short_name text not null,
  uscc text not null,
  reason text not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'APPROVED', 'REJECTED')),
  note text,
  reviewed_by uuid,
  reviewed_at timestamptz
);
create unique index partner_change_one_waiting on partner_change (partner_id) where state = 'WAITING';
create index partner_change_of_partner on partner_change (partner_id, created_at desc);
