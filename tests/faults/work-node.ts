// A node with an export, an import and schedules, as a process of its own. With STUCK it stops in the middle of each of
// them, so that the tests can kill it there.
import { join } from "node:path";
import { IMPORT_BIZ_TYPE } from "@ops/platform/contract";
import {
  createLog,
  defineModule,
  everything,
  keepFile,
  type PlatformNode,
  Spool,
  schedule,
  startNode,
  systemActor,
  systemRequest,
} from "@ops/platform/server";
import { sql } from "kysely";
import { writeWorkbook } from "../../platform/server/excel/workbook.ts";
import { type NewTask, submitTask } from "../../platform/server/task/submit.ts";
import { isStuck, numberImport, numberSheet, numbers, sourceSheets } from "./slow-work.ts";

const actor = {
  ...systemActor,
  userId: "019a0000-0000-7000-8000-000000000001",
  name: "张三",
  scopeOf: () => everything,
};
const behalf = { actor, permission: numberSheet.export.permission, request: systemRequest("1") };

/** Writes that it ran and gets stuck before that is committed. */
const hourly = (name: "slow.report" | "slow.daily", sticks: boolean) =>
  schedule({
    name,
    at: { everySeconds: 3_600 },
    run: (work) =>
      work.step(async (tx) => {
        await sql`insert into slow_run (schedule, pid) values (${name}, ${process.pid})`.execute(tx.kysely);
        if (sticks) await isStuck("schedule");
      }),
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
  poolSize: 8,
  modules: [
    defineModule({
      name: "slow",
      migrations: join(import.meta.dirname, "work-migrations"),
      exports: [numbers],
      imports: [numberImport],
      schedules: [hourly("slow.report", true), hourly("slow.daily", false)],
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
});
