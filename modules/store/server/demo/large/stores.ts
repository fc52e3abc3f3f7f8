import { type LargeStores, NOW, oneOf, PEOPLE, past, STORES, stamp, stamped, stampedAs, TODAY } from "./sql.ts";

/** Positions that the demo does not have; with its four they make eight. */
const added = [
  ["lgAdviser", "规模测试试驾专员", "SALES"],
  ["lgCourier", "规模测试上门交付", "DELIVERY"],
  ["lgTechnician", "规模测试技师", "TECH"],
  ["lgClerk", "规模测试店务", "SUPPORT"],
] as const;
const values = added.map(([code, name, family], at) => `(${at}, '${code}', '${name}', '${family}')`).join(", ");
const ADDED = `(values ${values}) as added (n, code, name, family)`;

const DEMO_POSITIONS = ["storeManager", "deliveryManager", "salesAdvisor", "deliverySpecialist"] as const;
const POSITIONS = [...DEMO_POSITIONS, ...added.map(([code]) => code)];

/** The positions of a store's first twenty people; the next twenty have the same. */
const SEATS = [
  ["storeManager", "deliveryManager", "lgTechnician", "lgTechnician", "lgClerk", "lgClerk", "lgCourier", "lgCourier"],
  ["lgAdviser", "lgAdviser", "deliverySpecialist", "deliverySpecialist", "deliverySpecialist"],
  Array.from({ length: 7 }, () => "salesAdvisor"),
].flat();
export const seatOf = (n: string): string => oneOf(SEATS, n);

const CITIES = [
  ["110100", "310100", "440100", "440300", "330100", "320100", "510100", "420100", "610100", "370100"],
  ["430100", "350100", "340100", "210100", "130100", "410100", "530100", "450100", "520100", "360100"],
].flat();
const cityOf = (n: string): string => oneOf(CITIES, n);
const STATES = ["OPEN", "OPEN", "OPEN", "OPEN", "OPEN", "OPEN", "OPEN", "TRIAL", "PREPARING", "CLOSED"];

const AUTHORITY_POSITIONS = `insert into position (${stamp}, code, name)
  select ${stamped("40000", "n", NOW)}, code, name from ${ADDED}`;

const STORE_POSITIONS = `insert into store_position (${stamp}, position_code, family, sort)
  select ${stamped("40001", "n", NOW)}, code, family, 10 + n from ${ADDED}`;

const CERTIFIED =
  "update store_position set is_cert_required = position_code in ('salesAdvisor', 'deliverySpecialist')";

/** Everybody holds the post that the record of the person says. */
const posts = ({ stores }: LargeStores) => `update membership set position_id = position.id
  from ${PEOPLE} p join position on position.code = ${seatOf(`p.n / ${stores}`)} where membership.id = p.post_id`;

const REGISTER = `insert into store (${stamp}, store_code, name, short_name, store_type, operate_mode, province_code, city_code,
    service_city_codes, address, lng, lat, phone, area_sqm, store_level, rent_start, rent_end, monthly_rent_fen,
    opened_on, closed_on, state)
  select ${stampedAs("o.id", past("n"))}, 'S' || ${cityOf("n")} || 500 + n / ${CITIES.length}, o.name, o.name,
    ${oneOf(["EXPERIENCE", "USER", "SERVICE", "FULL", "MALL"], "n")}, 'DIRECT', left(${cityOf("n")}, 2) || '0000', ${cityOf("n")},
    array[${cityOf("n")}], '规模测试路' || n || '号', 100 + n % 200 / 10.0, 25 + n % 150 / 10.0, '0571-88880000', 100 + n % 900,
    ${oneOf(["S", "A", "B", "C"], "n / 3")}, ${TODAY} - 900, ${TODAY} - 30 + n % 1500, 5000000, ${TODAY} - n % 900,
    case when ${oneOf(STATES, "n")} = 'CLOSED' then ${TODAY} - n % 90 end, ${oneOf(STATES, "n")}
  from ${STORES} o`;

/** Stores that are no part of the large set, as the next start would take them in one by one. */
const TAKEN_IN = `insert into store (${stamp}, name, short_name, store_type, operate_mode, opened_on, state)
  select ${stampedAs("o.id", NOW)}, o.name, o.name, case o.type when 'DELIVERY' then 'DELIVERY' else 'EXPERIENCE' end,
    'DIRECT', ${TODAY}, 'OPEN'
  from organization o where o.type in ('STORE', 'DELIVERY') and not exists (select from store where store.id = o.id)`;

const HOURS = `insert into store_hours (${stamp}, week)
  select ${stampedAs("id", past("n"))}, jsonb_build_array(d, d, d, d, d, d, d)
  from ${STORES} o, (select '[{"from": "10:00", "until": "21:00"}]'::jsonb as d) day where n % 10 > 0`;

const positions = `(select code, at - 1 as at from unnest(array[${POSITIONS.map((code) => `'${code}'`).join(", ")}])
  with ordinality as u (code, at)) as used`;
const CELLS = `insert into headcount (store_id, position_code) select id, code from ${STORES} o, ${positions}`;

/** What held last year and what holds now; one store in six is short of an adviser. */
const QUOTAS = `insert into headcount_quota (${stamp}, store_id, position_code, effective_from, quota, source, reason)
  select ${stamped("40002", "(o.n * 8 + at) * 2 + year", past("o.n"))}, o.id, code, ${TODAY} - 400 + year * 300,
    case when code = 'salesAdvisor' then 7 + year * (o.n % 6 / 5) when code = 'deliverySpecialist' then 3
      when code in ('storeManager', 'deliveryManager') then 1 else 2 end, 'MANUAL', '年度编制'
  from ${STORES} o, ${positions}, generate_series(0, 1) year`;

const SHIFTS = `insert into duty_shift (store_id, code, name, windows)
  select o.id, code, shift.name, windows::jsonb from ${STORES} o, (values ('A', '早班', '[{"from": "10:00", "until": "18:00"}]'),
    ('B', '晚班', '[{"from": "13:00", "until": "21:00"}]')) as shift (code, name, windows)`;

/** Stores with positions, headcount, hours and shifts. */
export const storeStatements = (size: LargeStores): string[] =>
  [
    [AUTHORITY_POSITIONS, STORE_POSITIONS, CERTIFIED, posts(size)],
    [REGISTER, TAKEN_IN, HOURS, CELLS, QUOTAS, SHIFTS],
  ].flat();

/** The last two weeks of a roster are this one and the next. */
const MONDAY = `date_trunc('week', ${TODAY})::date`;

const MEMBERS = `insert into duty_member (${stamp}, store_id, user_id, families)
  select ${stamped("40003", "p.n", past("p.n"))}, s.store_id, s.user_id, array[sp.family]
  from ${PEOPLE} p join store_staff s on s.user_id = p.id join store_position sp on sp.position_code = s.position_code
  where sp.family in ('SALES', 'DELIVERY') and s.state = 'IN_POST'`;

const weeks = (days: number) => `insert into duty_week (${stamp}, store_id, monday, published_at)
  select ${stamped("40004", `o.n * 60 + week`, past("o.n"))}, o.id, ${MONDAY} + 7 - week * 7, ${NOW}
  from ${STORES} o, generate_series(0, ${Math.floor(days / 7)}) week`;

const rosterDays = (days: number) => `insert into duty_day (store_id, day, user_id, kind, shift_code, windows)
  select p.store_id, ${MONDAY} + 13 - at, p.id, case when (p.n + at) % 4 = 0 then 'REST' else 'SHIFT' end,
    case when (p.n + at) % 4 > 0 then ${oneOf(["A", "B"], "p.n + at")} end,
    case when (p.n + at) % 4 = 0 then '[]' when (p.n + at) % 2 = 0 then '[{"from": "10:00", "until": "18:00"}]'
      else '[{"from": "13:00", "until": "21:00"}]' end::jsonb
  from ${PEOPLE} p, generate_series(0, ${days - 1}) at`;

/** Who takes part in rosters, their weeks, and so many days for each person. */
export function rosterOf({ people, rosterDays: all }: LargeStores) {
  const days = Math.max(1, Math.floor(all / people));
  return { members: MEMBERS, weeks: weeks(days), days: rosterDays(days) };
}
