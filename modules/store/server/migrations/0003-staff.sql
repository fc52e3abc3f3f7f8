-- People of own stores and their movements. 60,000 rows and 200,000 past ones on the large data set; new and empty here.

-- 人员: one row per employment. Rows of one human share the person key.
create table store_staff (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  staff_no text unique,
  name text not null,
  phone_cipher bytea not null,
  phone_hash bytea not null,
  phone_masked text not null,
  -- Asked for at the onboarding.
  id_no_cipher bytea,
  id_no_hash bytea,
  id_no_masked text,
  person_key bytea not null,
  store_id uuid not null references store (id),
  position_code text not null,
  employ_type text not null default 'FULL' check (employ_type in ('FULL', 'DISPATCH', 'INTERN', 'OUTSOURCE')),
  source text not null check (source in ('SITE', 'REFERRAL', 'HUNTER', 'CAMPUS', 'WALK_IN', 'IMPORT', 'ADOPTED')),
  referrer_staff_id uuid references store_staff (id),
  state text not null default 'CANDIDATE' check (state in
    ('CANDIDATE', 'INTERVIEWING', 'TO_JOIN', 'TRAINING', 'IN_POST', 'MOVING', 'LEAVING', 'LEFT', 'REJECTED')),
  state_before text check (state_before in ('TRAINING', 'IN_POST')),
  state_reason text,
  entry_date date,
  in_post_on date,
  leave_on date,
  leave_type text check (leave_type in ('RESIGN', 'DISMISS', 'EXPIRE', 'OTHER')),
  leave_reason text,
  -- The account and the post in authority.
  user_id uuid,
  post_id uuid,
  mentor_staff_id uuid references store_staff (id),
  photo_file_id uuid,
  resume_file_ids uuid[] not null default '{}',
  -- 不一致: the post ended elsewhere (ST-R33).
  is_out_of_step boolean not null default false,
  constraint store_staff_account
    check (state not in ('TRAINING', 'IN_POST', 'MOVING', 'LEAVING') or (user_id is not null and staff_no is not null)),
  constraint store_staff_moving check ((state in ('MOVING', 'LEAVING')) = (state_before is not null)),
  constraint store_staff_to_join check (state in ('CANDIDATE', 'INTERVIEWING', 'REJECTED') or entry_date is not null),
  constraint store_staff_left check (state not in ('LEAVING', 'LEFT') or leave_on is not null)
);
create unique index store_staff_one_per_phone on store_staff (phone_hash) where state not in ('LEFT', 'REJECTED');
create unique index store_staff_one_per_id on store_staff (id_no_hash) where state not in ('LEFT', 'REJECTED');
create unique index store_staff_of_user on store_staff (user_id) where state in ('TRAINING', 'IN_POST', 'MOVING', 'LEAVING');
create index store_staff_of_person on store_staff (person_key);
create index store_staff_newest on store_staff (updated_at desc, id desc);
create index store_staff_by_state on store_staff (state, updated_at desc, id desc);
create index store_staff_of_store on store_staff (store_id, state, entry_date desc, id desc);
create index store_staff_of_cell on store_staff (store_id, position_code, state);
create index store_staff_name_chars on store_staff using gin (string_to_array(lower(name), null));

-- 异动: a transfer, another position or leaving, with its approval and hand-over.
create table store_movement (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  movement_no text not null unique,
  staff_id uuid not null references store_staff (id),
  kind text not null check (kind in ('TRANSFER', 'POSITION', 'LEAVE')),
  from_store_id uuid not null references store (id),
  from_position_code text not null,
  to_store_id uuid references store (id),
  to_position_code text,
  -- The first day at the new place; of a leave the last day here.
  effective_date date not null,
  reason text not null,
  is_urgent boolean not null default false,
  leave_type text check (leave_type in ('RESIGN', 'DISMISS', 'EXPIRE', 'OTHER')),
  -- Leaving adds the person to the list of restricted persons (ST-R9).
  is_restricted boolean not null default false,
  file_ids uuid[] not null default '{}',
  default_successor_id uuid,
  state text not null default 'WAITING' check (state in
    ('WAITING', 'APPROVED', 'RUNNING', 'DONE', 'FAILED', 'REJECTED', 'WITHDRAWN')),
  failure text,
  constraint store_movement_target check ((kind = 'LEAVE') = (to_store_id is null and to_position_code is null)),
  constraint store_movement_differs
    check (kind = 'LEAVE' or to_store_id <> from_store_id or to_position_code <> from_position_code),
  constraint store_movement_leave check ((kind = 'LEAVE') = (leave_type is not null))
);
create unique index store_movement_one_open on store_movement (staff_id)
  where state in ('WAITING', 'APPROVED', 'RUNNING', 'FAILED');
create index store_movement_newest on store_movement (updated_at desc, id desc);
create index store_movement_from on store_movement (from_store_id, updated_at desc);
create index store_movement_into on store_movement (to_store_id, to_position_code, state);

create table store_movement_handover (
  movement_id uuid not null references store_movement (id),
  kind text not null,
  label text not null,
  count_at_start int not null check (count_at_start >= 0),
  to_user_id uuid,
  handed int not null default 0,
  state text not null default 'WAITING' check (state in ('WAITING', 'DONE', 'FAILED')),
  message text,
  primary key (movement_id, kind)
);
