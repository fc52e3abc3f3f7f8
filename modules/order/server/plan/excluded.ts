import type { Tx } from "@ops/platform/server";
import { registry } from "../registry.ts";

/** A module above that knows on which days a customer was waited for, such as subsidy with its exclusions. */
export interface ExcludedDays {
  readonly name: string;
  /** The excluded days of each of the orders, such as 2025-05-10; orders without any may be left out. */
  daysOf(tx: Tx, orderIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
}

const sources = registry<ExcludedDays>();

/** Registers who excludes days; without anybody no day is the customer's (OR-R19). */
export const registerExcludedDays = sources.register;

/** The days of an order that anybody excludes. */
export async function excludedDays(tx: Tx, orderId: string): Promise<ReadonlySet<string>> {
  const days = new Set<string>();
  for (const { daysOf } of sources.entries) {
    for (const day of (await daysOf(tx, [orderId])).get(orderId) ?? []) days.add(day);
  }
  return days;
}
