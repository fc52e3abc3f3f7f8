-- Indexes for lists of orders among millions: newest first by days (a condition on a later column of an index is tested there, without a
-- look at the order), late under way or handed over late; and by the columns after which a list may be sorted.
-- They take about half a minute on 1 M orders.
drop index sales_order_newest;
create index sales_order_newest on sales_order (created_at desc, id desc, promise_effective, eta, locked_at, stage_at);
drop index sales_order_live;
create index sales_order_live on sales_order (created_at desc, id desc, promise_effective)
  where state not in ('DELIVERED', 'CANCELLED', 'CLOSED');
create index sales_order_handed_over on sales_order (created_at desc, id desc, delivered_at) where delivered_at is not null;
create index sales_order_late on sales_order (created_at desc, id desc)
  where (delivered_at at time zone 'Asia/Shanghai')::date > promise_effective;
create index sales_order_by_promise on sales_order (promise_effective, id) where promise_effective is not null;
create index sales_order_by_eta on sales_order (eta, id) where eta is not null;
create index sales_order_by_update on sales_order (updated_at, id);
create index sales_order_of_stage on sales_order (stage_at);
-- The same as sales_order_delivered_on.
drop index sales_order_delivered;
