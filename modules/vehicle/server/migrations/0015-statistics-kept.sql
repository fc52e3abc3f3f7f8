-- What takes its time to count over all cars, as a schedule counted it last. New and empty here; two rows.

create table car_statistics (
  part text primary key check (part in ('LEAD_TIMES', 'CONFIGURATIONS')),
  counted_at timestamptz not null,
  value jsonb not null
);
