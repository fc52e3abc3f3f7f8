-- Of the events that a listener still owes to one record, only the earliest has a time of its next try; the others wait for it
-- without one. So the next deliveries are found by an index, whatever the number that waits (PF-R107). Deliveries that wait
-- while this runs keep their time; the dispatcher takes it from those that are not the earliest. Takes seconds on the large
-- data set: deliveries that are done stay out of both indexes.

alter table event_delivery alter column next_try_at drop not null;
create index event_delivery_due on event_delivery (listener, next_try_at, event_id)
  where done_at is null and next_try_at is not null;
create index event_delivery_record on event_delivery (listener, key, event_id) where done_at is null;
drop index event_delivery_waiting;
