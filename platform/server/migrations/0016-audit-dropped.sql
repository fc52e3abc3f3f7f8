-- Seals whose rows have gone with their month (PF-R98). They stay in the chain; only their rows cannot be read anew.

create table audit_seal_dropped (
  seal_no bigint primary key references audit_seal (no),
  -- 2023-11
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  dropped_at timestamptz not null
);
create trigger audit_seal_dropped_append_only before update or delete on audit_seal_dropped
  for each row execute function refuse_change();
