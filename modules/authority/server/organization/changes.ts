import type { AnswerFrom } from "@ops/platform/contract";
import { presentOne, type Tx } from "@ops/platform/server";
import type * as contract from "../../contract/index.ts";
import type { OrgImpact } from "../../contract/index.ts";
import { SOMEBODY } from "../rights/reader/known-names.ts";
import { namesOf } from "./present.ts";
import { organizationNames } from "./published.ts";
import type { OrgChangeRow } from "./tables.ts";

type PresentedChange = AnswerFrom<typeof contract.createOrgChange>;

export async function presentChanges(tx: Tx, changes: readonly OrgChangeRow[]): Promise<PresentedChange[]> {
  const ids = changes.flatMap(({ sourceOrgId, targetOrgId }) =>
    targetOrgId ? [sourceOrgId, targetOrgId] : sourceOrgId,
  );
  const authors = changes.map(({ createdBy }) => createdBy);
  const [places, people] = [await organizationNames(tx, ids), await namesOf(tx, authors)];
  return changes.map((change) => ({
    ...change,
    impact: change.impact && toldTo(tx, change, { ...unsaid, ...change.impact }),
    sourceName: places.get(change.sourceOrgId) ?? "-",
    targetName: change.targetOrgId === null ? null : (places.get(change.targetOrgId) ?? "-"),
    createdByName: people.get(change.createdBy) ?? "系统",
  }));
}

export const presentChange = presentOne(presentChanges);

/** Hides names from readers who may not know them. The planner sees the impact as confirmed (section 7). */
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

/** Defaults for impacts that were saved before merging existed. */
const unsaid = { work: [], merge: null };
