import { type ApprovalBox, listApprovalKinds, listApprovals } from "@ops/platform/contract";
import { type RawBuilder, sql } from "kysely";
import { countedPage } from "../db/list/counted-page.ts";
import type { Tx } from "../db/tx.ts";
import { reads } from "../http/route.ts";
import { db } from "../tables.ts";
import type { TodoSource } from "../todo/todo.ts";
import { partsOf } from "./decide.ts";
import { codesOf } from "./flow.ts";
import { hideUnseen, presentApprovals } from "./present.ts";
import { isReached } from "./reach.ts";
import { lentThen } from "./rows.ts";

/** The open requests that the actor can decide now, with the rights of this moment (PF-R117). */
async function waitsForActor(tx: Tx): Promise<RawBuilder<boolean>> {
  const reached = [...tx.approvals.flows.values()].flatMap((flow) =>
    codesOf(flow)
      .filter((code) => tx.actor.can(code) && (tx.actor.seenBy?.can(code) ?? true))
      .map(
        (code) => sql<boolean>`(approval.flow = ${flow.kind} and approval.level_code = ${code}
          and ${isReached(tx, flow, code)})`,
      ),
  );
  if (reached.length === 0) return sql<boolean>`false`;
  const parts = await partsOf(tx);
  return sql<boolean>`(approval.state = 'OPEN' and not (approval.parties && ${parts}::uuid[])
    and not exists (select 1 from approval_decision d left join approval_delegation l on ${lentThen}
      where d.approval_id = approval.id
      and (d.decided_by = any(${parts}::uuid[]) or l.giver_id = any(${parts}::uuid[])))
    and (${sql.join(reached, sql` or `)}))`;
}

const isDone = ({ actor }: Tx) => sql<boolean>`exists (select 1 from approval_decision d
  where d.approval_id = approval.id and (d.decided_by = ${actor.userId} or d.decided_for @> array[${actor.userId}::uuid]
    or d.on_behalf_of = ${actor.userId}))`;

async function conditionOf(tx: Tx, box: ApprovalBox): Promise<RawBuilder<boolean>> {
  if (box === "WAITING") return waitsForActor(tx);
  return box === "SENT" ? sql<boolean>`approval.applicant_id = ${tx.actor.userId}` : isDone(tx);
}

async function approvalsIn(tx: Tx, box: ApprovalBox, filter: { kind?: string | undefined; isOverdue?: boolean }) {
  const known = [...tx.approvals.flows.keys()];
  let found = db(tx)
    .selectFrom("approval")
    .where(sql<boolean>`approval.flow = any(${known}::text[])`)
    .where(await conditionOf(tx, box));
  if (filter.kind) found = found.where("flow", "=", filter.kind);
  if (filter.isOverdue) found = found.where("state", "=", "OPEN").where("dueAt", "<=", tx.now);
  return found;
}

const list = reads(listApprovals, async (tx, { query: { box, kind, isOverdue = false, ...paging } }) => {
  const found = await approvalsIn(tx, box, { kind, isOverdue });
  const ordered = box === "WAITING" ? found.orderBy("waitingSince").orderBy("id") : found.orderBy("appliedAt", "desc");
  const page = await countedPage(paging, {
    rows: (limit, offset) => ordered.orderBy("id").selectAll().limit(limit).offset(offset).execute(),
    count: async (limit) => (await found.select("id").limit(limit).execute()).length,
  });
  if (box !== "WAITING")
    return { ...page, list: await presentApprovals(tx, await hideUnseen(tx, page.list), new Set()) };
  return { ...page, list: await presentApprovals(tx, page.list, new Set(page.list.map(({ id }) => id))) };
});

const kinds = reads(listApprovalKinds, async (tx) =>
  [...tx.approvals.flows.values()].map(({ kind, label }) => ({ kind, label })),
);

export const boxRoutes = [list, kinds];

const MOST_COUNTED = 1_000;

/** The card of 我的待办 that opens the drawer. It is for everybody, because everybody may be asked. */
export const approvalTodo: TodoSource = {
  key: "platform.approval",
  title: "待我审批",
  permission: null,
  route: "/home?approvals=WAITING",
  tables: ["approval"],
  count: async (tx) => (await (await approvalsIn(tx, "WAITING", {})).select("id").limit(MOST_COUNTED).execute()).length,
};
