import { type AnsweredCall, newId, type Tx } from "@ops/platform/server";
import { db } from "../database.ts";
import { maskJson } from "./masked-json.ts";

const KEPT_DAYS = 7;
const DAY_MS = 86_400_000;

export async function keepBodies(tx: Tx, call: AnsweredCall): Promise<void> {
  const { endpoint, bodies, userId, status, msgCode, ms } = call;
  if (!bodies) return;
  const found = await db(tx)
    .selectFrom("apiInterface")
    .select("id")
    .where("method", "=", endpoint.method)
    .where("path", "=", endpoint.path)
    .executeTakeFirst();
  if (!found) return;
  const line = { id: newId(), interfaceId: found.id, occurredAt: tx.now, traceId: bodies.traceId };
  const what = { request: maskJson(bodies.request), answer: bodies.answer ? maskJson(bodies.answer) : null };
  await db(tx)
    .insertInto("interfaceBodyLog")
    .values({ ...line, ...what, actorId: userId, status, msgCode, ms: Math.round(ms) })
    .execute();
}

export async function forgetOldBodies(tx: Tx): Promise<void> {
  await db(tx).deleteFrom("interfaceBodyLog").where("occurredAt", "<", keptSince(tx)).execute();
}

export const keptSince = (tx: Tx): Date => new Date(tx.now.getTime() - KEPT_DAYS * DAY_MS);
