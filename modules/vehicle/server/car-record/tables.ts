import { type DataScope, requireRecord, type Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import { buildStates, getCar, holdStates, placeKinds, stockKinds } from "../../contract/index.ts";
import { type RowOf, table } from "../database.ts";
import { refuseNarrowed } from "./narrowed.ts";
import { shelvedFor } from "./shelf.ts";

type Reach = (organizations: RawBuilder<unknown>) => RawBuilder<boolean>;

/** By the index over the organisations of a car. */
const isReached: Reach = (organizations) =>
  sql<boolean>`array_append(car.hold_org_ids, car.place_org_id) && array(${organizations})`;

/** A car is in scope by the organisation of its place, by those of its live hold, and by what a shelf shows them (section 7). */
const scopeBy =
  (reach: Reach) =>
  ({ organizations, selfId }: Extract<DataScope, { all: false }>) => {
    const parts: RawBuilder<boolean>[] = [];
    if (organizations) parts.push(reach(organizations), ...shelvedFor(organizations));
    if (selfId !== null) parts.push(sql<boolean>`car.created_by = ${selfId}`);
    return parts.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(parts, sql` or `)})`;
  };

export const cars = table("car", {
  entity: "车辆",
  scope: scopeBy(isReached),
  read: getCar.permission,
  readable: async (tx, id) => {
    await refuseNarrowed(tx); // its log names holders
    await requireRecord(tx, cars, id);
  },
  number: "vin",
  json: ["clocks"],
  labels: {
    vin: "车架号",
    optionCodes: "选装",
    extColor: "外观",
    intColor: "内饰",
    configKey: "配置键",
    buildState: "生产状态",
    plantCode: "工厂",
    producedOn: "下线日",
    releasedAt: "放行时间",
    motorNos: "电机号",
    engineNo: "发动机号",
    batteryNo: "电池号",
    buildOrderNo: "生产订单号",
    stockKind: "现车类型",
    holdState: "占用状态",
    holdSeq: "占用序号",
    placeKind: "位置类型",
    placeName: "位置",
    expectAt: "预计到达",
    mileageKm: "里程",
    plateNo: "车牌",
    ownerSeq: "第几任车主",
    deliveredAt: "交付时间",
    activatedAt: "激活时间",
    openBlocks: "管控数",
    worstDamage: "最重质损",
  },
  words: { buildState: buildStates, holdState: holdStates.states, placeKind: placeKinds, stockKind: stockKinds },
});
export type CarRow = RowOf<typeof cars>;

/**
 * The same, car by car: an index that is asked for hundreds of organisations takes longer than to look at some thousand cars.
 * Its first line says what the index car_whereabouts_reached holds.
 */
const isReachedByLooking: Reach = (
  organizations,
) => sql<boolean>`((car.place_org_id is not null or car.hold_org_ids <> '{}')
  and (car.place_org_id in (${organizations})
    or car.hold_org_ids[1] in (${organizations}) or car.hold_org_ids[2] in (${organizations})
    or (cardinality(car.hold_org_ids) > 2 and car.hold_org_ids && array(${organizations}))))`;
const carsOfMany: typeof cars = { ...cars, scope: scopeBy(isReachedByLooking) };

const FEW_ORGANIZATIONS = 48;

/** For lists, which go through many cars: the table with the scope in the form that is fast for this reader. */
export async function carsToList(tx: Tx): Promise<typeof cars> {
  const scope = tx.actor.scopeOf(tx.permission);
  if (scope.all || !scope.organizations) return cars;
  const { rows } = await sql`select from (${scope.organizations}) reached limit ${FEW_ORGANIZATIONS + 1}`.execute(
    tx.kysely,
  );
  return rows.length > FEW_ORGANIZATIONS ? carsOfMany : cars;
}
