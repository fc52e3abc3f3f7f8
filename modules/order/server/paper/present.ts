import { PersonRef } from "@ops/authority/contract";
import { presenterOf, refNames, type Tx } from "@ops/platform/server";
import type { z } from "zod";
import { OrderContract, OrderInvoice, type OrderPapers } from "../../contract/index.ts";
import { findRows } from "../database.ts";
import { ordersWithMoney } from "../order/money-sight.ts";
import type { OrderRow } from "../order/tables.ts";
import { missingSteps } from "./pay-steps.ts";
import { contracts, type InvoiceRow, invoices } from "./tables.ts";

const presentContracts = presenterOf(contracts, OrderContract);

/** The amount is a price, which only the selling side sees. */
const presentInvoices = presenterOf(invoices, OrderInvoice, async (tx, rows: readonly InvoiceRow[]) => {
  const seen = await ordersWithMoney(
    tx,
    rows.map(({ orderId }) => orderId),
  );
  return ({ orderId, amountFen }) => ({ amountFen: seen.has(orderId) ? amountFen : null });
});

/** Presents the papers of an order that the reader may see. */
export async function presentPapers(tx: Tx, order: OrderRow): Promise<z.input<typeof OrderPapers>> {
  const of = { orderId: order.id };
  const missing = await missingSteps(tx, order);
  const names = await refNames(
    tx,
    PersonRef,
    missing.flatMap(({ ownerId }) => ownerId ?? []),
  );
  return {
    contracts: await presentContracts(tx, (await findRows(tx, "orderContract", of, "createdAt", "id")).reverse()),
    invoices: await presentInvoices(tx, (await findRows(tx, "orderInvoice", of, "createdAt", "id")).reverse()),
    missing: missing.map((one) => ({ ...one, ownerName: (one.ownerId && names.get(one.ownerId)) || null })),
  };
}
