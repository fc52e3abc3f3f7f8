import { holdersAt } from "@ops/authority/server";
import { newId, notify, readersAmong, type Tx } from "@ops/platform/server";
import { holdOrder, ORDER_PAGE } from "../../contract/index.ts";
import { db, findRow } from "../database.ts";
import { registry } from "../registry.ts";
import { orders } from "./tables.ts";

interface IssueOf {
  readonly orderId: string;
  readonly code: string;
}

/** What may be wrong with the car of an order. Another car ends it. */
export const carIssues = ["CAR_DAMAGED", "CAR_RETURNED", "CAR_ELSEWHERE"] as const;

/** The factory builds a car for an order that has one by now. */
export const STOP_BUILD = "STOP_BUILD";

/** Money that has to go back. Neither ends with the order, but when the money has arrived. */
export const REFUND_FAILED = "REFUND_FAILED";
export const LATE_PAYMENT = "LATE_PAYMENT";

/** How a module above does again what failed and stands as an issue of its code (OR-R16). */
export interface IssueRetry {
  readonly code: string;
  /** What is done again, as the log tells it: 权益开通. */
  readonly label: string;
  /** Begins it again, after the order is locked. Whoever raised the issue clears it once it is done. */
  retry(tx: Tx, orderId: string): Promise<void>;
}

const retries = registry<IssueRetry>();

/** Registers how issues of a code are tried again. */
export const registerIssueRetry = retries.register;

export const retryOf = (code: string) => retries.entries.find((one) => one.code === code);

/** Raises an issue that somebody has to look at, and tells it. One that is open already gets the new text (OR-R16). */
export async function raiseIssue(tx: Tx, { orderId, code, text }: IssueOf & { readonly text: string }): Promise<void> {
  const id = newId();
  const { id: open } = await db(tx)
    .insertInto("orderIssue")
    .values({ id, orderId, code, text, since: tx.now })
    .onConflict((row) => row.columns(["orderId", "code"]).where("clearedAt", "is", null).doUpdateSet({ text }))
    .returning("id")
    .executeTakeFirstOrThrow();
  if (open === id) await tellIssue(tx, { orderId, code, text });
}

/** OR-R21: a new issue is told to the butler and to those who may hold the order, as far as they may open it. */
async function tellIssue(tx: Tx, { orderId, code, text }: IssueOf & { readonly text: string }): Promise<void> {
  const order = await findRow(tx, "salesOrder", { id: orderId });
  if (!order) return;
  const keepers = await holdersAt(tx, holdOrder.permission, order.storeId);
  const people = [...(order.butlerId ? [order.butlerId] : []), ...keepers.map(({ userId }) => userId)];
  await notify(tx, await readersAmong(tx, { table: orders, id: orderId }, people), {
    category: "WARNING",
    level: "WARN",
    title: "订单异常",
    content: `${text}，可在订单中处理`,
    route: `${ORDER_PAGE}?id=${orderId}`,
    about: `order.issue:${orderId}:${code}`,
    carried: true,
  });
}

/** Clears an issue; nothing changes if it is not open. */
export async function clearIssue(tx: Tx, { orderId, code }: IssueOf): Promise<void> {
  await db(tx)
    .updateTable("orderIssue")
    .set({ clearedAt: tx.now })
    .where("orderId", "=", orderId)
    .where("code", "=", code)
    .where("clearedAt", "is", null)
    .execute();
}

/** Clears what is open about an order that is cancelled, except for money that has to go back. */
export async function clearIssues(tx: Tx, orderId: string): Promise<void> {
  await db(tx)
    .updateTable("orderIssue")
    .set({ clearedAt: tx.now })
    .where("orderId", "=", orderId)
    .where("code", "not in", [REFUND_FAILED, LATE_PAYMENT])
    .where("clearedAt", "is", null)
    .execute();
}
