import { changeRecord, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { type OrgImpact, organizationMoved, orgErrors } from "../../contract/index.ts";
import { db } from "../database.ts";
import { requireSameCompany } from "../organization/companies.ts";
import { aboveOf, wouldGainSight } from "../organization/sight.ts";
import { isBelow, type OrganizationRow, organizations } from "../organization/tables.ts";
import { refuseHidden, requireMovable } from "../organization/tree/placement.ts";
import { refuseManaged } from "../organization/write.ts";
import { bumpRights } from "../rights/bump.ts";

export interface Move {
  readonly source: OrganizationRow;
  readonly target: OrganizationRow;
  readonly impact: Pick<OrgImpact, "fromPath" | "toPath">;
}

/** Changes the paths of the subtree and the permission version in this transaction. The caller has locked the tree. */
export async function moveNow(tx: Tx, { source, target, impact }: Move): Promise<void> {
  const place = { parentId: target.id, path: `${target.path}${source.id}/`, level: target.level + 1 };
  await changeRecord(tx, organizations, source, place);
  await db(tx)
    .updateTable("organization")
    .set({
      path: sql<string>`${place.path} || substr(path, ${source.path.length + 1})`,
      level: sql<number>`level + ${place.level - source.level}`,
    })
    .where(isBelow(sql.ref("path"), source.path)) // includes deleted ones, which keep their place in the history
    .execute();
  // the log shows the names on the path, because ids tell a reader nothing and the old path is stored nowhere else
  const [before, after] = [impact.fromPath.join(" / "), impact.toPath.join(" / ")];
  tx.trail.diffs.push({
    bizType: "organization",
    bizId: source.id,
    field: "parentId",
    label: "组织路径",
    before,
    after,
  });
  await tx.publish(organizationMoved, { orgId: source.id, at: tx.now.toISOString() });
  await bumpRights(tx, "everyone");
}

/**
 * Checks whether the actor may move it: inside the own scope, within one
 * company, and without widening the own view (AU-R15).
 */
export async function requireMayMove(tx: Tx, source: OrganizationRow, target: OrganizationRow): Promise<void> {
  if (source.refModule !== null) refuseManaged(source); // its module moves it together with its own record (AU-R43)
  await requireMovable(tx, source, target);
  await refuseHidden(tx, source);
  await requireSameCompany(tx, source, target);
  if (await wouldGainSight(tx, aboveOf(source, target))) throw orgErrors.ownGain();
}

export async function refuseSecondPlan(tx: Tx, sourceOrgId: string): Promise<void> {
  const planned = await db(tx)
    .selectFrom("orgChange")
    .select("id")
    .where("sourceOrgId", "=", sourceOrgId)
    .where("status", "=", "PLANNED")
    .executeTakeFirst();
  if (planned) throw orgErrors.changePending();
}
