-- Somebody with hundreds of organisations is shown cars by looking at one after the other. What no organisation reaches, such
-- as cars not yet built or free in a warehouse, is not looked at.
create index car_whereabouts_reached on car (whereabouts, updated_at desc, id desc) include (place_org_id, hold_org_ids)
  where place_org_id is not null or hold_org_ids <> '{}';
drop index car_whereabouts;
create index car_whereabouts on car (whereabouts, updated_at desc, id desc);

-- stock kinds such as test drives are few among many: listed and counted without a look at the cars themselves
drop index car_of_stock;
create index car_of_stock on car (stock_kind, updated_at desc, id desc) include (place_org_id, hold_org_ids);
