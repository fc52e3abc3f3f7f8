// A node with nothing but a slow export, as a process of its own; the tests run two of them and kill the one at work.
import { setTimeout as sleep } from "node:timers/promises";
import { endpoint, listQuery, pageOf, sheet } from "@ops/platform/contract";
import {
  createLog,
  defineModule,
  everything,
  exportsList,
  startNode,
  systemActor,
  systemRequest,
} from "@ops/platform/server";
import { z } from "zod";
import { submitTask } from "../../platform/server/task/submit.ts";

const ROWS = 2_000;
const CHUNK = 100;

const listNumbers = endpoint({
  method: "GET",
  path: "/slow/v1/numbers",
  title: "数列",
  permission: "slow:number:list",
  query: listQuery,
  answer: pageOf(z.object({ id: z.string(), n: z.int() })),
});

const numberSheet = sheet({
  key: "slow.number",
  name: "数列",
  list: listNumbers,
  path: "/slow/v1/numbers/export",
  permission: "slow:number:export",
  columns: { n: "数" },
  filters: {},
});

const numbers = exportsList(numberSheet, () => ({
  count: async () => ROWS,
  chunks: async function* () {
    for (let from = 0; from < ROWS; from += CHUNK) {
      process.stdout.write(`chunk ${from}\n`);
      await sleep(150);
      yield Array.from({ length: CHUNK }, (_, n) => ({ id: String(from + n), n: from + n }));
    }
  },
}));

const actor = {
  ...systemActor,
  userId: "019a0000-0000-7000-8000-000000000001",
  name: "张三",
  scopeOf: () => everything,
};

if (process.env["DATABASE_URL"]) {
  const node = await startNode({
    address: { url: process.env["DATABASE_URL"] },
    poolSize: 8,
    modules: [defineModule({ name: "slow", exports: [numbers], actorOf: async () => ({ actor, place: "总部" }) })],
    log: createLog("silent"),
    personName: async () => "张三",
    background: true,
  });
  process.stdout.write("running\n");
  process.stdin.once("data", async () => {
    const behalf = { actor, permission: "slow:number:export", request: systemRequest("1") };
    await node.transaction(behalf, null, (tx) =>
      submitTask(tx, {
        ...{ kind: "EXPORT", bizType: "slow.number", bizName: "数列", fileName: "数列.xlsx", conditions: [] },
        params: { query: {}, columns: ["n"] },
        permissionCode: "slow:number:export",
      }),
    );
  });
}
