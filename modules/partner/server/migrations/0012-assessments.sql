-- 考核 of partners, one for each month. 36,000 rows a year on the large data set; new and empty here.

create table partner_assessment (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  partner_id uuid not null references partner (id),
  -- A month, YYYY-MM.
  period text not null check (period ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  -- Each metric with its weight, and value and score where they are known (PT-R15).
  items jsonb not null,
  -- In hundredths, so that sums are exact.
  total_hundredths int check (total_hundredths between 0 and 10000),
  level text check (level in ('S', 'A', 'B', 'C')),
  -- For the brand only.
  comment text,
  state text not null default 'DRAFT' check (state in ('DRAFT', 'CLOSED')),
  closed_at timestamptz,
  -- Asked for at the second C in a row: until when, and what was done.
  rectify_due_on date,
  rectified_at timestamptz,
  rectify_note text,
  constraint partner_assessment_closed check (state = 'DRAFT' or (total_hundredths is not null and level is not null)),
  unique (partner_id, period)
);
create index partner_assessment_newest on partner_assessment (period desc, id desc);
create index partner_assessment_rectify on partner_assessment (rectify_due_on)
  where rectify_due_on is not null and rectified_at is null;
