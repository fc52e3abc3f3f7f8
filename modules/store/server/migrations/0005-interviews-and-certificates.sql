-- Interviews, post standards, certificates and training. 400,000 interviews and 3 million training records on the large data
-- set; new and empty here, so the new columns of positions and people are added at once.

alter table store_position
  add column is_cert_required boolean not null default false,
  -- Up to four rounds with their dimensions and pass score; empty: one round with one dimension.
  add column interview_rounds jsonb not null default '[]';

alter table store_staff
  -- What the certificate of the present position says, kept with it and every night.
  add column cert_state text not null default 'NONE' check (cert_state in
    ('NONE', 'PENDING', 'DOING', 'CERTIFIED', 'EXPIRING', 'EXPIRED', 'REVOKED')),
  add column cert_expire_on date;
create index store_staff_by_cert on store_staff (cert_state, updated_at desc, id desc) where cert_state <> 'NONE';

-- 面试: one round of a candidate.
create table interview (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  staff_id uuid not null references store_staff (id),
  store_id uuid not null references store (id),
  round_no int not null check (round_no between 1 and 4),
  -- Name, dimensions and pass score of the round as they were when it was arranged.
  round jsonb not null,
  mode text not null check (mode in ('ON_SITE', 'VIDEO', 'PHONE')),
  start_at timestamptz not null,
  end_at timestamptz not null,
  place text,
  link text,
  chair_user_id uuid not null,
  interviewer_ids uuid[] not null check (cardinality(interviewer_ids) between 1 and 5),
  state text not null default 'PLANNED' check (state in
    ('PLANNED', 'TO_RATE', 'PASSED', 'FAILED', 'CANCELLED', 'NO_SHOW')),
  -- The mean of all feedback, once everybody has rated (ST-R11).
  avg_score float8 check (avg_score between 1 and 5),
  decision_note text,
  constraint interview_length check (end_at - start_at between interval '15 minutes' and interval '240 minutes'),
  constraint interview_chair check (chair_user_id = any (interviewer_ids)),
  constraint interview_link check (mode <> 'VIDEO' or link is not null)
);
create unique index interview_one_per_round on interview (staff_id, round_no) where state not in ('CANCELLED', 'NO_SHOW');
create index interview_newest on interview (start_at desc, id desc);
create index interview_by_state on interview (state, start_at desc, id desc);
create index interview_of_store on interview (store_id, start_at desc, id desc);
create index interview_of_people on interview using gin (interviewer_ids);

-- 评价: what an interviewer says, blind until the reader has said his own.
create table interview_feedback (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  interview_id uuid not null references interview (id),
  user_id uuid not null,
  items jsonb not null,
  verdict text not null check (verdict in ('PASS', 'HOLD', 'FAIL')),
  comment text not null,
  unique (interview_id, user_id)
);

-- 岗位标准: what somebody has to show for a position, in versions.
create table post_standard (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  position_code text not null,
  ver int not null check (ver >= 1),
  pass_score int not null check (pass_score between 0 and 100),
  -- 0: without an end.
  valid_months int not null check (valid_months between 0 and 120),
  force_retrain_days int check (force_retrain_days between 0 and 365),
  -- Pictures with their captions, at most 30.
  images jsonb not null default '[]',
  state text not null default 'DRAFT' check (state in ('DRAFT', 'ONLINE', 'RETIRED')),
  published_on date,
  unique (position_code, ver)
);
create unique index post_standard_one_online on post_standard (position_code) where state = 'ONLINE';
create unique index post_standard_one_draft on post_standard (position_code) where state = 'DRAFT';

create table post_standard_item (
  id uuid primary key,
  standard_id uuid not null references post_standard (id),
  sort int not null,
  side text not null check (side in ('UP', 'DOWN')),
  name text not null,
  kind text not null check (kind in ('COURSE', 'EXAM', 'PRACTICE', 'PAPER', 'MONTHS', 'RED_LINE')),
  pass_rule text,
  is_required boolean not null,
  -- 0: not scored.
  weight int not null check (weight between 0 and 100),
  retry_limit int not null check (retry_limit between 0 and 10),
  evidence_min int not null check (evidence_min between 0 and 9),
  unique (standard_id, sort),
  constraint post_standard_item_red_line check (kind <> 'RED_LINE' or side = 'DOWN'),
  constraint post_standard_item_scored check (side = 'UP' or weight = 0)
);

-- 认证: whether a person may hold a position, by the standard of the day on which it was opened.
create table certification (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  staff_id uuid not null references store_staff (id),
  -- The store of the person; it follows a transfer.
  store_id uuid not null references store (id),
  position_code text not null,
  standard_id uuid not null references post_standard (id),
  state text not null default 'DOING' check (state in
    ('DOING', 'REVIEW', 'CERTIFIED', 'CHALLENGED', 'FAILED', 'EXPIRED', 'REVOKED')),
  score float8 check (score between 0 and 100),
  certified_on date,
  expire_on date,
  -- The last day on which somebody stays in post without the certificate (ST-R13); null: not in post.
  due_on date,
  note text,
  -- The red line that was reported, by whom and with what (ST-R15).
  report_item_id uuid references post_standard_item (id),
  report_note text,
  report_file_ids uuid[] not null default '{}' check (cardinality(report_file_ids) <= 9),
  reported_by uuid,
  constraint certification_certified check (state not in ('CERTIFIED', 'CHALLENGED', 'EXPIRED', 'REVOKED') or certified_on is not null),
  constraint certification_challenged check (state <> 'CHALLENGED' or (report_item_id is not null and reported_by is not null))
);
create unique index certification_one_open on certification (staff_id, position_code)
  where state not in ('EXPIRED', 'REVOKED', 'FAILED');
create index certification_newest on certification (updated_at desc, id desc);
create index certification_by_state on certification (state, updated_at desc, id desc);
create index certification_of_store on certification (store_id, updated_at desc, id desc);
create index certification_of_staff on certification (staff_id);
create index certification_ending on certification (expire_on) where state = 'CERTIFIED';
create index certification_due on certification (due_on) where due_on is not null;

create table cert_result (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  cert_id uuid not null references certification (id),
  item_id uuid not null references post_standard_item (id),
  score int check (score between 0 and 100),
  is_passed boolean not null,
  file_ids uuid[] not null default '{}' check (cardinality(file_ids) <= 9),
  attempts int not null default 1 check (attempts >= 1),
  note text,
  unique (cert_id, item_id)
);

-- 培训记录.
create table training_record (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  staff_id uuid not null references store_staff (id),
  -- The store of the person; it follows a transfer.
  store_id uuid not null references store (id),
  course_code text not null,
  course_name text not null,
  trained_on date not null,
  form text not null check (form in ('ONLINE', 'OFFLINE', 'MENTOR')),
  hours float8 check (hours between 0 and 1000),
  score int check (score between 0 and 100),
  is_passed boolean not null,
  expire_on date,
  source text not null check (source in ('MANUAL', 'IMPORT')),
  unique (staff_id, course_code, trained_on),
  constraint training_record_days check (expire_on is null or expire_on >= trained_on)
);
create index training_record_newest on training_record (trained_on desc, id desc);
create index training_record_of_store on training_record (store_id, trained_on desc, id desc);
create index training_record_of_course on training_record (course_code, trained_on desc, id desc);

-- 培训标准: what a store of a type and level needs before it opens (ST-R27).
create table train_standard (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  store_type text not null,
  store_level text not null check (store_level in ('S', 'A', 'B', 'C')),
  position_code text not null,
  min_heads int not null check (min_heads between 0 and 200),
  course_codes text[] not null default '{}' check (cardinality(course_codes) <= 30),
  min_cert_pct int not null check (min_cert_pct between 0 and 100),
  -- How many days before the opening the training shall be done.
  lead_days int not null check (lead_days between 0 and 180),
  unique (store_type, store_level, position_code)
);
