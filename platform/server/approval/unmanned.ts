import { listFlowLevels } from "@ops/platform/contract";
import { sql } from "kysely";
import type { Tx } from "../db/tx.ts";
import { reads } from "../http/route.ts";
import { type JobRun, schedule } from "../jobs/job.ts";
import { db } from "../tables.ts";
import type { TodoSource } from "../todo/todo.ts";
import { askAgain, askedFor } from "./asked.ts";
import { workdaysOf } from "./due.ts";
import { presentApprovals } from "./present.ts";
import { reachesPlace } from "./reach.ts";
import { lockById } from "./rows.ts";

const MOST_SHOWN = 100;

/**
 * Lists every level of every flow with the number of people who can decide it, and the requests that nobody can decide
 * (PF-R118).
 */
const levels = reads(listFlowLevels, async (tx) => {
  const counted = await countWaiting(tx);
  const flows = [...tx.approvals.flows.values()];
  const lines = flows.flatMap((flow) =>
    Object.entries(flow.levels).map(async ([key, { label, code, at }]) => {
      const { waiting = 0, unmanned = 0 } = counted.find((one) => one.flow === flow.kind && one.key === key) ?? {};
      const holders = (await tx.approvals.staffing.holdersFor(tx, code, at)).length;
      const named = { kind: flow.kind, kindLabel: flow.label, levelLabel: label, code };
      return { ...named, workdays: workdaysOf(tx, flow, key), holders, waiting, unmanned };
    }),
  );
  const rows = await nobodysApprovals(tx).selectAll().orderBy("waitingSince").orderBy("id").limit(MOST_SHOWN).execute();
  return { levels: await Promise.all(lines), unmanned: await presentApprovals(tx, rows, new Set()) };
});

async function countWaiting(tx: Tx) {
  const { rows } = await sql<{ flow: string; key: string; waiting: number; unmanned: number }>`
    select flow, levels[level_no] as key, count(*)::int as waiting, count(*) filter (where asked = '{}')::int as unmanned
    from approval where state = 'OPEN' and ${reachesPlace(tx, tx.permission, "orgId")} group by 1, 2`.execute(
    tx.kysely,
  );
  return rows;
}

function nobodysApprovals(tx: Tx) {
  const known = [...tx.approvals.flows.keys()];
  return db(tx)
    .selectFrom("approval")
    .where("state", "=", "OPEN")
    .where(reachesPlace(tx, tx.permission, "orgId"))
    .where(sql<boolean>`asked = '{}' and flow = any(${known}::text[])`);
}

export const unmannedRoutes = [levels];

export const unmannedTodo: TodoSource = {
  key: "platform.approvalUnmanned",
  title: "无人可审的申请",
  permission: listFlowLevels.permission,
  route: "/home?approvals=UNMANNED",
  tables: ["approval"],
  count: async (tx) => (await nobodysApprovals(tx).select("id").limit(MOST_SHOWN).execute()).length,
};

const STEP_ROWS = 50;

/** Finds again who can decide waiting requests, because rights and posts change meanwhile. New people are notified. */
export const askAnew = schedule({
  name: "platform.approvalHolders",
  title: "核对待审批申请的审批人",
  at: { everySeconds: 600 },
  run: async (work: JobRun) => {
    let last = "00000000-0000-0000-0000-000000000000";
    for (let count = STEP_ROWS; count === STEP_ROWS; ) {
      const ids = await work.step((tx) => openAfter(tx, last));
      for (const id of ids) await work.step((tx) => askOne(tx, id));
      count = ids.length;
      last = ids.at(-1) ?? last;
    }
  },
});

async function openAfter(tx: Tx, last: string): Promise<string[]> {
  const found = db(tx).selectFrom("approval").select("id").where("state", "=", "OPEN").where("id", ">", last);
  return (await found.orderBy("id").limit(STEP_ROWS).execute()).map(({ id }) => id);
}

async function askOne(tx: Tx, id: string): Promise<void> {
  const row = await lockById(tx, id);
  if (!row || !tx.approvals.flows.has(row.flow)) return;
  const asked = await askedFor(tx, row);
  if (asked.join() !== row.asked.toSorted().join()) await askAgain(tx, row);
}
