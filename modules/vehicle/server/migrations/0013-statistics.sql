-- What statistics and columns of lists are counted from. Large data set (2 M cars): the columns are added at once, the indexes
-- take about 20 s together.

-- The first arrival at a store, for 下线→到店; told with the place from now on, before from the log.
alter table car add column at_store_at timestamptz;
update car set at_store_at = told.first from (
  select car_id, min(occurred_at) as first from car_event
  where type = 'placed' and applied and after ->> 'placeKind' = 'STORE' group by car_id) told
where told.car_id = car.id;

create or replace function car_facts(c car) returns jsonb language sql immutable as $$
  select jsonb_object_agg(
    (select string_agg(case when place = 1 then word else initcap(word) end, '' order by place)
     from unnest(string_to_array(fact.key, '_')) with ordinality as words (word, place)),
    case fact.key
      when 'released_at' then told_at(c.released_at)
      when 'place_at' then told_at(c.place_at)
      when 'in_stock_at' then told_at(c.in_stock_at)
      when 'at_store_at' then told_at(c.at_store_at)
      when 'expect_at' then told_at(c.expect_at)
      when 'mileage_at' then told_at(c.mileage_at)
      when 'plate_at' then told_at(c.plate_at)
      when 'delivered_at' then told_at(c.delivered_at)
      when 'activated_at' then told_at(c.activated_at)
      else fact.value
    end)
  from jsonb_each(to_jsonb(c)) fact
$$;

create index car_of_market_type on car (market_type_id) where market_type_id is not null;
create index car_produced_on on car (produced_on) where produced_on is not null;
create index car_delivered_at on car (delivered_at) where hold_state = 'DELIVERED';
create index car_created_at on car (created_at);
create index car_block_since on car_block (from_at);

-- What came in during an hour or a day that is over. A row goes when a message of its time changes, and is made anew.
create table car_intake_rollup (
  span text not null check (span in ('HOUR', 'DAY')),
  starts_at timestamptz not null,
  received int not null,
  applied int not null,
  ignored int not null,
  waiting int not null,
  failed int not null,
  pending int not null,
  lag_p95_seconds float8,
  primary key (span, starts_at)
);
