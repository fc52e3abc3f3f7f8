import { PersonRef } from "@ops/authority/contract";
import { presenterOf, presentOne, refNames, type Tx } from "@ops/platform/server";
import { blockKinds } from "@ops/vehicle/contract";
import { lookupBlocks, lookupItems } from "@ops/vehicle/server";
import { sql } from "kysely";
import { isInvoiceUnsure, isLive, Order, OrderDetail } from "../../contract/index.ts";
import { lookupCustomers } from "../customer/published.ts";
import { db, findRows } from "../database.ts";
import { retryOf } from "./issue.ts";
import { isMoneySeen } from "./money-sight.ts";
import { ordersWithOpenChange } from "./open-change.ts";
import { nearFrom, revertUntil } from "./params.ts";
import { type OrderRow, orders } from "./tables.ts";

/** Knows what orders show besides their columns and references. */
async function factsOf(tx: Tx, rows: readonly OrderRow[]) {
  const people = await lookupCustomers(tx, [
    ...new Set(rows.flatMap(({ customerId, ownerId }) => [customerId, ownerId])),
  ]);
  const butlers = await refNames(
    tx,
    PersonRef,
    rows.flatMap(({ butlerId }) => butlerId ?? []),
  );
  const money = await moneyOf(tx, rows);
  const { colors, blocks } = await carFactsOf(tx, rows);
  return ({ id, customerId, ownerId, butlerId, extColor, carId }: OrderRow) => {
    const amounts = money.get(id);
    return {
      extColorHex: (extColor && colors.get(extColor)?.hex) || null,
      carBlocks: ((carId && blocks.get(carId)) || []).map((kind) => blockKinds[kind]),
      butlerName: (butlerId && butlers.get(butlerId)) || null,
      customerName: people.get(customerId)?.nameMasked ?? "",
      customerPhone: people.get(customerId)?.phoneMasked ?? "",
      ownerName: people.get(ownerId)?.nameMasked ?? "",
      dueFen: amounts?.isSeen ? amounts.dueFen : null,
      paidFen: amounts?.isSeen ? amounts.paidFen : null,
      balanceFen: amounts?.balanceFen ?? 0,
    };
  };
}

/** The chosen colours, and what stops the cars of orders that are not at their end. */
async function carFactsOf(tx: Tx, rows: readonly OrderRow[]) {
  const colors = await lookupItems(
    tx,
    rows.flatMap(({ extColor }) => extColor ?? []),
  );
  const cars = rows.flatMap(({ carId, state }) => (carId !== null && isLive(state) ? [carId] : []));
  return { colors, blocks: await lookupBlocks(tx, cars) };
}

/** Everybody sees what is still to be paid; what is due and paid is for the selling side (section 7). */
async function moneyOf(tx: Tx, rows: readonly OrderRow[]) {
  const ids = rows.map(({ id }) => id);
  const found = await db(tx)
    .selectFrom("orderMoney")
    .select(["id", "dueFen", "paidFen", "balanceFen", isMoneySeen(tx).as("isSeen")])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  return new Map(found.map((row) => [row.id, row]));
}

/** The contracts and invoices that count, as far as acts depend on them. */
async function papersOf(tx: Tx, orderIds: string[]) {
  const signing = { orderId: orderIds, state: ["DRAFT" as const, "SENT" as const, "SIGNED" as const] };
  const contracts = await findRows(tx, "orderContract", signing);
  const counting = { orderId: orderIds, state: ["APPLYING" as const, "ISSUED" as const, "RED_PENDING" as const] };
  const invoices = await findRows(tx, "orderInvoice", counting);
  return ({ id }: OrderRow) => {
    const invoice = invoices.find(({ orderId }) => orderId === id);
    return {
      contractState: contracts.find(({ orderId }) => orderId === id)?.state ?? null,
      invoiceState: invoice?.state ?? null,
      isInvoiceUnsure: invoice !== undefined && isInvoiceUnsure(invoice),
    };
  };
}

/** Knows besides why acts have to wait. */
async function wholeOf(tx: Tx, rows: readonly OrderRow[]) {
  const facts = await factsOf(tx, rows);
  const ids = rows.map(({ id }) => id);
  const changing = await ordersWithOpenChange(tx, ids);
  const papers = await papersOf(tx, ids);
  const buyers = await findRows(tx, "customer", { id: rows.map(({ customerId }) => customerId) });
  const verified = new Set(buyers.filter((one) => one.identityVerifiedAt !== null).map(({ id }) => id));
  return (row: OrderRow) => ({
    ...facts(row),
    ...papers(row),
    isIdentityVerified: verified.has(row.customerId),
    isChangeOpen: changing.has(row.id),
    nearFrom: nearFrom(tx, row),
    revertUntil: revertUntil(tx, row),
  });
}

export const presentOrders = presenterOf(orders, Order, wholeOf);

const presentDetails = presenterOf(orders, OrderDetail, async (tx, rows) => {
  const facts = await wholeOf(tx, rows);
  const open = await findRows(tx, "orderIssue", { orderId: rows.map(({ id }) => id), clearedAt: null }, "since", "id");
  const rules = await findRows(tx, "seriesRule", { id: rows.map(({ ruleId }) => ruleId) });
  const issues = open.map((issue) => ({ ...issue, isRetryable: retryOf(issue.code) !== undefined }));
  return (row) => {
    const rule = rules.find(({ id }) => id === row.ruleId);
    return {
      ...facts(row),
      cycleMinDays: rule?.cycleMinDays ?? 0,
      cycleMaxDays: rule?.cycleMaxDays ?? 0,
      issues: issues.filter(({ orderId }) => orderId === row.id),
    };
  };
});
export const presentOrder = presentOne(presentDetails);
