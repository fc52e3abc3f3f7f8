import { changeRecord, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { apiClientStates } from "../../contract/index.ts";
import { db } from "../database.ts";
import { apiClients } from "./tables.ts";

/** Lists the active clients of this organisation and those below it, without a scope check. No locks are taken. */
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

/** Disables the client from its next call on. Answers whether it was active before. */
export async function stopApiClient(tx: Tx, id: string, reason: string): Promise<boolean> {
  const client = await lockClient(tx, id);
  if (client.status !== "ACTIVE") return false;
  const status = apiClientStates.next(client.status, "disable");
  await changeRecord(tx, apiClients, client, { status, disabledReason: reason });
  return true;
}

/** Enables the client if it was disabled for exactly this reason. Answers whether it was. */
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
