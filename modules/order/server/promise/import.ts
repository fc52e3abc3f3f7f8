import {
  changeRecord,
  type ImportRow,
  type ImportSource,
  lockRecord,
  OutOfScope,
  SKIPPED,
  type Tx,
  type Verdict,
  verdictsOf,
} from "@ops/platform/server";
import { orderErrors, orderStates, promiseImport } from "../../contract/index.ts";
import { refuseHeld } from "../order/held.ts";
import { type OrderRow, orders } from "../order/tables.ts";
import { expectDay, requireFuture, requirePromise } from "./expect-day.ts";
import { numberOf, ordersIn, type SeenOrder } from "./orders-in.ts";

/** Finds the order of a row. One out of sight is missing in the same words. */
function requireSeen(known: ReadonlyMap<string, SeenOrder>, row: ImportRow): OrderRow {
  const order = known.get(numberOf(row));
  if (!order) throw orderErrors.orderGone();
  if (!order.isSeen) throw new OutOfScope(orders.name, order.id, orderErrors.orderGone());
  return order;
}

/** 预计交付日导入: what the brand expects for many orders, as 变更承诺 does for one (section 8). */
export const promiseImportSource: ImportSource = {
  kind: promiseImport,
  checksAlone: true,
  keyOf: numberOf,
  check: async (tx, rows) => {
    const known = await ordersIn(tx, rows);
    return verdictsOf(rows, (row) => verdictOn(tx, row, known));
  },
  apply: async (tx, row) => {
    const { id } = requireSeen(await ordersIn(tx, [row]), row);
    const order = await lockRecord(tx, orders, id, null);
    requireExpectable(order);
    const [day = "", reason = ""] = [row.values["eta"] ?? "", row.values["reason"] ?? ""];
    await changeRecord(tx, orders, order, await expectDay(tx, order, { day, reason, fileIds: [] }));
  },
};

function requireExpectable(order: OrderRow): void {
  refuseHeld(order);
  orderStates.next(order.state, "note");
  requirePromise(order);
}

/** A day that is expected already is nothing new. */
function verdictOn(tx: Tx, row: ImportRow, known: ReadonlyMap<string, SeenOrder>): Verdict | null {
  const order = requireSeen(known, row);
  requireExpectable(order);
  requireFuture(tx, row.values["eta"] ?? "");
  return order.eta === row.values["eta"] ? SKIPPED : null;
}
