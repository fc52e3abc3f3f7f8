-- Business numbers whose looks an administrator changed (PF-R89); without a row, they look as their module declares.

create table number_rule (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  kind text not null unique,
  prefix text not null check (prefix ~ '^[A-Z]{2,4}$'),
  seq_length int not null check (seq_length between 4 and 9),
  -- Prefixes that its numbers once had: no other kind may take them.
  past_prefixes text[] not null default '{}'
);
create unique index number_rule_one_per_prefix on number_rule (prefix);
