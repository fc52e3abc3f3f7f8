-- Requests that wait for somebody's approval, what was decided, and who decides for whom (PF-R113 to PF-R118). New, empty tables:
-- no time at all on any data set.

create extension if not exists btree_gist;

create table approval (
  id uuid primary key,
  -- The kind of the flow, such as partner.contract.
  flow text not null,
  -- The record that it is about, as people know it, and its version when it was shown.
  biz_id uuid not null,
  biz_no text not null,
  biz_version int not null,
  org_id uuid not null,
  title text not null,
  -- What the approvers are shown, as it was at the request: labels and texts.
  facts jsonb not null,
  -- Keys of the levels that it goes through, in order, as the facts asked for them at the request.
  levels text[] not null check (cardinality(levels) > 0),
  level_no int not null default 1 check (level_no between 1 and cardinality(levels)),
  level_code text not null,
  level_org_id uuid not null,
  -- Whoever reaches the record may decide; else the organisation of the level has to be reached as well.
  is_at_record boolean not null,
  state text not null default 'OPEN' check (state in ('OPEN', 'APPROVED', 'REJECTED', 'RETURNED', 'WITHDRAWN')),
  applicant_id uuid not null,
  -- The applicant and whoever else wrote what is asked for: none of them decides it.
  parties uuid[] not null,
  applied_at timestamptz not null,
  waiting_since timestamptz not null,
  due_at timestamptz,
  -- The nearest holders, who are told of it; empty: nobody can decide it now.
  asked uuid[] not null default '{}',
  -- Who took the open level over from somebody who left.
  handed_to uuid,
  ended_at timestamptz,
  constraint approval_ended check ((state = 'OPEN') = (ended_at is null))
);
create unique index approval_one_open on approval (flow, biz_id) where state = 'OPEN';
create index approval_of_record on approval (biz_id, applied_at desc);
create index approval_waiting on approval (level_code, waiting_since, id) where state = 'OPEN';
create index approval_by_applicant on approval (applicant_id, applied_at desc, id desc);
create index approval_asked on approval using gin (asked) where state = 'OPEN';

create table approval_decision (
  approval_id uuid not null references approval (id),
  level_no int not null,
  level_key text not null,
  verdict text not null check (verdict in ('APPROVE', 'REJECT', 'RETURN')),
  note text not null default '',
  decided_by uuid not null,
  -- Whose duty it was, where somebody decided for a person who is away.
  on_behalf_of uuid,
  waiting_since timestamptz not null,
  decided_at timestamptz not null,
  primary key (approval_id, level_no)
);
create index approval_decision_by on approval_decision (decided_by, decided_at desc);
create index approval_decision_for on approval_decision (on_behalf_of, decided_at desc) where on_behalf_of is not null;

create table approval_delegation (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  giver_id uuid not null,
  taker_id uuid not null,
  starts_on date not null,
  ends_on date not null,
  reason text not null,
  ended_at timestamptz,
  constraint approval_delegation_days check (starts_on <= ends_on and ends_on - starts_on < 30),
  constraint approval_delegation_other check (giver_id <> taker_id),
  -- A duty lies with one person at a time.
  constraint approval_delegation_no_overlap exclude using gist (
    giver_id with =, daterange(starts_on, ends_on, '[]') with &&
  ) where (ended_at is null)
);
create index approval_delegation_taker on approval_delegation (taker_id, ends_on) where ended_at is null;
create index approval_delegation_giver on approval_delegation (giver_id, created_at desc);
