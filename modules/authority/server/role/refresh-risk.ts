import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { riskPoints } from "../../contract/index.ts";
import { db } from "../database.ts";
import { catalogueOf } from "../rights/catalogue.ts";

/** Recalculates the risk of every role, because a release may change the codes. Idempotent. */
export async function refreshRisk(tx: Tx): Promise<void> {
  const found = await db(tx)
    .selectFrom("role")
    .select(["id", "permissionCodes", "dataScope", "scopeOverrides", "riskPoints"])
    .execute();
  const changed = found.flatMap((role) => {
    const points = riskPoints(role, catalogueOf(tx));
    return points === role.riskPoints ? [] : [{ id: role.id, points }];
  });
  if (changed.length === 0) return;
  const [ids, points] = [changed.map(({ id }) => id), changed.map((role) => role.points)];
  await sql`update role set risk_points = new.points
    from unnest(${ids}::uuid[], ${points}::float8[]) as new (id, points) where role.id = new.id`.execute(tx.kysely);
}
