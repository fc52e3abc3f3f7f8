import type { AnswerFrom } from "@ops/platform/contract";
import { insertRecord, presentOne, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import type * as contract from "../../contract/index.ts";
import type { OrgImpact } from "../../contract/index.ts";
import { db } from "../database.ts";
import { SOMEBODY } from "../rights/known-names.ts";
import { orderedIn } from "../rights/ordered-in.ts";
import { namesOf } from "./present.ts";
import { type OrganizationRow, type OrgChangeRow, orgChanges } from "./tables.ts";

export type PresentedChange = AnswerFrom<typeof contract.cancelOrgChange>;

export async function presentChanges(tx: Tx, changes: readonly OrgChangeRow[]): Promise<PresentedChange[]> {
  const ids = changes.flatMap(({ sourceOrgId, targetOrgId }) =>
    targetOrgId ? [sourceOrgId, targetOrgId] : sourceOrgId,
  );
  const places = await db(tx)
    .selectFrom("organization")
    .select(["id", "name"])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  const nameOf = new Map(places.map(({ id, name }) => [id, name]));
  const people = await namesOf(
    tx,
    changes.map(({ createdBy }) => createdBy),
  );
  return changes.map((change) => ({
    ...change,
    impact: change.impact && toldTo(tx, change, { ...unsaid, ...change.impact }),
    sourceName: nameOf.get(change.sourceOrgId) ?? "-",
    targetName: change.targetOrgId === null ? null : (nameOf.get(change.targetOrgId) ?? "-"),
    createdByName: people.get(change.createdBy) ?? "系统",
  }));
}

export const presentChange = presentOne(presentChanges);

/** An impact names whom its planner may know; to others it tells the numbers (section 7). */
function toldTo(tx: Tx, { createdBy }: OrgChangeRow, impact: OrgImpact): OrgImpact {
  if (tx.actor.scopeOf(tx.permission).all || createdBy === tx.actor.userId) return impact;
  const { upperLeader, customRoles, sightChanges, looseLeaders } = impact;
  const hidden = (name: string | null) => (name === null ? null : SOMEBODY);
  return {
    ...impact,
    upperLeader: { before: hidden(upperLeader.before), after: hidden(upperLeader.after) },
    customRoles: customRoles.length > 0 ? [`其他${customRoles.length}个角色`] : [],
    sightChanges: sightChanges.map((one) => ({ ...one, userName: null, post: null })),
    looseLeaders: looseLeaders.map((one) => ({ ...one, leaderName: SOMEBODY })),
  };
}

/** What impacts that were confirmed before merges came do not say. */
const unsaid = { work: [], merge: null };

/** Closing and opening stand beside the moves in the history of an organisation. */
export async function recordSwitch(
  tx: Tx,
  { id }: OrganizationRow,
  { kind, reason }: { kind: "DISABLE" | "ENABLE"; reason: string | null },
): Promise<void> {
  await insertRecord(tx, orgChanges, {
    changeNo: await tx.nextNumber("orgChange"),
    orderedIn: orderedIn(tx),
    kind,
    sourceOrgId: id,
    targetOrgId: null,
    plannedAt: null,
    doneAt: tx.now,
    impact: null,
    impactToken: null,
    reason,
    failure: null,
    status: "DONE",
  });
}
