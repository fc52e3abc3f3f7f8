import { followMerges, organizationNames } from "@ops/authority/server";
import { insertPastAudits, jobAudit, type PastAudit, type Tx, type WorkInHand } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import { lockCars } from "../car-record/lock-car.ts";
import { type CarRow, cars } from "../car-record/tables.ts";
import type { CarChanges } from "../car-record/tell-car.ts";
import { tellCars } from "../car-record/tell-cars.ts";
import { type KnownPlace, storeOrganizations } from "../place/resolver.ts";

/** A car belongs to the organisation of its place and to those of its live hold; by the index over both. */
const belongsTo = (organizationId: string): RawBuilder<boolean> =>
  sql<boolean>`array_append(car.hold_org_ids, car.place_org_id) && array[${organizationId}::uuid]`;

/**
 * Cars follow the organisation into which theirs is merged: whoever works there goes on seeing them (AU-R42). Those that are
 * delivered or off the register go along without being anybody's open work.
 */
export const carsInHand: WorkInHand = {
  kind: "vehicle.cars",
  label: "在管车辆",
  countOf: async (tx, { kind, id }) =>
    kind === "organization" ? count(tx, sql<boolean>`${belongsTo(id)} and hold_state not in ('DELIVERED', 'OFF')`) : 0,
  recordsOf: async (tx, { kind, id }) => (kind === "organization" ? count(tx, belongsTo(id)) : 0),
  inGroups: true,
  handOver: async (tx, from, to) => {
    if (from.kind !== "organization") return 0;
    const { rows } = await sql<{ id: string }>`
      select id from car where ${belongsTo(from.id)} order by id limit ${AT_ONCE}`.execute(tx.kysely);
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await mergeCars(tx, await mergeOf(tx, from.id, to.id), ids);
    return ids.length;
  },
};

/** Cars that a merge keeps from everybody else at a time: for less than the wait after which people hear VEHICLE_BUSY. */
const AT_ONCE = 200;

interface Merge {
  readonly fromId: string;
  readonly fromName: string;
  readonly toId: string;
  readonly toName: string;
  /** Where cars stand there; null where none can. */
  readonly toPlace: KnownPlace | null;
}

/** The target may have been merged itself, before these cars came to it. */
async function mergeOf(tx: Tx, fromId: string, targetId: string): Promise<Merge> {
  const names = await organizationNames(tx, [fromId, targetId]);
  const became = (await followMerges(tx, [targetId])).get(targetId);
  const toId = became?.id ?? targetId;
  const toName = became?.name ?? names.get(targetId) ?? "";
  return { fromId, fromName: names.get(fromId) ?? "", toId, toName, toPlace: await storeOrganizations.byId(tx, toId) };
}

/** Told like everything that happens to a car, so that its log goes on agreeing with its row (VE-R18). */
async function mergeCars(tx: Tx, merge: Merge, carIds: readonly string[]): Promise<void> {
  const { fromId, fromName, toId, toName } = merge;
  const locked = await lockCars(tx, carIds);
  await sql`update car_hold
    set org_ids = array(select distinct unnest(array_replace(org_ids, ${fromId}::uuid, ${toId}::uuid)))
    where ended_at is null and org_ids @> array[${fromId}::uuid] and car_id = any(${carIds}::uuid[])`.execute(
    tx.kysely,
  );
  const fact = { type: "orgMerged", source: "CONSOLE", note: `${fromName}并入${toName}` } as const;
  const decide = (car: CarRow) => ({
    placeOrgId: car.placeOrgId === fromId ? toId : car.placeOrgId,
    holdOrgIds: [...new Set(car.holdOrgIds.map((id) => (id === fromId ? toId : id)))],
    ...placeOf(car, merge),
  });
  await tellCars(
    tx,
    locked.map((car) => ({ car, sayings: [{ fact, decide }] })),
  );
  await insertPastAudits(
    tx,
    locked.map((car) => auditOf(tx, car, merge)),
  );
}

/** A car that stands at the merged organisation itself stands at the other one now. */
function placeOf({ placeKind, placeId }: CarRow, { fromId, toPlace }: Merge): CarChanges {
  if (placeKind !== "STORE" || placeId !== fromId || !toPlace) return {};
  const { id, name, cityCode } = toPlace;
  return { placeId: id, placeName: name, cityCode };
}

/** No call about the car stands behind it, so its log gets the row from here. */
function auditOf(tx: Tx, car: CarRow, merge: Merge): PastAudit {
  const { fromId, fromName, toName } = merge;
  const diff = { bizType: cars.name, bizId: car.id, before: fromName, after: toName };
  const diffs = [
    ...(car.placeOrgId === fromId ? [{ ...diff, field: "placeOrgId", label: "所在组织" }] : []),
    ...(car.holdOrgIds.includes(fromId) ? [{ ...diff, field: "holdOrgIds", label: "占用组织" }] : []),
    ...(placeOf(car, merge).placeId ? [{ ...diff, field: "placeName", label: "位置" }] : []),
  ];
  return {
    ...jobAudit(tx, "vehicle"),
    bizType: cars.name,
    bizId: car.id,
    bizNo: car.vin,
    action: "vehicle.handOver",
    actionName: "组织合并",
    summary: `${fromName}并入${toName}，车辆随之归入`,
    diffs,
  };
}

async function count(tx: Tx, condition: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from car where ${condition}`.execute(tx.kysely);
  return rows[0]?.n ?? 0;
}
