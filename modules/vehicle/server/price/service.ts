import { list, lockRecord, presentOne, removeRecord, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { priceSheet, priceStates } from "../../contract/index.ts";
import * as drafts from "./prepare.ts";
import { present } from "./present.ts";
import { prices } from "./tables.ts";

const shown = presentOne(present);

export const listPrices = list(contract.listPrices, prices, {
  /**
   * The prices of one configuration are a time line, sorted by start. Drafts that begin with their publication have no
   * start and come first.
   */
  orderBy: ({ carConfigId }) => [carConfigId ? "effectiveFrom" : "createdAt", "desc"],
  present,
  sheet: priceSheet,
});

export const preparePrices = writes(contract.preparePrices, (tx, { body }) => drafts.preparePrices(tx, body));

export const removePrice = writes(contract.removePrice, async (tx, { params, query }) => {
  const price = await lockRecord(tx, prices, params.id, query.version, shown);
  priceStates.next(price.state, "remove");
  await removeRecord(tx, prices, price);
  return true as const;
});
