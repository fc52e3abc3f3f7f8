import type { Tx } from "@ops/platform/server";
import { db } from "../database.ts";

/** Finds the traceId shared by all steps of a sign-on (PF-R55), also after the portal session has ended. */
export async function traceOf(tx: Tx, ssoSessionId: string | null): Promise<string | undefined> {
  if (ssoSessionId === null) return undefined;
  const row = await db(tx).selectFrom("ssoSession").select("traceId").where("id", "=", ssoSessionId).executeTakeFirst();
  return row?.traceId;
}
