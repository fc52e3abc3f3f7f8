import { changeRecord, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { apiClientStates } from "../../contract/index.ts";
import { db } from "../database.ts";
import { apiClients } from "./tables.ts";

/** The clients in service whose owner is this organisation or one below it, whatever the reader's scope. Locks nothing. */
export function apiClientsBelow(tx: Tx, organizationId: string): Promise<{ id: string; name: string }[]> {
  return db(tx)
    .selectFrom("apiClient as c")
    .innerJoin("organization as o", "o.id", "c.ownerOrgId")
    .innerJoin("organization as top", (join) => join.on("top.id", "=", organizationId))
    .select(["c.id", "c.name"])
    .where(sql<boolean>`starts_with(o.path, top.path)`)
    .where("c.status", "=", "ACTIVE")
    .orderBy("c.id")
    .execute();
}

/** Out of service from the next call on; answers whether it was in service until now. */
export async function stopApiClient(tx: Tx, id: string, reason: string): Promise<boolean> {
  const client = await lockClient(tx, id);
  if (client.status !== "ACTIVE") return false;
  const status = apiClientStates.next(client.status, "disable");
  await changeRecord(tx, apiClients, client, { status, disabledReason: reason });
  return true;
}

/** Back in service, if it is still out for this very reason; answers whether it is. */
export async function restartApiClient(tx: Tx, id: string, reason: string): Promise<boolean> {
  const client = await lockClient(tx, id);
  if (client.status !== "DISABLED" || client.disabledReason !== reason) return false;
  const status = apiClientStates.next(client.status, "enable");
  await changeRecord(tx, apiClients, client, { status, disabledReason: null });
  return true;
}

function lockClient(tx: Tx, id: string) {
  return db(tx).selectFrom("apiClient").selectAll().where("id", "=", id).forUpdate().executeTakeFirstOrThrow();
}
