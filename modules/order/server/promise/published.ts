import type { Tx } from "@ops/platform/server";
import type { PromiseKind } from "../../contract/index.ts";
import { findRows } from "../database.ts";

export interface PromiseRow {
  readonly no: number;
  readonly kind: PromiseKind;
  readonly promisedOn: string | null;
  readonly eta: string | null;
  readonly party: "CUSTOMER" | "BRAND";
  readonly reason: string | null;
  readonly at: Date;
}

/** Every word about the day of delivery of an order, the oldest first. */
export async function promiseHistory(tx: Tx, orderId: string): Promise<PromiseRow[]> {
  const rows = await findRows(tx, "orderPromise", { orderId }, "no");
  return rows.map(({ no, kind, promisedOn, eta, party, reason, at }) => {
    return { no, kind, promisedOn, eta, party, reason, at };
  });
}
