import { insertRecord, type Tx } from "@ops/platform/server";
import { orgErrors } from "../../contract/index.ts";
import { lineOf } from "../organization/present.ts";
import { lockRow, type PublishedOrganization } from "../organization/published.ts";
import { aboveOf, wouldGainSight } from "../organization/sight.ts";
import { orgChanges } from "../organization/tables.ts";
import { requireMovable } from "../organization/tree/placement.ts";
import { lockTree } from "../organization/tree/tree-lock.ts";
import { orderedIn } from "../rights/ordered-in.ts";
import { moveNow, refuseSecondPlan } from "./move.ts";

interface ModuleMove {
  readonly id: string;
  readonly parentId: string;
  readonly reason: string;
}

/**
 * Moves an organisation together with its module's record, also into another company. The module has to make sure that
 * nobody of the former company keeps a post there. Nobody may widen their own view by it (AU-R15). Idempotent.
 */
export async function moveOrganization(tx: Tx, { id, parentId, reason }: ModuleMove): Promise<PublishedOrganization> {
  await lockTree(tx);
  const source = await lockRow(tx, id);
  if (source.parentId === parentId) return source;
  const target = await lockRow(tx, parentId);
  await requireMovable(tx, source, target);
  await refuseSecondPlan(tx, id);
  if (await wouldGainSight(tx, aboveOf(source, target))) throw orgErrors.ownGain();
  const namesTo = async (path: string) => (await lineOf(tx, path)).map(({ name }) => name);
  const impact = { fromPath: await namesTo(source.path), toPath: [...(await namesTo(target.path)), source.name] };
  await moveNow(tx, { source, target, impact });
  await insertRecord(tx, orgChanges, {
    changeNo: await tx.nextNumber("orgChange"),
    orderedIn: orderedIn(tx),
    kind: "MOVE",
    sourceOrgId: id,
    targetOrgId: parentId,
    doneAt: tx.now,
    reason,
    status: "DONE",
  });
  return lockRow(tx, id);
}
