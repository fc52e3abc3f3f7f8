-- What the work of the fault tests writes; nothing here is unique, so that a doubled effect is seen.
create table slow_row (n int not null, pid int not null);
create table slow_run (schedule text not null, pid int not null);
