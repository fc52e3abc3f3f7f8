-- What the board counts by day (section 9): 大定, 锁单 and 交付. A few thousand rows of the demo; built within a second.
create index order_stage_deposited on order_stage (at) where to_state = 'BIG';
create index sales_order_locked_on on sales_order (locked_at) where locked_at is not null;
create index sales_order_delivered_on on sales_order (delivered_at) where delivered_at is not null;
