import { countedPage, reads, requireRecord, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { db } from "../database.ts";
import { reachedPeople } from "../person/tables.ts";
import { keptSince } from "./body-log.ts";
import { keyOf } from "./described.ts";
import { interfaces } from "./tables.ts";

/**
 * Lists calls of people in scope. Calls without a session are shown only to readers with the
 * scope ALL. Request and answer are shown only to readers who could get the same answer
 * themselves, so that managing interfaces gives no access to data.
 */
export const listInterfaceBodies = reads(contract.listInterfaceBodies, async (tx, { params: { id }, query }) => {
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
});

/** A reader with field rules sees no bodies at all, because single fields cannot be removed from the stored text. */
function mayReadBodies({ actor, endpoints }: Tx, key: string): boolean {
  if (actor.isAdmin && !actor.seenBy) return true;
  const endpoint = endpoints.find((one) => keyOf(one) === key);
  if (!endpoint || actor.fieldMode || !actor.mayCall(endpoint)) return false;
  return actor.scopeOf(endpoint.permission).all;
}

function bodiesOf(tx: Tx, interfaceId: string) {
  return db(tx)
    .selectFrom("interfaceBodyLog")
    .leftJoin("appUser", "appUser.id", "interfaceBodyLog.actorId")
    .where("interfaceBodyLog.interfaceId", "=", interfaceId)
    .where("interfaceBodyLog.occurredAt", ">=", keptSince(tx))
    .where(reachedPeople(tx));
}
