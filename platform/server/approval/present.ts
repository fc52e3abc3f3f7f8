import type { AnswerFrom, ApprovalVerdict, DecidingCall, listApprovals } from "@ops/platform/contract";
import { seenAmong } from "../db/record/record.ts";
import type { Tx } from "../db/tx.ts";
import { type ApprovalFlow, flowOf, levelAt } from "./flow.ts";
import type { ApprovalRow } from "./rows.ts";

export type ListedApproval = AnswerFrom<typeof listApprovals>["list"][number];

/** Presents requests. `decidable` has those whose open level the reader can decide. */
export async function presentApprovals(
  tx: Tx,
  rows: readonly ApprovalRow[],
  decidable: ReadonlySet<string>,
): Promise<ListedApproval[]> {
  const { staffing } = tx.approvals;
  const people = await staffing.personNames(tx, [...new Set(rows.map(({ applicantId }) => applicantId))]);
  const places = await staffing.organizationNames(tx, [...new Set(rows.map(({ orgId }) => orgId))]);
  return rows.map((row) => {
    const flow = flowOf(tx, row.flow);
    return {
      ...row,
      kind: row.flow,
      kindLabel: flow.label,
      applicantName: people.get(row.applicantId) ?? "",
      organizationName: places.get(row.orgId) ?? "",
      levelLabel: levelAt(flow, row.levels, row.levelNo).label,
      levelCount: row.levels.length,
      isOverdue: row.dueAt !== null && row.dueAt <= tx.now,
      overlay: flow.overlay,
      calls: decidable.has(row.id) ? callsOf(flow, row.bizId) : [],
      mostTogether: flow.mostTogether ?? 1,
    };
  });
}

/** Leaves out what requests tell of records that the reader may no longer open (PF-R117). */
export async function hideUnseen(tx: Tx, rows: readonly ApprovalRow[]): Promise<ApprovalRow[]> {
  const seen = new Set<string>();
  for (const [kind, ofKind] of Map.groupBy(rows, ({ flow }) => flow)) {
    const { table, read } = flowOf(tx, kind);
    const ids = ofKind.map(({ bizId }) => bizId);
    for (const id of await seenAmong({ ...tx, permission: read }, table, ids)) seen.add(id);
  }
  return rows.map((row) => (seen.has(row.bizId) ? row : { ...row, title: "无权查看", facts: [] }));
}

const order: readonly ApprovalVerdict[] = ["APPROVE", "RETURN", "REJECT"];

function callsOf({ calls }: ApprovalFlow, bizId: string): DecidingCall[] {
  return order.flatMap((verdict) => {
    const call = calls[verdict];
    if (!call) return [];
    const { endpoint, noteIn, needsNote = verdict !== "APPROVE", body = {} } = call;
    return [{ verdict, path: endpoint.path.replace("{id}", bizId), noteIn, needsNote, body }];
  });
}
