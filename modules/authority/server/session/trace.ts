import type { Tx } from "@ops/platform/server";
import { db } from "../database.ts";

/** The common traceId of a sign-on (PF-R55); the session may be over by now. */
export async function traceOf(tx: Tx, ssoSessionId: string | null): Promise<string | undefined> {
  if (ssoSessionId === null) return undefined;
  const row = await db(tx).selectFrom("ssoSession").select("traceId").where("id", "=", ssoSessionId).executeTakeFirst();
  return row?.traceId;
}
