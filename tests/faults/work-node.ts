// A node with an export, an import and schedules, as a process of its own. With STUCK it stops in the middle of each of
// them, so that the tests can kill it there.
import { join } from "node:path";
import { event, IMPORT_BIZ_TYPE } from "@ops/platform/contract";
import {
  createLog,
  defineModule,
  keepFile,
  on,
  outward,
  type PlatformNode,
  Spool,
  schedule,
  startNode,
  systemRequest,
  type Tx,
  timer,
} from "@ops/platform/server";
import { sql } from "kysely";
import { z } from "zod";
import { writeWorkbook } from "../../platform/server/excel/workbook/workbook.ts";
import { type NewTask, submitTask } from "../../platform/server/task/submit.ts";
import { counter as actor, slowBatch, submitSlowBatch } from "./slow-batch.ts";
import { numberImport, numberSheet, numbers, sourceSheets, stickIfAsked } from "./slow-work.ts";

const behalf = { actor, permission: numberSheet.export.permission, request: systemRequest("1") };

const noteRun = (tx: Tx, name: string) =>
  sql`insert into slow_run (schedule, pid) values (${name}, ${process.pid})`.execute(tx.kysely);

/** Records that it has run, and gets stuck before the commit. */
const hourly = (name: "slow.report" | "slow.daily", sticks: boolean) =>
  schedule({
    name,
    at: { everySeconds: 3_600 },
    run: (work) =>
      work.step(async (tx) => {
        await noteRun(tx, name);
        if (sticks) await stickIfAsked("schedule");
      }),
  });

/** The timer and the listener do the same. */
const ringing = timer({
  kind: "slow.ringing",
  title: "慢提醒",
  payload: z.object({}),
  handle: async (tx) => {
    await noteRun(tx, "slow.ringing");
    await stickIfAsked("timer");
  },
});
const told = event("slow.told", z.object({ id: z.string() }), ({ id }) => id);
const hearing = on(told, { name: "slow.hearing", title: "慢听取" }, async (tx) => {
  await noteRun(tx, "slow.hearing");
  await stickIfAsked("event");
});

/** Counts that the request was sent, and gets stuck before it reads the answer. */
const paying = outward({
  port: "slow.pay",
  title: "慢支付",
  request: z.object({}),
  answer: z.object({}),
  again: [1],
  mostHours: 1,
  seconds: 20,
  send: async () => {
    await node.access.commit((tx) => noteRun(tx, "slow.send"));
    await stickIfAsked("outside");
    return { is: "DONE", answer: {} };
  },
  query: async () => {
    await node.access.commit((tx) => noteRun(tx, "slow.query"));
    return { is: "DONE", answer: {} };
  },
  done: async (tx) => void (await noteRun(tx, "slow.paid")),
  failed: async (tx) => void (await noteRun(tx, "slow.unpaid")),
});

async function submit(node: PlatformNode, task: Omit<NewTask, "conditions" | "permissionCode">): Promise<void> {
  await node.transaction(behalf, null, (tx) =>
    submitTask(tx, { ...task, conditions: [], permissionCode: behalf.permission }),
  );
}

async function submitImport(node: PlatformNode): Promise<void> {
  await using content = await Spool.of(writeWorkbook(sourceSheets()));
  const commit: typeof node.access.commit = (act) => node.transaction(behalf, null, act);
  const fileName = "数列.xlsx";
  const file = { fileName, ext: "xlsx", bizType: IMPORT_BIZ_TYPE, bizId: "1", uploaderId: actor.userId } as const;
  const { id } = await keepFile({ commit, finish: commit }, { ...file, content });
  const { key, name } = numberImport.kind;
  await submit(node, {
    kind: "IMPORT",
    bizType: key,
    bizName: name,
    fileName,
    params: { draftId: actor.userId },
    sourceFileId: id,
  });
}

const node = await startNode({
  address: { url: process.env["DATABASE_URL"] ?? "", ownerUrl: process.env["DATABASE_OWNER_URL"] ?? "" },
  poolSize: 16, // each stuck piece of work keeps a connection
  modules: [
    defineModule({
      name: "slow",
      migrations: join(import.meta.dirname, "work-migrations"),
      exports: [numbers],
      imports: [numberImport],
      batches: [slowBatch],
      schedules: [hourly("slow.report", true), hourly("slow.daily", false)],
      timers: [ringing],
      listeners: [hearing],
      outward: [paying],
      actorOf: async () => ({ actor, place: "总部" }),
    }),
  ],
  log: createLog(process.env["LOG_LEVEL"] ?? "silent"),
  personName: async () => "张三",
  background: true,
});
process.stdout.write("running\n");
process.stdin.once("data", async () => {
  const params = { query: {}, columns: ["n"] };
  await submit(node, { kind: "EXPORT", bizType: numberSheet.key, bizName: "数列", fileName: "数列.xlsx", params });
  await submitImport(node);
  await node.transaction(behalf, null, async (tx) => {
    await submitSlowBatch(tx);
    await tx.setTimer(ringing, "one", tx.now, {});
    await tx.publish(told, { id: "one" });
    await tx.askOutside(paying, "one", {});
  });
});
