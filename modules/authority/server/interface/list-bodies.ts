import { countedPage, reads, requireRecord, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { db } from "../database.ts";
import { userScope } from "../person/tables.ts";
import { keptSince } from "./body-log.ts";
import { keyOf } from "./described.ts";
import { interfaces } from "./tables.ts";

/**
 * Calls of the people in scope; those without a session are seen by those who reach everybody. What was sent and answered
 * is shown only to those who could have had the same answer themselves: whoever keeps interfaces reads no data by it.
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
