-- Since when the tax program is asked, so that nobody asks without end for what it does not know (OR-R10).
alter table order_invoice add column asked_at timestamptz;
update order_invoice set asked_at = updated_at where state in ('APPLYING', 'RED_PENDING');

-- Where the sender worked, so that what waits is applied later with his sight and in his name (OR-R14).
alter table order_event_in add column told_in uuid[] not null default '{}';
