-- Indexes for lists of orders among millions, newest first: by state, those under way, on hold, by tag and by the day of delivery.
-- They take about a minute on the large data set of 5 M orders.
create index sales_order_by_state on sales_order (state, created_at desc, id desc);
create index sales_order_live on sales_order (created_at desc, id desc) where state not in ('DELIVERED', 'CANCELLED', 'CLOSED');
create index sales_order_held on sales_order (created_at desc, id desc) where held_reason is not null;
create index sales_order_tagged on sales_order using gin (tags);
create index sales_order_delivered on sales_order (delivered_at) where delivered_at is not null;
