import { batchCalls, businessErrors, endpoint, idParams, version } from "@ops/platform/contract";
import { sql } from "kysely";
import { z } from "zod";
import { approvalFlow, recordsIn } from "../approval/flow.ts";
import { changeRecord, lockRecord } from "../db/record/record.ts";
import type { Tx } from "../db/tx.ts";
import { type Exporter, exportApp, probeRows } from "../excel/testing.ts";
import { type Route, writes } from "../http/route.ts";
import { newId } from "../secret/crypto.ts";
import { listProbes, type ProbeApp, probes } from "../start/probe.ts";
import { tasks } from "../tables.ts";
import { decideBatch } from "./decide-batch.ts";
import { type BatchApproval, batchOf, type PlanFacts, type ValuesOf } from "./source.ts";

export const BATCH = "probe:probe:batch";
export const APPROVE = "probe:probe:approve";
const values = { level: z.string().max(5) };
export const probeErrors = businessErrors("PROBE_BATCH", { closed: "密级样本不可调整", whole: "不能全部调为{level}" });

const around = { page: "/Probe", unit: "件", mostRows: 250, values } as const;
/** Sets the level of many probes. */
export const setLevels = batchCalls({
  ...around,
  key: "probe.level",
  name: "批量调整等级",
  path: "/probe/v1/probes/batch/level",
  permission: BATCH,
});
/** The same batch, but with an approval by another person. */
export const askLevels = batchCalls({
  ...around,
  key: "probe.askedLevel",
  name: "批量申请等级",
  path: "/probe/v1/probes/batch/asked-level",
  permission: BATCH,
});
export const decideLevels = endpoint({
  method: "POST",
  path: "/probe/v1/batches/{id}/decide",
  audit: "审批批量调整",
  permission: APPROVE,
  params: idParams,
  body: z.object({ verdict: z.enum(["APPROVE", "REJECT"]), version }),
  answer: z.object({ status: z.string() }),
});

type Hook = (tx: Tx, id: string) => Promise<void>;

/**
 * Called with each record, inside the transaction that works on it: tests stop and break things here.
 * `act` is called for plans and for the task that carries them out, `run` for the task alone, `first` with a whole
 * chunk before it is locked.
 */
export const held: {
  first: (tx: Tx, ids: readonly string[]) => Promise<void>;
  act: Hook;
  run: Hook;
  mayRun: (plan: PlanFacts) => void;
} = {
  first: async () => undefined,
  act: async () => undefined,
  run: async () => undefined,
  mayRun: () => undefined,
};

async function setLevel(tx: Tx, id: string, level: string): Promise<void> {
  await held.act(tx, id);
  if (tx.trail.each) await held.run(tx, id);
  const probe = await lockRecord(tx, probes, id, null);
  if (probe.level === "密") throw probeErrors.closed();
  await changeRecord(tx, probes, probe, { level });
}

const list: Route = { kind: "reads", endpoint: listProbes, handle: async () => null, exports: probeRows };

const declared = {
  list,
  see: async (tx: Tx, ids: readonly string[]) => {
    const { rows } = await sql<{ id: string; name: string; level: string }>`
      select id, name, level from probe where id = any(${[...ids]}::uuid[])`.execute(tx.kysely);
    return new Map(rows.map(({ id, name, level }) => [id, { label: name, facts: { 等级: level } }]));
  },
  first: (tx: Tx, ids: readonly string[]) => held.first(tx, ids),
  act: (tx: Tx, id: string, { level }: ValuesOf<typeof values>) => setLevel(tx, id, level),
};

const flow = approvalFlow({
  kind: "probe.batch",
  label: "批量调整",
  table: recordsIn(tasks),
  read: APPROVE,
  overlay: "batch",
  facts: z.object({ ready: z.int() }),
  levels: { hq: { label: "总部", code: APPROVE, at: "record" } },
  show: ({ ready }) => ({ 数量: `${ready}件` }),
  calls: { APPROVE: { endpoint: decideLevels, noteIn: "note", body: { verdict: "APPROVE" } } },
});

const approval: BatchApproval<unknown> = {
  flow,
  ask: async (tx, _values, { ready }) => ({
    orgId: tx.actor.organizationIds[0] ?? "",
    title: "调整等级",
    facts: { ready },
  }),
};

/** A batch that cannot be declared, because its undo would pass the approval by. */
export const declareUndoable = () => batchOf(askLevels, probes, { ...declared, approval, undo: async () => undefined });

/** Nothing but the probe module with its batches. */
export function batchApp(background: boolean): ProbeApp {
  const settling = batchOf(setLevels, probes, {
    ...declared,
    undo: (tx, id, { before }) => setLevel(tx, id, before["等级"] ?? ""),
    mayRun: async (_tx, { level }, plan) => {
      if (level === "Z" && plan.ready > 1) throw probeErrors.whole({ level });
      held.mayRun(plan);
    },
  });
  const asking = batchOf(askLevels, probes, {
    ...declared,
    mayRun: async (_tx, _values, plan) => held.mayRun(plan),
    approval,
  });
  const decide = writes(decideLevels, async (tx, { params, body }) =>
    decideBatch(tx, flow, { taskId: params.id, ...body }),
  );
  return exportApp(background, [], { batches: [settling, asking], approvalFlows: [flow], routes: [decide] });
}

/** Makes so many probes of this level, named from P001 on, in the order of their ids. */
export async function givenProbes(
  app: ProbeApp,
  { organizationId, userId }: Exporter,
  count: number,
  level = "A",
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId()).toSorted();
  const mark = newId().slice(-6);
  await app.rows(
    `insert into probe (id, version, created_at, created_by, updated_at, updated_by, org_id, owner_id, name, phone, level)
     select id, 1, now(), $2, now(), $2, $3, $2, $4 || lpad(n::text, 3, '0'), '', $5
     from unnest($1::uuid[]) with ordinality as given (id, n)`,
    [ids, userId, organizationId, mark, level],
  );
  return ids;
}

export async function levelsOf(app: ProbeApp, ids: readonly string[]): Promise<Record<string, number>> {
  const rows = await app.rows<{ level: string; count: number }>(
    "select level, count(*)::int as count from probe where id = any($1) group by level order by level",
    [ids],
  );
  return Object.fromEntries(rows.map(({ level, count }) => [level, count]));
}
