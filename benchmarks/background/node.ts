// A node whose listeners and timers write one row each, as a process of its own. Run by run.ts.
import { event } from "@ops/platform/contract";
import { createLog, defineModule, on, startNode, type Tx, timer } from "@ops/platform/server";
import { sql } from "kysely";
import { z } from "zod";
import { given, serveParent, usage } from "../child.ts";
import type { Address } from "../volumes.ts";

const { address, listeners } = given<{ address: Address; listeners: number }>();
const said = event("load.said", z.object({ id: z.string(), n: z.int() }), ({ id }) => id);

const note = (tx: Tx, who: string, key: string, n: number) =>
  sql`insert into load_done (who, key, n) values (${who}, ${key}, ${n})`.execute(tx.kysely);

const ears = Array.from({ length: listeners }, (_, at) =>
  on(said, { name: `load.ears${at}`, title: "听取" }, async (tx, { id, n }) => {
    await note(tx, `ears${at}`, id, n);
  }),
);
const bell = timer({
  kind: "load.bell",
  title: "到时",
  payload: z.object({ n: z.int() }),
  handle: async (tx, { n }) => {
    await note(tx, "bell", String(n), n);
  },
});

const node = await startNode({
  address,
  poolSize: 12,
  modules: [defineModule({ name: "load", listeners: ears, timers: [bell] })],
  log: createLog("warn"),
  personName: async () => "-",
  background: true,
});
serveParent(
  {},
  async () => usage(),
  () => node.stop(),
);
