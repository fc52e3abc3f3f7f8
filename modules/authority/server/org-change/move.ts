import { changeRecord, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { type OrgImpact, orgErrors } from "../../contract/index.ts";
import { db } from "../database.ts";
import { requireSameCompany } from "../organization/companies.ts";
import { refuseHidden, requireMovable } from "../organization/placement.ts";
import { aboveOf, wouldGainSight } from "../organization/sight.ts";
import { isBelow, type OrganizationRow, organizations } from "../organization/tables.ts";
import { bumpRights } from "../rights/bump.ts";

export interface Move {
  readonly source: OrganizationRow;
  readonly target: OrganizationRow;
  readonly impact: OrgImpact;
}

/** The paths of the whole part, then the permission version, in this one transaction. The tree is locked. */
export async function moveNow(tx: Tx, { source, target, impact }: Move): Promise<void> {
  const place = { parentId: target.id, path: `${target.path}${source.id}/`, level: target.level + 1 };
  await changeRecord(tx, organizations, source, place);
  await db(tx)
    .updateTable("organization")
    .set({
      path: sql<string>`${place.path} || substr(path, ${source.path.length + 1})`,
      level: sql<number>`level + ${place.level - source.level}`,
    })
    .where(isBelow(sql.ref("path"), source.path)) // also deleted ones: they keep their place in the history
    .execute();
  // ids would tell a reader of the log nothing, and the old path is nowhere else
  const [before, after] = [impact.fromPath.join(" / "), impact.toPath.join(" / ")];
  tx.trail.diffs.push({
    bizType: "organization",
    bizId: source.id,
    field: "parentId",
    label: "组织路径",
    before,
    after,
  });
  await bumpRights(tx, "everyone");
}

/** Whether the actor may move it: nothing beyond the own scope, out of a company, or that widens the own sight (AU-R15). */
export async function requireMayMove(tx: Tx, source: OrganizationRow, target: OrganizationRow): Promise<void> {
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
