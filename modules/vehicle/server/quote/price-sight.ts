import type { Tx } from "@ops/platform/server";
import { listPrices, vehicleErrors } from "../../contract/index.ts";

/** Whoever sees the price book sees what is planned and what is out of service; everybody else what is sold today (VE-R6). */
export const seesPriceBook = ({ actor }: Tx): boolean => actor.can(listPrices.permission);

/** The instant that somebody asks about: now when none is named, and later than that only for readers of the price book. */
export function priceInstant(tx: Tx, at: Date = tx.now): Date {
  if (at > tx.now && !seesPriceBook(tx)) throw vehicleErrors.priceLater();
  return at;
}
