import { type AnswerFrom, listApprovalChains } from "@ops/platform/contract";
import { requireReadable } from "../audit/readable.ts";
import type { Tx } from "../db/tx.ts";
import { reads } from "../http/route.ts";
import { db } from "../tables.ts";
import { flowOf, levelAt } from "./flow.ts";
import { type ApprovalRow, othersOf } from "./rows.ts";

type Chain = AnswerFrom<typeof listApprovalChains>[number];

const MOST_REQUESTS = 50;

/** Lists the requests about a record with all decisions, for everybody who may see the record (PF-R117). */
export const chainRoute = reads(listApprovalChains, async (tx, { params: { bizType, bizId } }) => {
  await requireReadable(tx, bizType, bizId);
  const kinds = [...tx.approvals.flows.values()].filter(({ table }) => table.name === bizType).map(({ kind }) => kind);
  return chainsOf(tx, await requestsAbout(tx, kinds, [bizId]));
});

/**
 * Finds the latest request of a flow about each of these records, with all decisions. The module has checked that the
 * reader may see the records.
 */
export async function latestChains(
  tx: Tx,
  { kind }: { readonly kind: string },
  bizIds: readonly string[],
): Promise<ReadonlyMap<string, Chain>> {
  const rows = await requestsAbout(tx, [kind], bizIds);
  const latest = rows.filter((row, at) => rows.findIndex(({ bizId }) => bizId === row.bizId) === at);
  const chains = await chainsOf(tx, latest);
  return new Map(chains.map((chain, at) => [latest[at]?.bizId ?? "", chain]));
}

async function requestsAbout(tx: Tx, kinds: readonly string[], bizIds: readonly string[]): Promise<ApprovalRow[]> {
  if (kinds.length === 0 || bizIds.length === 0) return [];
  return db(tx)
    .selectFrom("approval")
    .selectAll()
    .where("bizId", "in", bizIds)
    .where("flow", "in", kinds)
    .orderBy("appliedAt", "desc")
    .limit(MOST_REQUESTS)
    .execute();
}

async function chainsOf(tx: Tx, rows: readonly ApprovalRow[]): Promise<Chain[]> {
  if (rows.length === 0) return [];
  const decisions = await db(tx)
    .selectFrom("approvalDecision")
    .selectAll()
    .where(
      "approvalId",
      "in",
      rows.map(({ id }) => id),
    )
    .execute();
  const people = new Set(rows.flatMap(({ applicantId, asked }) => [applicantId, ...asked]));
  for (const made of decisions) for (const id of [made.decidedBy, ...othersOf(made)]) people.add(id);
  const names = await tx.approvals.staffing.personNames(tx, [...people]);
  const nameOf = (id: string) => names.get(id) ?? "";
  return rows.map((row) => {
    const flow = flowOf(tx, row.flow);
    const levels = row.levels.map((_key, index) => {
      const levelNo = index + 1;
      const made = decisions.find((one) => one.approvalId === row.id && one.levelNo === levelNo);
      const isOpen = row.state === "OPEN" && row.levelNo === levelNo;
      return {
        levelNo,
        label: levelAt(flow, row.levels, levelNo).label,
        verdict: made?.verdict ?? null,
        names: made ? [nameOf(made.decidedBy)] : isOpen ? row.asked.map(nameOf) : [],
        onBehalfOf: made ? othersOf(made).map(nameOf).join("、") || null : null,
        note: made?.note ?? "",
        waitingSince: made?.waitingSince ?? (isOpen ? row.waitingSince : null),
        decidedAt: made?.decidedAt ?? null,
        dueAt: isOpen ? row.dueAt : null,
      };
    });
    return { ...row, kindLabel: flow.label, applicantName: nameOf(row.applicantId), levels };
  });
}
