import { join } from "node:path";
import { sql } from "kysely";
import { makeAuditMonths } from "./audit/write.ts";
import { schedule } from "./jobs/job.ts";
import { loadRegions } from "./lbs/load-regions.ts";
import { regionRoutes } from "./lbs/routes.ts";
import { defineModule } from "./module.ts";

const cleanUp = schedule({
  name: "platform.cleanUp",
  at: { everySeconds: 600 },
  run: (work) =>
    work.step(async (tx) => {
      const database = tx.kysely;
      await sql`delete from idempotency_key where created_at < ${tx.now}::timestamptz - interval '24 hours'`.execute(
        database,
      );
      await sql`delete from rate_counter where window_start < ${tx.now}::timestamptz - interval '1 day'`.execute(
        database,
      );
      await sql`delete from live_event where created_at < ${tx.now}::timestamptz - interval '10 minutes'`.execute(
        database,
      );
      await sql`delete from event_outbox e where created_at < ${tx.now}::timestamptz - interval '30 days'
        and not exists (select 1 from event_delivery d where d.event_id = e.id and d.done_at is null)`.execute(
        database,
      );
    }),
});

const auditMonths = schedule({
  name: "platform.auditMonths",
  at: "0 1 * * *",
  run: (work) => work.step(makeAuditMonths),
});

/** What the platform itself brings along, in the same form as any module. */
export const platformModule = defineModule({
  name: "platform",
  migrations: join(import.meta.dirname, "migrations"),
  routes: regionRoutes,
  schedules: [cleanUp, auditMonths],
  onStart: async (tx) => {
    await makeAuditMonths(tx);
    await loadRegions(tx);
  },
});
