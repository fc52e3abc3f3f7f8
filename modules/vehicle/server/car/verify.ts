import { holdersOfCode } from "@ops/authority/server";
import { notify, schedule, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { checkCars } from "../../contract/index.ts";
import { longTransitDays } from "./params.ts";

interface Fault {
  readonly vin: string;
  readonly fault: string;
}

const MOST = 500;
/** A seventh of the cars each night is told anew from its log. */
const NIGHTS = 7;

/** VE-R18: what does not fit together; repairs nothing. `part` is the seventh whose log is replayed, all when null. */
export async function verifyCars(tx: Tx, part: number | null): Promise<Fault[]> {
  const { rows } = await sql<Fault>`
    select vin, fault from (
      select c.vin, '占用与状态不一致' as fault from car c
        left join car_hold h on h.car_id = c.id and h.ended_at is null
        where c.hold_id is distinct from h.id or (h.id is not null and h.seq <> c.hold_seq)
      union all
      select c.vin, '占用序号落后于记录' from car c
        where c.hold_seq < (select max(h.seq) from car_hold h where h.car_id = c.id)
      union all
      select c.vin, '管控数与记录不一致' from car c
        where c.open_blocks <> (select count(*) from car_block b where b.car_id = c.id and b.ended_at is null)
      union all
      select c.vin, '最重质损与记录不一致' from car c
        where c.worst_damage is distinct from (select d.level from car_condition d
          where d.car_id = c.id and d.state = 'OPEN'
          order by array_position('{SEVERE,MEDIUM,MINOR}'::text[], d.level) limit 1)
      union all
      select c.vin, '事件编号不连续' from car c
        where ${inPart(part)} and c.event_no <> (select count(*) from car_event e where e.car_id = c.id and e.no <= c.event_no)
      union all
      select c.vin, '运输超过' || ${tx.param(longTransitDays)}::int || '天' from car c
        where c.place_kind = 'TRANSIT'
          and c.place_at < ${tx.now}::timestamptz - make_interval(days => ${tx.param(longTransitDays)}::int)
      union all
      select c.vin, '事件重放与档案不一致：' || told.key from car c
        cross join lateral (select car_facts(c) as facts offset 0) now
        cross join lateral (
          select distinct on (one.key) one.key, one.value from car_event e, jsonb_each(e.after) one
          where e.car_id = c.id and e.applied order by one.key, e.no desc) told
        where ${inPart(part)} and told.value is distinct from now.facts -> told.key
    ) faults limit ${MOST}`.execute(tx.kysely);
  return rows;
}

const inPart = (part: number | null) =>
  part === null ? sql<boolean>`true` : sql<boolean>`abs(hashtext(c.vin)) % ${NIGHTS} = ${part}`;

/** 03:20 every night; whoever may check hears of faults. */
export const verifySchedule = schedule({
  name: "vehicle.registerVerify",
  title: "车辆档案一致性检查",
  at: "20 3 * * *",
  run: (work) => work.step(verifyTonight),
});

export async function verifyTonight(tx: Tx): Promise<void> {
  const night = Math.floor(tx.now.getTime() / 86_400_000);
  const faults = await verifyCars(tx, night % NIGHTS);
  const [first] = faults;
  if (!first) return;
  await notify(tx, await holdersOfCode(tx, checkCars.permission), {
    category: "WARNING",
    level: "ERROR",
    title: "车辆档案一致性检查未通过",
    content: `${faults.length}处不一致，如${first.vin}：${first.fault}。`,
    route: "/RightCenter/CarConfigMaintain?tab=cars",
    about: `carVerify:${night}`,
  });
}
