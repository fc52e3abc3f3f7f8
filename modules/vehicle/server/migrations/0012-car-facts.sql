-- A car as its log tells it: the names and the form of what events keep, for the nightly comparison (VE-R18).
create function told_at(instant timestamptz) returns jsonb language sql immutable as $$
  select coalesce(to_jsonb(to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), 'null')
$$;

create function car_facts(c car) returns jsonb language sql immutable as $$
  select jsonb_object_agg(
    (select string_agg(case when place = 1 then word else initcap(word) end, '' order by place)
     from unnest(string_to_array(fact.key, '_')) with ordinality as words (word, place)),
    case fact.key
      when 'released_at' then told_at(c.released_at)
      when 'place_at' then told_at(c.place_at)
      when 'in_stock_at' then told_at(c.in_stock_at)
      when 'expect_at' then told_at(c.expect_at)
      when 'mileage_at' then told_at(c.mileage_at)
      when 'plate_at' then told_at(c.plate_at)
      when 'delivered_at' then told_at(c.delivered_at)
      when 'activated_at' then told_at(c.activated_at)
      else fact.value
    end)
  from jsonb_each(to_jsonb(c)) fact
$$;
