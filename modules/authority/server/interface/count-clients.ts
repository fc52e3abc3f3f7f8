import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";

/** Counts the enabled API clients to which each of these interfaces is granted. */
export async function countClients(tx: Tx, interfaceIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select i.id, count(*)::int as count from unnest(${[...interfaceIds]}::uuid[]) as i (id)
    join api_client c on c.interface_ids @> array[i.id] and c.status = 'ACTIVE' group by i.id`.execute(tx.kysely);
  return new Map(rows.map(({ id, count }) => [id, count]));
}
