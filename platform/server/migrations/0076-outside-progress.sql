-- What the other side says while it works on a call is no error (PF-R120). Takes no time on the large data set.

alter table outside_call add column progress text;
