-- Filters of the lists that had to look at every row. Large data set (2 M cars, 60 M messages): about five minutes together.
create index car_of_config_whereabouts on car (car_config_id, whereabouts) include (place_org_id, hold_org_ids);
create index car_of_ext_color on car (ext_color);
create index car_of_int_color on car (int_color);
create index car_of_plant on car (plant_code);
create index car_of_build on car (build_state);
create index car_of_plate on car (plate_no) where plate_no is not null;
create index car_blocked on car (updated_at desc, id desc) where open_blocks > 0;
create index car_damaged on car (updated_at desc, id desc) where worst_damage is not null;
create index car_in_stock_since on car (in_stock_at) where place_kind <> 'OWNER';

-- With what a data scope looks at, so that those who reach hundreds of stores count in the index alone. Its rows are short
-- because few organisations hold a car.
alter table car add constraint car_few_holders check (cardinality(hold_org_ids) <= 100);
drop index car_whereabouts;
create index car_whereabouts on car (whereabouts, updated_at desc, id desc) include (place_org_id, hold_org_ids);

-- The orders that a reader may choose; a page asks for rows with a value first.
create index car_by_stock_time on car (in_stock_at, id) where in_stock_at is not null;
create index car_by_mileage on car (mileage_km, id) where mileage_km is not null;

-- Every list of a store's people asks it: what waits to be sorted in would be read at each of them.
alter index car_in_scope set (fastupdate = off);
select gin_clean_pending_list('car_in_scope');

create index car_price_newest on car_price (created_at desc, id desc);
create index car_intake_of_type on car_intake (type, received_at desc, id desc);

-- Totals are counted in the indexes alone only where PostgreSQL has looked after the rows not long ago.
alter table car set (autovacuum_vacuum_scale_factor = 0.05);
