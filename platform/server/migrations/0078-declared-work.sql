-- The listeners and kinds of timers that nodes declare, with the start of the last node that did, so that a node of a former release
-- knows what only a newer one declares (PF-R108, PF-R110). Takes no time on the large data set.

create table declared_work (
  kind text not null check (kind in ('LISTENER', 'TIMER')),
  name text not null,
  declared_at timestamptz not null,
  primary key (kind, name)
);
