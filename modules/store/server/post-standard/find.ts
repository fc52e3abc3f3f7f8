import type { Tx } from "@ops/platform/server";
import { findRow, findRows } from "../database.ts";
import type { StandardRow } from "./tables.ts";

/** The version of a position that is in use. */
export function findOnline(tx: Tx, positionCode: string): Promise<StandardRow | undefined> {
  return findRow(tx, "postStandard", { positionCode, state: "ONLINE" });
}

/** The items of versions, in their order. */
export function itemsOf(tx: Tx, standardIds: readonly string[]) {
  return findRows(tx, "postStandardItem", { standardId: [...standardIds] }, "standardId", "sort");
}
export type ItemRow = Awaited<ReturnType<typeof itemsOf>>[number];
