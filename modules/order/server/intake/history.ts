import { findFiles, reads, requireRecord, type Tx } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { findRows } from "../database.ts";
import { orders } from "../order/tables.ts";
import { presentEvents } from "./present.ts";

export const getOrderHistory = reads(contract.getOrderHistory, async (tx, { params }) => {
  const { id: orderId } = await requireRecord(tx, orders, params.id);
  const stages = await findRows(tx, "orderStage", { orderId }, "no");
  const promises = await findRows(tx, "orderPromise", { orderId }, "no");
  const events = await findRows(tx, "orderEventIn", { orderId }, "occurredAt", "id");
  const nameOf = await namesOf(tx, [...stages, ...promises]);
  const files = await findFiles(
    tx,
    promises.flatMap(({ fileIds }) => fileIds),
  );
  return {
    stages: stages.map(({ no, fromState, toState, at, by, via }) => {
      return { no, from: fromState, to: toState, at, byName: nameOf(by), via };
    }),
    promises: promises.map(({ fileIds, by, ...promise }) => {
      return { ...promise, byName: nameOf(by), files: files.filter(({ id }) => fileIds.includes(id)) };
    }),
    events: await presentEvents(tx, events),
  };
});

async function namesOf(tx: Tx, rows: readonly { readonly by: string }[]): Promise<(userId: string) => string> {
  const names = new Map<string, string>();
  for (const userId of new Set(rows.map(({ by }) => by))) names.set(userId, await tx.personName(userId));
  return (userId) => names.get(userId) ?? "";
}
