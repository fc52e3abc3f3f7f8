-- Notices that travel (PF-R124): when one was handed to the carriers, and the switches by which people keep some of them from
-- travelling. Takes no time on the large data set: both are empty at first.

alter table notice add carried_at timestamptz;

-- A row is a switch that is off; all others are on.
create table notice_switch_off (
  user_id uuid not null,
  carrier text not null,
  category text not null check (category in ('TASK', 'APPROVAL', 'WARNING', 'SYSTEM')),
  primary key (user_id, carrier, category)
);
