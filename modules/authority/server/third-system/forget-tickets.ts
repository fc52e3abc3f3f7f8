import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";

export async function forgetOldTickets(tx: Tx): Promise<void> {
  await sql`delete from third_ticket where expires_at < ${tx.now}::timestamptz - interval '1 day'`.execute(tx.kysely);
}
