import { reads } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { priceInstant, seesPriceBook } from "./price-sight.ts";
import { quote, requireSold } from "./quote.ts";

/** Answers a quote. Prices of a configuration out of service are only for readers of the price book. */
export const quoteCar = reads(contract.quoteCar, async (tx, { query }) => {
  const { carConfigId, optionCodes = [], extColor = null, intColor = null } = query;
  const quoted = await quote(tx, { carConfigId, optionCodes, extColor, intColor, at: priceInstant(tx, query.at) });
  const isHidden = (await requireSold(tx, carConfigId)).disabled !== null && !seesPriceBook(tx);
  return isHidden ? { ...quoted, lines: [], sumFen: 0 } : quoted;
});
