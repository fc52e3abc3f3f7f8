-- Calls to the programs of others, written with the transaction that wants them and made after its commit (PF-R120). Takes no
-- time on the large data set.

create table outside_call (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  port text not null,
  key text not null,
  state text not null check (state in ('WAITING', 'CALLING', 'ASKING', 'ANSWERED', 'DONE', 'FAILED', 'HANDLED')),
  -- Personal data stand in both, so they lie under seal; they are forgotten once nobody needs them any more.
  request_sealed bytea,
  outcome_sealed bytea,
  tries int not null default 0,
  sent_at timestamptz,
  -- When somebody looks after it next; while a node is at it, when its lease ends. Null once it is over.
  due_at timestamptz,
  ends_at timestamptz,
  failure text check (failure in ('REFUSED', 'ABSENT', 'UNSURE', 'GIVEN_UP', 'WITHDRAWN')),
  last_error text,
  unique (port, key),
  check ((due_at is null) = (state in ('DONE', 'FAILED', 'HANDLED')))
);
create index outside_call_due on outside_call (port, due_at) where due_at is not null;
create index outside_call_newest on outside_call (created_at desc, id desc);
create index outside_call_troubled on outside_call (created_at desc, id desc)
  where last_error is not null and state not in ('DONE', 'HANDLED');
