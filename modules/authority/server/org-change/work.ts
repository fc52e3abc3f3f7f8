import type { Holder, Tx } from "@ops/platform/server";
import type { OrgImpact } from "../../contract/index.ts";

const holderOf = (id: string): Holder => ({ kind: "organization", id });

/** Counts the open business of these organisations by kind, without kinds that are empty (AU-R41). */
export async function workOf(tx: Tx, organizationIds: readonly string[]): Promise<OrgImpact["work"]> {
  const held: { kind: string; label: string; count: number }[] = [];
  for (const work of tx.workInHand) {
    let count = 0;
    for (const id of organizationIds) count += await work.countOf(tx, holderOf(id));
    if (count > 0) held.push({ kind: work.kind, label: work.label, count });
  }
  return held;
}

/** Asks every module with open work whether the target can take it, and throws the first refusal. */
export async function requireTaker(tx: Tx, sourceId: string, targetId: string): Promise<void> {
  const [from, to] = [holderOf(sourceId), holderOf(targetId)];
  for (const work of tx.workInHand) {
    if (work.checkTaker && (await work.countOf(tx, from)) > 0) await work.checkTaker(tx, from, to);
  }
}

/** Tells whether open or past records have to be handed over after the people of a merged organisation (AU-R42). */
export async function hasRecords(tx: Tx, organizationId: string): Promise<boolean> {
  const holder = holderOf(organizationId);
  for (const work of tx.workInHand) {
    const records = work.recordsOf ? await work.recordsOf(tx, holder) : await work.countOf(tx, holder);
    if (records > 0) return true;
  }
  return false;
}
