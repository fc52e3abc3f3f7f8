-- What the clock of the fault tests writes: each run of its schedule, and each slot that was given out.
create table tick (ran_at timestamptz not null, pid int not null);
create table slot_given (slot timestamptz not null);
create function remember_slot() returns trigger language plpgsql as $$
begin
  if new.name = 'clock.tick' then insert into slot_given (slot) values (new.last_slot); end if;
  return new;
end $$;
create trigger schedule_run_remembered after insert or update of last_slot on schedule_run
  for each row execute function remember_slot();
