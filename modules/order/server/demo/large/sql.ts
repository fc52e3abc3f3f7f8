import { largeId, systemActor } from "@ops/platform/server";

const BY = `'${systemActor.userId}'::uuid`;
const stamp = "id, created_at, created_by, updated_at, updated_by";
const stamped = (id: string, at: string) => `${id}, ${at}, ${BY}, ${at}, ${BY}`;
/** Bytes for sealed columns that no benchmark opens, different in each row. */
const bytes = (text: string) => `decode(md5(${text}), 'hex')`;

export const customerId = (n: string) => largeId("50000", n);
const orderId = (n: string) => largeId("50001", n);
const ruleId = (n: string) => largeId("50002", n);

/** Orders are spread over so many days, and those of the last ones are on their way. */
const [DAYS, LIVE_DAYS] = [1_100, 55];
/** So many names are shared by all customers. */
const NAMES = 50_000;
/** One in ten customers buys a second car. */
export const customersOf = (orders: number) => Math.max(1, Math.ceil(orders * 0.9));

/** What became of a hundred old orders, and how far a hundred young ones are. */
const ENDED = [
  ["DELIVERED", 82],
  ["CANCELLED", 9],
  ["CLOSED", 9],
] as const;
const LIVE = [
  [
    ["UNPAID", 5],
    ["SMALL", 10],
    ["BIG", 12],
    ["LOCKED", 15],
    ["SCHEDULED", 14],
    ["PRODUCED", 14],
  ],
  [
    ["IN_TRANSIT", 10],
    ["ARRIVED", 8],
    ["READY", 6],
    ["CANCEL_REVIEW", 6],
  ],
] as const;
const wordsOf = (shares: readonly (readonly [string, number])[]) =>
  `array[${shares.flatMap(([word, count]) => Array.from({ length: count }, () => `'${word}'`)).join(", ")}]`;

const WITH_CAR = "('PRODUCED', 'IN_TRANSIT', 'ARRIVED', 'READY', 'DELIVERED')";
const UNLOCKED = "('UNPAID', 'SMALL', 'BIG', 'CLOSED', 'CANCELLED', 'CANCEL_REVIEW')";

/** A rule for each series that has none, since before the first order. */
export const RULES = `insert into series_rule (${stamp}, series_id, small_fen, big_fen, cycle_min_days, cycle_max_days, offsets,
    valid_from)
  select ${stamped(ruleId("row_number() over (order by s.id)"), "now()")}, s.id, 100000, 500000, 28, 42,
    '{"scheduled": 7, "produced": 25, "shipped": 28, "arrived": 35, "delivered": 40}', current_date - ${DAYS + 30}
  from car_series s where not exists (select from series_rule r where r.series_id = s.id)`;

export const customersFor = (
  orders: number,
) => `insert into customer (${stamp}, type, name_cipher, name_hash, name_masked,
    phone_cipher, phone_hash, phone_masked)
  select ${stamped(customerId("n"), "now()")}, 'PERSON', '\\x00', ${bytes(`'name' || n % ${NAMES}`)}, '规*',
    '\\x00', ${bytes("'phone' || n")}, '137****' || lpad((n % 10000)::text, 4, '0')
  from generate_series(0, ${customersOf(orders) - 1}) n`;

/** Numbers the rows from which orders are drawn, starting at 0. */
const numbered = (name: string, columns: string, from: string) =>
  `${name} as materialized (select ${columns}, row_number() over (order by id) - 1 as at from ${from})`;
const drawnFrom = (name: string, draw: string, as = name) =>
  `join ${name} as ${as} on ${as}.at = ${draw} % (select count(*) from ${name})`;

/** Orders in the order of their making. All that they are follows from their number. */
export const ordersFor = (orders: number) => `with ${[
  numbered("store", "id", "organization where code ~ '^LARGE-S[0-9]+$'"),
  numbered("person", "id", "app_user where staff_no ~ '^L[0-9]{7}$'"),
  numbered("config", "id, series_id", "car_config where status = 'ENABLED'"),
].join(", ")}, drawn as (
    select n, abs(hashint8(n)) as one, abs(hashint8(n * 31 + 7)) as two,
      now() - make_interval(secs => ${DAYS} * 86400.0 * (1 - (n + 1)::float8 / ${orders})) as made
    from generate_series(0, ${orders - 1}) n
  ), placed as (
    select *, case when made < now() - interval '${LIVE_DAYS} days' then (${wordsOf(ENDED)})[1 + one % 100]
      else (${wordsOf(LIVE.flat())})[1 + one % 100] end as state from drawn
  ), stood as (
    select *, state in ${UNLOCKED} as is_open, state in ${WITH_CAR} as has_car, state not in ('DELIVERED', 'CANCELLED', 'CLOSED') as is_live,
      (made at time zone 'Asia/Shanghai')::date as day from placed
  )
  insert into sales_order (${stamp}, order_no, source, state, prev_state, customer_id, owner_id, store_id, advisor_id,
    delivery_store_id, butler_id, city_code, series_id, car_config_id, ext_color, int_color, ext_color_name, int_color_name,
    config_key, rule_id, pay_mode, locked_at, promise_original, promise_effective, eta, path, car_id, vin, held_reason, stage_at,
    stage_no, delivered_at, tags, appointment_at)
  select ${stamped(orderId("n"), "made")}, 'SOL' || lpad(n::text, 9, '0'), (array['APP', 'MINI', 'STORE', 'STORE', 'PARTNER'])[1 + two % 5],
    state, case state when 'CANCEL_REVIEW' then 'BIG' end, ${customerId(`n % ${customersOf(orders)}`)},
    ${customerId(`n % ${customersOf(orders)}`)}, store.id, person.id,
    case when not is_open then other.id end, case when not is_open and two % 50 > 0 then butler.id end, '310100', config.series_id, config.id, 'EX-W01', 'IN-B02',
    '珍珠白', '墨黑', md5(config.id::text), rule.id, (array['FULL', 'FULL', 'LOAN'])[1 + two % 3],
    case when not is_open then made + interval '1 hour' end, case when not is_open then day + 42 end,
    case when not is_open then day + 42 end, case when not is_open then day + 40 + (two % 8)::int end,
    case when two % 4 = 0 then 'LIGHTNING' else 'BUILD' end, case when has_car then ${largeId("50003", "n")} end,
    case when has_car then 'L0ZLARGE' || lpad(n::text, 9, '0') end, case when is_live and one % 400 = 7 then '规模测试' end,
    made + interval '2 hours', 3, case state when 'DELIVERED' then made + interval '40 days' end,
    case when one % 1000 = 3 then '{规模}'::text[] else '{}' end,
    case when state = 'READY' then date_trunc('hour', now()) + make_interval(hours => (two % 240)::int - 12) end
  from stood ${drawnFrom("store", "one / 100")} ${drawnFrom("store", "(one / 100 + case when two % 5 = 0 then 7 else 0 end)", "other")}
    ${drawnFrom("person", "one / 100")} ${drawnFrom("person", "(one / 100 + 600)", "butler")} ${drawnFrom("config", "two")}
    join series_rule rule on rule.series_id = config.series_id`;

const MADE = `id between ${orderId("0")} and ${orderId("4294967295")}`;
const [SMALL_FEN, BIG_FEN, PRICE_FEN] = [100_000, 500_000, 25_990_000];

export const MONEY = `insert into order_money (${stamp}, store_id, advisor_id, due_fen, paid_fen, refunded_fen)
  select ${stamped("id", "created_at")}, store_id, advisor_id, ${PRICE_FEN},
    case when state in ('UNPAID', 'CLOSED') then 0 when state = 'SMALL' then ${SMALL_FEN} when state in ('READY', 'DELIVERED') then ${PRICE_FEN}
      else ${BIG_FEN} end, case state when 'CANCELLED' then ${BIG_FEN} else 0 end
  from sales_order where ${MADE}`;

/** What was paid: the first deposit, or the second one and, where nothing is open, the rest. */
export const PAYMENTS = `insert into order_payment (${stamp}, order_id, pay_no, kind, channel, amount_fen, state, txn_no, paid_at)
  select ${stamped("uuidv7()", "paid_at")}, order_id, 'PL' || order_no || '-' || no, kind, 'WECHAT', fen, 'SUCCESS',
    'L' || order_no || '-' || no, paid_at
  from (
    select sales_order.id as order_id, order_no, no, kind, fen, sales_order.created_at + no * interval '30 minutes' as paid_at
    from sales_order join order_money on order_money.id = sales_order.id cross join lateral (values
      (1, case state when 'SMALL' then 'SMALL' else 'BIG' end, least(paid_fen, ${BIG_FEN})),
      (2, 'BALANCE', paid_fen - ${BIG_FEN})) as payment (no, kind, fen)
    where fen > 0 and sales_order.${MADE}
  ) as paid`;

/** The first stage, the deposit and the present one of each order. */
export const STAGES = `insert into order_stage (order_id, no, from_state, to_state, at, by, via)
  select id, no, (array[null, 'UNPAID', 'BIG'])[no], (array['UNPAID', 'BIG', state])[no], created_at + no * interval '30 minutes', ${BY},
    'DIRECT'
  from sales_order, generate_series(1, 3) no where ${MADE}`;

export const ISSUES = `insert into order_issue (id, order_id, code, text, since, cleared_at)
  select uuidv7(), id, 'LARGE', '规模测试', stage_at, case when abs(hashtext(id::text)) % 10 > 0 then stage_at end
  from sales_order where ${MADE} and abs(hashtext(id::text)) % 100 = 0`;

/** The counts of the bar of stages, which triggers would have kept. */
export const COUNTS = [
  "delete from stage_delta where counter = 'order.state'",
  "delete from stage_count where counter = 'order.state'",
  "delete from stage_total where counter = 'order.state'",
  `insert into stage_count (counter, org_id, second_id, state, part, n)
   select 'order.state', store_id, coalesce(delivery_store_id, '00000000-0000-0000-0000-000000000000'), state, '', count(*)
   from sales_order group by 2, 3, 4`,
  `insert into stage_total (counter, state, part, n)
   select counter, state, part, sum(n) from stage_count where counter = 'order.state' group by 1, 2, 3`,
];
