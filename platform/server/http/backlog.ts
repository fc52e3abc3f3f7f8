import { sql } from "kysely";
import { Gauge, type Registry } from "prom-client";
import type { PlatformNode } from "../node.ts";

/**
 * The delay of background work as a metric for alarms (PF-R108). A failing listener holds its record back for ever, and
 * no call would show it.
 */
export function watchBacklog(registry: Registry, node: Pick<PlatformNode, "database" | "clock">): void {
  const gauge = (name: string, help: string, secondsOf: () => Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await secondsOf().catch(() => Number.NaN)); // without the database the delay is unknown
      },
    });
  const since = (at: Date | null | undefined) =>
    at ? Math.max(0, (node.clock.now().getTime() - at.getTime()) / 1000) : 0;
  gauge("event_delivery_oldest_seconds", "Age of the oldest event that a listener has not heard yet", async () => {
    const { rows } = await sql<{ at: Date }>`select created_at as at from event_outbox
      where id = (select min(event_id) from event_delivery where done_at is null)`.execute(node.database.reader);
    return since(rows[0]?.at);
  });
  gauge("timer_overdue_seconds", "How long the timer is overdue whose time came first", async () => {
    const { rows } = await sql<{ at: Date | null }>`
      select min(due_at) as at from timer where next_try_at <= ${node.clock.now()} or attempts > 0`.execute(
      node.database.reader,
    );
    return since(rows[0]?.at);
  });
}
