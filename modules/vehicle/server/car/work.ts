import { followMerges, organizationNames } from "@ops/authority/server";
import { insertPastAudits, jobAudit, type PastAudit, type Tx, type WorkInHand } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import { lockCars } from "../car-record/lock-car.ts";
import { type CarRow, cars } from "../car-record/tables.ts";
import type { CarChanges } from "../car-record/tell-car.ts";
import { tellCars } from "../car-record/tell-cars.ts";
import { findStorePlace, type KnownPlace } from "../place/resolver.ts";

/** Selects the cars of an organisation by its place or its live hold, with the index over both. */
const belongsTo = (organizationId: string): RawBuilder<boolean> =>
  sql<boolean>`array_append(car.hold_org_ids, car.place_org_id) && array[${organizationId}::uuid]`;

/**
 * Moves cars along when their organisation is merged, so that its people still see them (AU-R42). Delivered cars and
 * cars off the register move too, but they are nobody's open work.
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

/** How many cars a merge locks at a time. These take less time than the wait after which people get VEHICLE_BUSY. */
const AT_ONCE = 200;

interface Merge {
  readonly fromId: string;
  readonly fromName: string;
  readonly toId: string;
  readonly toName: string;
  /** The place of the target organisation; null if cars cannot stand there. */
  readonly toPlace: KnownPlace | null;
}

/** Follows further merges, because the target may have been merged itself before these cars moved. */
async function mergeOf(tx: Tx, fromId: string, targetId: string): Promise<Merge> {
  const names = await organizationNames(tx, [fromId, targetId]);
  const became = (await followMerges(tx, [targetId])).get(targetId);
  const toId = became?.id ?? targetId;
  const toName = became?.name ?? names.get(targetId) ?? "";
  return { fromId, fromName: names.get(fromId) ?? "", toId, toName, toPlace: await findStorePlace(tx, toId) };
}

/** Reports the merge to the log of each car, so that the log still agrees with the row (VE-R18). */
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

/** Moves a car that stands at the merged organisation to the place of the target. */
function placeOf({ placeKind, placeId }: CarRow, { fromId, toPlace }: Merge): CarChanges {
  if (placeKind !== "STORE" || placeId !== fromId || !toPlace) return {};
  const { id, name, cityCode } = toPlace;
  return { placeId: id, placeName: name, cityCode };
}

/** Writes the audit entry of the car here, because no call about this car does so. */
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
