import { personNames } from "@ops/authority/server";
import { presenterOf, presentOne, type Tx } from "@ops/platform/server";
import { paymentChannels, Refund } from "../../contract/index.ts";
import { lookupCustomers } from "../customer/published.ts";
import { findRows } from "../database.ts";
import { type RefundRow, refunds } from "./tables.ts";

const unique = (ids: readonly string[]) => [...new Set(ids)];

/** Knows what refunds show besides their columns: order, buyer, payment and who asked. */
async function factsOf(tx: Tx, rows: readonly RefundRow[]) {
  const orders = await findRows(tx, "salesOrder", { id: unique(rows.map(({ orderId }) => orderId)) });
  const payments = await findRows(tx, "orderPayment", { id: unique(rows.map(({ paymentId }) => paymentId)) });
  const buyers = await lookupCustomers(tx, unique(orders.map(({ customerId }) => customerId)));
  const askers = await personNames(tx, unique(rows.map(({ createdBy }) => createdBy)));
  return ({ orderId, paymentId, createdBy }: RefundRow) => {
    const order = orders.find(({ id }) => id === orderId);
    const payment = payments.find(({ id }) => id === paymentId);
    return {
      orderNo: order?.orderNo ?? "",
      customerName: buyers.get(order?.customerId ?? "")?.nameMasked ?? "",
      payNo: payment?.payNo ?? "",
      channelName: payment ? paymentChannels[payment.channel] : "",
      createdByName: askers.get(createdBy) ?? "",
    };
  };
}

export const presentRefunds = presenterOf(refunds, Refund, factsOf);
export const presentRefund = presentOne(presentRefunds);
