// A node with a table that a card of 我的待办 counts, as a process of its own. Run by run.ts.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Authenticate,
  createLog,
  defineModule,
  startNode,
  systemActor,
  systemRequest,
} from "@ops/platform/server";
import { sql } from "kysely";
import { given, serveParent, usage } from "../child.ts";
import { serveNode } from "../servers/serve-node.ts";
import type { Address } from "../volumes.ts";
import type { LiveWork } from "./run.ts";

const { address } = given<{ address: Address }>();
const load = defineModule({
  name: "load",
  todos: [
    {
      key: "load.work",
      title: "待办",
      permission: "session",
      route: "/home",
      tables: ["load_work"],
      count: async () => 0,
    },
  ],
});
const log = createLog("error");
const personName = async () => "-";
const node = await startNode({ address, poolSize: 8, modules: [load], log, personName, background: true });

/** Each token is a session of its own. */
const authenticate: Authenticate = async (token) => ({
  actor: { ...systemActor, isAdmin: false, userId: randomUUID(), sessionId: token },
  restricted: false,
  readOnly: false,
});
const { port, close } = await serveNode(node, authenticate);

async function write(): Promise<void> {
  const behalf = { actor: systemActor, permission: "system", request: systemRequest(randomUUID()) };
  await node.transaction(behalf, null, async (tx) => {
    await sql`insert into load_work (at) values (now())`.execute(tx.kysely);
    tx.trail.tables.add("load_work");
  });
}

/** Writes evenly for a while; answers what the process used meanwhile. */
async function work({ seconds, perSecond }: LiveWork) {
  const [began, before] = [performance.now(), usage().cpuMicroseconds];
  const writing: Promise<void>[] = [];
  for (let n = 0; n < seconds * perSecond; n++) {
    writing.push(write());
    await sleep(Math.max(0, began + ((n + 1) * 1000) / perSecond - performance.now()));
  }
  await Promise.all(writing);
  const took = (performance.now() - began) * 1000;
  return { cpuShare: (usage().cpuMicroseconds - before) / took, open: node.live.size };
}

serveParent({ port }, work, close);
