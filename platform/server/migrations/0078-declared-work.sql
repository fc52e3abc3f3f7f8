-- The listeners and kinds of timers that nodes declare, with the last time that a node did, so that a node knows what
-- only those of another release declare (PF-R108, PF-R110). Takes no time on the large data set.

create table declared_work (
  kind text not null check (kind in ('LISTENER', 'TIMER')),
  name text not null,
  declared_at timestamptz not null,
  primary key (kind, name)
);
