import type { AnswerFrom, QueryOf } from "@ops/platform/contract";
import { type AnsweredCall, countedPage, newId, requireRecord, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import type * as contract from "../../contract/index.ts";
import { db } from "../database.ts";
import { userScope } from "../user/tables.ts";
import { keyOf } from "./described.ts";
import { maskedJson } from "./masked-json.ts";
import { interfaces } from "./tables.ts";

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
  const what = { request: maskedJson(bodies.request), answer: bodies.answer ? maskedJson(bodies.answer) : null };
  await db(tx)
    .insertInto("interfaceBodyLog")
    .values({ ...line, ...what, actorId: userId, status, msgCode, ms: Math.round(ms) })
    .execute();
}

/**
 * Calls of the people in scope; those without a session are seen by those who reach everybody. What was sent and answered
 * is shown only to those who could have had the same answer themselves: whoever keeps interfaces reads no data by it.
 */
export async function listBodies(
  tx: Tx,
  id: string,
  query: QueryOf<typeof contract.listInterfaceBodies>,
): Promise<AnswerFrom<typeof contract.listInterfaceBodies>> {
  const found = await requireRecord(tx, interfaces, id);
  const isOpen = mayReadBodies(tx, keyOf(found));
  const closed = { request: null, answer: null };
  return countedPage(query, {
    rows: async (limit, offset) => {
      const rows = await bodiesOf(tx, id)
        .select(["interfaceBodyLog.id", "interfaceBodyLog.occurredAt", "appUser.userName", "interfaceBodyLog.status"])
        .select(["interfaceBodyLog.msgCode", "interfaceBodyLog.ms", "interfaceBodyLog.request"])
        .select(["interfaceBodyLog.answer", "interfaceBodyLog.traceId"])
        .orderBy("interfaceBodyLog.occurredAt", "desc")
        .orderBy("interfaceBodyLog.id", "desc")
        .limit(limit)
        .offset(offset)
        .execute();
      return rows.map((row) => ({ ...row, ...(isOpen ? {} : closed) }));
    },
    count: async (limit) => {
      const counted = bodiesOf(tx, id).select("interfaceBodyLog.id").limit(limit).as("counted");
      const row = await db(tx).selectFrom(counted).select(sql<number>`count(*)::int`.as("total")).executeTakeFirst();
      return row?.total ?? 0;
    },
  });
}

/** A role that rules fields closes them as a whole: in a text that was kept, no field can be taken out. */
function mayReadBodies({ actor, endpoints }: Tx, key: string): boolean {
  if (actor.isAdmin && !actor.seenBy) return true;
  const endpoint = endpoints.find((one) => keyOf(one) === key);
  if (!endpoint || actor.fieldMode || !actor.mayCall(endpoint)) return false;
  return actor.scopeOf(endpoint.permission).all;
}

function bodiesOf(tx: Tx, interfaceId: string) {
  const scope = tx.actor.scopeOf(tx.permission);
  const all = db(tx)
    .selectFrom("interfaceBodyLog")
    .leftJoin("appUser", "appUser.id", "interfaceBodyLog.actorId")
    .where("interfaceBodyLog.interfaceId", "=", interfaceId)
    .where("interfaceBodyLog.occurredAt", ">=", keptSince(tx));
  return scope.all ? all : all.where(userScope(scope));
}

export async function forgetOldBodies(tx: Tx): Promise<void> {
  await db(tx).deleteFrom("interfaceBodyLog").where("occurredAt", "<", keptSince(tx)).execute();
}

const keptSince = (tx: Tx): Date => new Date(tx.now.getTime() - KEPT_DAYS * DAY_MS);
