-- The version in which a batch left a record, so that an undo sees every later change (PF-R119). Takes no time on the large data set.

alter table batch_row add column version int;
