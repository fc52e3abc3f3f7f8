-- Suspensions and exits of partners with every thing they touched. A few hundred rows, the largest with 21,000 items; new
-- and empty here.

create table partner_suspension (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  partner_id uuid not null references partner (id),
  kind text not null check (kind in ('SUSPEND', 'TERMINATE')),
  reason text not null,
  file_ids uuid[] not null default '{}',
  -- What is done with each kind of thing: [{ kind, action, receiverId }].
  plan jsonb not null default '[]',
  -- What lay with the partner when somebody looked last: [{ kind, label, count }].
  preview jsonb not null default '[]',
  previewed_at timestamptz,
  state text not null default 'DRAFT'
    check (state in ('DRAFT', 'REJECTED', 'CONFIRMED', 'EXECUTING', 'DONE', 'PARTLY', 'UNDOING', 'UNDONE')),
  -- Why a draft was turned down.
  state_reason text,
  submitted_by uuid,
  submitted_at timestamptz,
  confirmed_by uuid,
  -- When the partner stopped.
  effective_at timestamptz,
  finished_at timestamptz,
  undone_by uuid,
  undo_reason text,
  undo_began_at timestamptz,
  undone_at timestamptz,
  -- The second person is another one (PT-R7); an exit needs one only.
  constraint partner_suspension_two_persons
    check (kind <> 'SUSPEND' or confirmed_by is null or confirmed_by <> submitted_by),
  constraint partner_suspension_in_force
    check (state in ('DRAFT', 'REJECTED') or (confirmed_by is not null and effective_at is not null))
);
create unique index partner_suspension_one_draft on partner_suspension (partner_id) where state = 'DRAFT';
create index partner_suspension_of_partner on partner_suspension (partner_id, created_at desc);
create index partner_suspension_open on partner_suspension (state) where state not in ('DONE', 'UNDONE', 'REJECTED');

-- One row per thing touched: the basis of exact restore (PT-R8).
create table partner_cascade_item (
  suspension_id uuid not null references partner_suspension (id),
  item_no int not null,
  kind text not null,
  target_id text not null,
  label text not null,
  action text not null,
  receiver_id uuid,
  state text not null default 'WAITING' check (state in ('WAITING', 'DONE', 'FAILED', 'SKIPPED')),
  message text,
  tries int not null default 0,
  before jsonb,
  after jsonb,
  done_at timestamptz,
  restored text check (restored in ('RESTORED', 'KEPT', 'FAILED')),
  restore_message text,
  restored_at timestamptz,
  primary key (suspension_id, item_no),
  -- Nothing is done twice (PT-R7).
  unique (suspension_id, kind, target_id),
  constraint partner_cascade_item_done check (state <> 'DONE' or (before is not null and after is not null))
);
create index partner_cascade_item_by_state on partner_cascade_item (suspension_id, state, item_no);
create index partner_cascade_item_restored on partner_cascade_item (suspension_id, restored);
