import { largeId } from "@ops/platform/server";

/** How a hundred cars are distributed: most are with their owners, a fifth is in stock or on the way. */
const FATES = `fate (below, hold_state, place_kind, whereabouts, build_state, stock_kind, holds) as (values
    (70, 'DELIVERED', 'OWNER', 'DELIVERED', 'RELEASED', 'ORDER', 2),
    (75, 'ALLOCATED', 'STORE', 'AT_STORE', 'RELEASED', 'ORDER', 2),
    (78, 'ALLOCATED', 'TRANSIT', 'TRANSIT', 'RELEASED', 'ORDER', 2),
    (79, 'ALLOCATED', 'WAREHOUSE', 'ALLOCATED', 'RELEASED', 'ORDER', 2),
    (81, 'LOCKED', 'WAREHOUSE', 'LOCKED', 'RELEASED', 'NORMAL', 2),
    (90, 'FREE', 'WAREHOUSE', 'FREE', 'RELEASED', 'NORMAL', 2),
    (94, 'FREE', 'STORE', 'FREE', 'RELEASED', 'DISPLAY', 2),
    (95, 'FREE', 'STORE', 'FREE', 'RELEASED', 'TEST_DRIVE', 0),
    (96, 'FREE', 'WAREHOUSE', 'BLOCKED', 'RELEASED', 'NORMAL', 2),
    (97, 'RETURNED', 'WAREHOUSE', 'RETURNED', 'RELEASED', 'CANCELLED', 2),
    (99, 'FREE', 'UNKNOWN', 'PLANNED', 'PLANNED', 'NORMAL', 0),
    (100, 'OFF', 'UNKNOWN', 'OFF', 'RELEASED', 'NORMAL', 0))`;

const HELD = "('LOCKED', 'ALLOCATED', 'DELIVERED')";

/**
 * The VIN: L0Z7E4A2, then check character, model year, plant and serial. In the check sum, the first eight characters
 * weigh 167.
 */
const VIN = `'L0Z7E4A2' || (array['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'X'])[1 + (167
    + 9 * (array[9, 2, 3])[1 + n % 3] + 8 * (2 + n / 1000000) + 7 * (n / 100000 % 10) + 6 * (n / 10000 % 10)
    + 5 * (n / 1000 % 10) + 4 * (n / 100 % 10) + 3 * (n / 10 % 10) + 2 * (n % 10)) % 11]
  || (array['R', 'S', 'T'])[1 + n % 3] || (array['B', 'C', 'D', 'E'])[1 + n / 1000000] || lpad((n % 1000000)::text, 6, '0')`;

/** Numbers the rows from which cars are drawn, starting at 0. */
const numbered = (name: string, column: string, from: string) =>
  `${name} as (select ${column}, row_number() over (order by ${column}) - 1 as at from ${from})`;
const drawnFrom = (name: string, draw: string) =>
  `join ${name} on ${name}.at = ${draw} % (select count(*) from ${name})`;

const GROUND = [
  FATES,
  `fates as (select at, fate.* from generate_series(0, 99) at, lateral (
    select * from fate where at < below order by below limit 1) fate)`,
  numbered("config", "id", "car_config where config_code like 'LG-%'"),
  numbered("store", "id", "organization where type = 'STORE'"),
  numbered("type", "id", "car_market_type"),
  numbered("outside", "color_code", "car_color where side = 'EXT'"),
  numbered("inside", "color_code", "car_color where side = 'INT'"),
].join(", ");

/** Makes the cars in the order of their build. Their properties follow from their number. */
export const CARS = `with ${GROUND}, drawn as (
    select n, abs(hashint8(n)) as one, abs(hashint8(n * 31 + 7)) as two,
      $2::timestamptz + ($3::timestamptz - $2::timestamptz) * (n::float8 / $1::int) as built,
      $3::timestamptz - ($3::timestamptz - $2::timestamptz) / $5::int * (abs(hashint8(n * 17 + 3)) % 1000000 / 1e6) as told
    from generate_series(0, $1::int - 1) n
  ), car_drawn as (
    select drawn.*, fates.*, store.id as store, config.id as config, type.id as type, outside.color_code as ext,
      inside.color_code as inside
    from drawn join fates on fates.at = one % 100 ${drawnFrom("config", "one")} ${drawnFrom("store", "two")}
      ${drawnFrom("type", "two")} ${drawnFrom("outside", "one")} ${drawnFrom("inside", "two")}
  )
  insert into car (id, created_at, created_by, updated_at, updated_by, vin, car_config_id, option_codes, ext_color,
    int_color, config_key, build_state, plant_code, produced_on, released_at, stock_kind, market_type_id, hold_state, hold_id,
    hold_seq, hold_org_ids, place_kind, place_id, place_name, place_org_id, city_code, place_at, in_stock_at, mileage_km,
    mileage_at, plate_no, owner_id, owner_seq, delivered_at, open_blocks, worst_damage, whereabouts, event_no, clocks)
  select ${largeId("20000", "n")}, built, $4, told, $4, ${VIN}, config, '{OP-ADS}', ext, inside,
    md5(config::text || ext || inside), build_state, 'PLANT-' || (array['CZ', 'BJ', 'HF'])[1 + two % 3],
    case build_state when 'RELEASED' then built::date end, case build_state when 'RELEASED' then built end, stock_kind, type, hold_state,
    case when hold_state in ${HELD} then ${largeId("20002", "n")} end, holds,
    case when hold_state in ${HELD} then array[store] else '{}'::uuid[] end, place_kind,
    case place_kind when 'STORE' then store::text when 'WAREHOUSE' then 'WH-CZ' end,
    case place_kind when 'STORE' then '规模门店' when 'WAREHOUSE' then '常州中心库' end,
    case place_kind when 'STORE' then store end, (310000 + two % 60)::text, told,
    case when place_kind in ('STORE', 'WAREHOUSE') then built end, one % 50000, told,
    case hold_state when 'DELIVERED' then '苏' || chr(65 + n / 100000) || 'D' || lpad((n % 100000)::text, 5, '0') end,
    case hold_state when 'DELIVERED' then ${largeId("20003", "n")} end, (hold_state = 'DELIVERED')::int,
    case hold_state when 'DELIVERED' then built + interval '10 days' end, (whereabouts = 'BLOCKED')::int,
    case when two % 200 = 0 then 'MINOR' end, whereabouts, $5,
    jsonb_build_object('place', jsonb_build_object('at', told, 'source', 'LOGISTICS', 'eventId', 'large'))
  from car_drawn`;

/** Makes the former lock or order of each car, and its present hold. */
export const HOLDS = `insert into car_hold (id, car_id, seq, kind, ref_id, ref_no, org_ids, started_at, ended_at, end_reason)
  select case seq when 1 then uuidv7() else coalesce(hold_id, uuidv7()) end, id, seq,
    case when seq = hold_seq and hold_state = 'DELIVERED' then 'OWNER' when seq = hold_seq and hold_state = 'ALLOCATED' then 'ORDER'
      else 'LOCK' end,
    case when seq = hold_seq and owner_id is not null then owner_id else uuidv7() end, 'L' || right(vin, 8) || seq, hold_org_ids,
    created_at + seq * interval '1 day',
    case when seq < hold_seq or hold_id is null then created_at + (seq + 1) * interval '1 day' end,
    case when seq < hold_seq or hold_id is null then '转订单' end
  from car, generate_series(1, hold_seq) seq where id >= ${largeId("20000", "0")} and id < ${largeId("20001", "0")}`;

export const BLOCKS = `insert into car_block (id, car_id, kind, reason, from_at, by)
  select uuidv7(), id, 'QUALITY', '规模测试', $1::timestamptz - interval '1 day', $2 from car
  where open_blocks = 1 and id >= ${largeId("20000", "0")} and id < ${largeId("20001", "0")}`;

export const CONDITIONS = `insert into car_condition (id, car_id, source_no, level, text, noted_at)
  select uuidv7(), id, 'LARGE', worst_damage, '规模测试', $1 from car
  where worst_damage is not null and id >= ${largeId("20000", "0")} and id < ${largeId("20001", "0")}`;

/**
 * Makes event number g / cars + 1 of car g % cars in row g. So each car has events over the whole period, mostly
 * readings of its mileage.
 */
export const eventsInto = (
  part: string,
) => `insert into ${part} (car_id, no, type, source, event_id, occurred_at, recorded_at,
    by, by_name, before, after, applied, via)
  select ${largeId("20000", "g % $5::int")}, g / $5::int + 1, type, source, 'L' || g, at, at, $6, '系统',
    '{}', case type when 'mileage' then ('{"mileageKm": ' || g / 100 || '}')::jsonb
      when 'placed' then ('{"placeKind": "WAREHOUSE", "placeName": "仓库' || g / $5::int || '"}')::jsonb else '{}' end, true, 'DIRECT'
  from generate_series($2::bigint, $2::bigint + $1::bigint - 1) g,
    lateral (select $3::timestamptz + ($4::timestamptz - $3::timestamptz) * ((g - $2)::float8 / $1) as at,
      case g / $5::int when 0 then 'registered' when 1 then 'produced' when 2 then 'released' when 3 then 'placed' when 4 then 'placed'
        when 6 then 'placed' else 'mileage' end as type) told,
    lateral (select case type when 'mileage' then 'CLOUD' when 'placed' then 'LOGISTICS' else 'MES' end as source) teller`;

/** Makes messages of the car cloud. One in five thousand has failed and waits for a person. */
export const INTAKES = `insert into car_intake (id, created_at, created_by, updated_at, updated_by, source, event_id, type, vin,
    payload, occurred_at, received_at, state, reason, tries)
  select ${largeId("20004", "g")}, at, $5, at, $5, 'CLOUD', 'LI' || g, 'mileage', vin, '{"mileageKm": 1}', at, at,
    case when g % 5000 = 0 then 'FAILED' else 'APPLIED' end, case when g % 5000 = 0 then '规模测试' end, 1
  from (select g, $2::timestamptz + ($3::timestamptz - $2::timestamptz) * (g::float8 / $1::int) as at,
      ${largeId("20000", "g % $4::int")} as car_id from generate_series(0, $1::int - 1) g) told join car on car.id = car_id`;

export const KEYS = `insert into car_event_key (source, event_id, car_id)
  select 'CLOUD', 'LI' || g, ${largeId("20000", "g % $2::int")} from generate_series(0, $1::int - 1) g`;
