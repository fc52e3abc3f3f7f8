import type { AuthorityTestApp } from "@ops/authority/server/testing";
import { handleOutsideCall } from "@ops/platform/contract";
import { insertRecord } from "@ops/platform/server";
import { givenStore } from "@ops/store/server/testing";
import { givenCar } from "@ops/vehicle/server/testing";
import { matchCar } from "./car/published.ts";
import { lockOrderRow } from "./order/lock-order.ts";
import type { PlacedOrder } from "./order/place.ts";
import type { OrderRow } from "./order/tables.ts";
import { draftContract } from "./paper/contract.ts";
import { type InvoiceRow, invoices } from "./paper/tables.ts";
import { givenLockedOrder, givenPaid, givenVerified } from "./testing-orders.ts";

const lastState = (app: AuthorityTestApp, { id }: { readonly id: string }): Promise<OrderRow> =>
  app.arrange((tx) => lockOrderRow(tx, id));

/** Makes a locked order with the draft of its contract, of a buyer whose identity was checked. */
export async function givenDraftedOrder(app: AuthorityTestApp, wishes: Partial<PlacedOrder> = {}): Promise<OrderRow> {
  const order = await givenLockedOrder(app, { payMode: "FULL", ...wishes });
  await givenVerified(app, order);
  await app.arrange((tx) => draftContract(tx, order));
  return order;
}

/** Gives a locked order a car from stock, which stands elsewhere. */
export async function givenBound(app: AuthorityTestApp, order: OrderRow): Promise<OrderRow> {
  const config = { id: order.carConfigId ?? "", modelId: "", seriesId: "", seriesCode: "", configCode: "" };
  const { id: carId } = await givenCar(app, { config });
  await app.arrange((tx) => matchCar(tx, { orderId: order.id, carId }));
  return lastState(app, order);
}

/** Lets the buyer have signed the contract. */
export async function givenSigned(app: AuthorityTestApp, { id }: { readonly id: string }): Promise<void> {
  await app.rows("update order_contract set state = 'SIGNED', sent_at = now(), signed_at = now() where order_id = $1", [
    id,
  ]);
}

/** Makes an order that lacks nothing for its invoice: a car, a signed contract, and every fen of its price. */
export async function givenInvoiceable(app: AuthorityTestApp, wishes: Partial<PlacedOrder> = {}): Promise<OrderRow> {
  const { id: deliveryStoreId } = await givenStore(app);
  const order = await givenBound(app, await givenDraftedOrder(app, { deliveryStoreId, ...wishes }));
  await givenSigned(app, order);
  const [money] = await app.rows<{ balance: number }>(
    "select balance_fen::int as balance from order_money where id = $1",
    [order.id],
  );
  return givenPaid(app, order, money?.balance ?? 0);
}

/** Lets an invoice of the order be in this state, as it was when it was issued. */
export async function givenInvoice(
  app: AuthorityTestApp,
  { id: orderId }: { readonly id: string },
  state: InvoiceRow["state"] = "ISSUED",
): Promise<void> {
  const invoiceNo = state === "APPLYING" || state === "FAILED" ? null : "F1";
  await app.arrange((tx) =>
    insertRecord(tx, invoices, { orderId, kind: "CAR", title: "客户", amountFen: 100, state, invoiceNo }),
  );
}

/** Lets an operator mark the call of this key as handled. */
export async function handleCall(app: AuthorityTestApp, key: string): Promise<void> {
  const [call] = await app.rows<{ id: string }>("select id from outside_call where key = $1", [key]);
  const operator = await app.signIn({ boolAdmin: true });
  const body = { reason: "对方停机" };
  const { success, msg } = await operator.call(handleOutsideCall, { params: { id: call?.id ?? "" }, body });
  if (!success) throw new Error(msg);
}
