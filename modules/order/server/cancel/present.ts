import { personNames } from "@ops/authority/server";
import { inScope, isSelf, latestChains, presenterOf, presentOne, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { Cancel } from "../../contract/index.ts";
import { db, findRows } from "../database.ts";
import { orderMoney } from "../order/tables.ts";
import { cancelFlow } from "./flow.ts";
import { type CancelRow, cancels } from "./tables.ts";

const VIEW_PRICE = "order:price:view";
const DECIDING = [VIEW_PRICE, "order:cancel:apply", "order:cancel:approve", "order:refund:approve"];

/** Amounts are for those who see the money of the order by one of the codes that work with it (section 7). */
async function seenAmounts(tx: Tx, rows: readonly CancelRow[]): Promise<ReadonlySet<string>> {
  const ids = rows.map(({ orderId }) => orderId);
  const held = DECIDING.filter((code) => tx.actor.can(code));
  if (ids.length === 0 || held.length === 0) return new Set();
  const isSeen = sql.join(
    held.map((permission) => inScope({ ...tx, permission }, orderMoney)),
    sql` or `,
  );
  const found = await db(tx)
    .selectFrom("orderMoney")
    .select("id")
    .where(sql<boolean>`id = any(${ids}::uuid[]) and (${isSeen})`)
    .execute();
  return new Set(found.map(({ id }) => id));
}

async function factsOf(tx: Tx, rows: readonly CancelRow[]) {
  const ids = rows.map(({ id }) => id);
  const orders = await findRows(tx, "salesOrder", { id: rows.map(({ orderId }) => orderId) });
  const lines = await findRows(tx, "orderCancelLine", { cancelId: ids }, "cancelId", "no");
  const applicants = rows.map(({ createdBy }) => createdBy);
  const [names, chains, seen] = [
    await personNames(tx, applicants),
    await latestChains(tx, cancelFlow, ids),
    await seenAmounts(tx, rows),
  ];
  return (row: CancelRow) => {
    const isSeen = seen.has(row.orderId);
    return {
      orderNo: orders.find(({ id }) => id === row.orderId)?.orderNo ?? "",
      paidFen: isSeen ? row.paidFen : null,
      deductFen: isSeen ? row.deductFen : null,
      refundFen: isSeen ? row.refundFen : null,
      lines: lines
        .filter(({ cancelId }) => isSeen && cancelId === row.id)
        .map((line) => ({ ...line, uncoveredFen: line.fen - line.waivedFen - line.takenFen })),
      plan: isSeen ? [...row.plan] : [],
      chain: chains.get(row.id) ?? null,
      isOwn: isSelf(tx, row.createdBy),
      createdByName: names.get(row.createdBy) ?? "",
    };
  };
}

export const presentCancels = presenterOf(cancels, Cancel, factsOf);
export const presentCancel = presentOne(presentCancels);
