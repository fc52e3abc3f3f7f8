import { dayOf } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { promiseErrors } from "../../contract/index.ts";
import type { OrderRow } from "../order/tables.ts";
import { addPromise } from "./add-promise.ts";

interface Expected {
  readonly day: string;
  readonly reason: string;
  readonly fileIds: readonly string[];
}

/** The brand expects another day: the promise stays, so that what is late stays late. */
export async function expectDay(tx: Tx, order: OrderRow, { day, reason, fileIds }: Expected) {
  const promisedOn = requirePromise(order);
  requireFuture(tx, day);
  return addPromise(tx, order, { kind: "BRAND", promisedOn, eta: day, party: "BRAND", reason, fileIds });
}

export function requirePromise({ promiseEffective }: OrderRow): string {
  if (promiseEffective === null) throw promiseErrors.promiseNone();
  return promiseEffective;
}

/** What is expected is not past. */
export function requireFuture(tx: Tx, day: string): void {
  if (day < dayOf(tx.now)) throw promiseErrors.promisePast(undefined, { field: "day" });
}
