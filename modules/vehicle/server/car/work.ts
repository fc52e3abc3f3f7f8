import type { Tx, WorkInHand } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";

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
  handOver: async (tx, from, to) => {
    if (from.kind !== "organization") return 0;
    await sql`update car_hold set org_ids = ${replaced("org_ids", from.id, to.id)}
      where ended_at is null and org_ids @> array[${from.id}::uuid]
        and car_id in (select id from car where ${belongsTo(from.id)} order by id for update)`.execute(tx.kysely);
    const { numAffectedRows } = await sql`update car set version = version + 1, updated_at = ${tx.now},
        updated_by = ${tx.actor.userId}, hold_org_ids = ${replaced("hold_org_ids", from.id, to.id)},
        place_org_id = case place_org_id when ${from.id}::uuid then ${to.id}::uuid else place_org_id end
      where ${belongsTo(from.id)}`.execute(tx.kysely);
    return Number(numAffectedRows ?? 0);
  },
};

async function count(tx: Tx, condition: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from car where ${condition}`.execute(tx.kysely);
  return rows[0]?.n ?? 0;
}

/** One organisation for another in a list of them, and each once. */
const replaced = (column: "org_ids" | "hold_org_ids", from: string, to: string) =>
  sql`array(select distinct unnest(array_replace(${sql.ref(column)}, ${from}::uuid, ${to}::uuid)))`;
