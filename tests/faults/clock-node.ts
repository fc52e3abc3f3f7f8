// A node that has only a schedule, as a process of its own. The tests run two of them and kill one.
import { join } from "node:path";
import { createLog, defineModule, schedule, startNode } from "@ops/platform/server";
import { sql } from "kysely";

const tick = schedule({
  name: "clock.tick",
  at: { everySeconds: 2 },
  run: (work) =>
    work.step((tx) => sql`insert into tick (ran_at, pid) values (now(), ${process.pid})`.execute(tx.kysely).then()),
});

await startNode({
  address: { url: process.env["DATABASE_URL"] ?? "" },
  poolSize: 4,
  modules: [defineModule({ name: "clock", migrations: join(import.meta.dirname, "migrations"), schedules: [tick] })],
  log: createLog("silent"),
  personName: async () => "",
  background: true,
});
process.stdout.write("running\n");
