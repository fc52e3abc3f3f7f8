import type { Tx } from "@ops/platform/server";
import { listPrices, vehicleErrors } from "../../contract/index.ts";

/**
 * Readers of the price book also see future prices and items out of service. Everybody else sees what is sold today
 * (VE-R6).
 */
export const seesPriceBook = ({ actor }: Tx): boolean => actor.can(listPrices.permission);

/** Checks the time that a reader asks about. The default is now; later times are only for readers of the price book. */
export function priceInstant(tx: Tx, at: Date = tx.now): Date {
  if (at > tx.now && !seesPriceBook(tx)) throw vehicleErrors.priceLater();
  return at;
}
