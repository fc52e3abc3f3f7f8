import { holdersOfCode } from "@ops/authority/server";
import { notify, reads, schedule, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { longTransitDays } from "../car-record/params.ts";

interface Fault {
  readonly vin: string;
  readonly fault: string;
}

const MOST = 500;
/** Each night replays the logs of a seventh of the cars. */
const NIGHTS = 7;
/** One call checks at most so many cars, however large the register is. */
const AT_ONCE = 5_000;

/** The cars to check: the latest changed ones, or all of them with a replay of the logs of one seventh. */
type Looked = { readonly latest: number } | { readonly part: number };

/** Finds contradictions in the register and repairs none of them (VE-R18). */
export async function verifyCars(tx: Tx, looked: Looked): Promise<Fault[]> {
  const isLooked = isLookedAt(looked);
  const isReplayed = "part" in looked ? isOfPart(looked.part) : isLooked;
  const { rows } = await sql<Fault>`
    select vin, fault from (
      select c.vin, '占用与状态不一致' as fault from car c
        left join car_hold h on h.car_id = c.id and h.ended_at is null
        where ${isLooked} and (c.hold_id is distinct from h.id or (h.id is not null and h.seq <> c.hold_seq))
      union all
      select c.vin, '占用序号落后于记录' from car c
        where ${isLooked} and c.hold_seq < (select max(h.seq) from car_hold h where h.car_id = c.id)
      union all
      select c.vin, '管控数与记录不一致' from car c
        where ${isLooked}
          and c.open_blocks <> (select count(*) from car_block b where b.car_id = c.id and b.ended_at is null)
      union all
      select c.vin, '最重质损与记录不一致' from car c
        where ${isLooked} and c.worst_damage is distinct from (select d.level from car_condition d
          where d.car_id = c.id and d.state = 'OPEN'
          order by array_position('{SEVERE,MEDIUM,MINOR}'::text[], d.level) limit 1)
      union all
      select c.vin, '事件编号不连续' from car c
        where ${isReplayed} and c.event_no <> (select count(*) from car_event e where e.car_id = c.id and e.no <= c.event_no)
      union all
      select c.vin, '运输超过' || ${tx.param(longTransitDays)}::int || '天' from car c
        where ${isLooked} and c.place_kind = 'TRANSIT'
          and c.place_at < ${tx.now}::timestamptz - make_interval(days => ${tx.param(longTransitDays)}::int)
      union all
      select c.vin, '事件重放与档案不一致：' || told.key from car c
        cross join lateral (select car_facts(c) as facts offset 0) now
        cross join lateral (
          select distinct on (one.key) one.key, one.value from car_event e, jsonb_each(e.after) one
          where e.car_id = c.id and e.applied order by one.key, e.no desc) told
        where ${isReplayed} and told.value is distinct from now.facts -> told.key
    ) faults limit ${MOST}`.execute(tx.kysely);
  return rows;
}

const isLookedAt = (looked: Looked) =>
  "part" in looked
    ? sql<boolean>`true`
    : sql<boolean>`c.id in (select id from car order by updated_at desc, id desc limit ${looked.latest})`;

const isOfPart = (part: number) => sql<boolean>`abs(hashtext(c.vin)) % ${NIGHTS} = ${part}`;

/** The button checks only the latest changed cars, so that the call stays short. The nightly run checks all. */
export const checkCars = reads(contract.checkCars, async (tx) => {
  const { rows } = await sql`select from car limit ${AT_ONCE + 1}`.execute(tx.kysely);
  const faults = await verifyCars(tx, { latest: AT_ONCE });
  return { checkedCount: Math.min(rows.length, AT_ONCE), isWhole: rows.length <= AT_ONCE, faults };
});

/** Runs at 03:20 every night. People who may run the check are notified of faults. */
export const verifySchedule = schedule({
  name: "vehicle.registerVerify",
  title: "车辆档案一致性检查",
  at: "20 3 * * *",
  run: (work) => work.step(verifyTonight),
});

export async function verifyTonight(tx: Tx): Promise<void> {
  const night = Math.floor(tx.now.getTime() / 86_400_000);
  const faults = await verifyCars(tx, { part: night % NIGHTS });
  const [first] = faults;
  if (!first) return;
  await notify(tx, await holdersOfCode(tx, contract.checkCars.permission), {
    category: "WARNING",
    level: "ERROR",
    title: "车辆档案一致性检查未通过",
    content: `${faults.length}处不一致，如${first.vin}：${first.fault}。`,
    route: "/RightCenter/CarConfigMaintain?tab=cars",
    about: `carVerify:${night}`,
  });
}
