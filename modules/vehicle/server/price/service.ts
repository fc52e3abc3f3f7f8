import { commonErrors } from "@ops/platform/contract";
import { changeRecord, list, lockRecord, presentOne, removeRecord, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { priceSheet, priceStates, vehicleErrors } from "../../contract/index.ts";
import { lockCatalogue } from "../catalogue-lock.ts";
import { catalogueChanged } from "../quote/changed.ts";
import { overlapping } from "./overlapping.ts";
import * as drafts from "./prepare.ts";
import { present } from "./present.ts";
import { refusalOf } from "./rival.ts";
import { prices } from "./tables.ts";

const shown = presentOne(present);

export const listPrices = list(contract.listPrices, prices, {
  /** Those of one configuration are its time line: by their beginning, first what begins when it is published (null). */
  orderBy: ({ carConfigId }) => [carConfigId ? "effectiveFrom" : "createdAt", "desc"],
  present,
  sheet: priceSheet,
});

export const preparePrices = writes(contract.preparePrices, (tx, { body }) => drafts.preparePrices(tx, body));

/** Past periods stay as they were; what has not begun to be past may be ended (VE-R7). */
export const endPrice = writes(contract.endPrice, async (tx, { params: { id }, body: { version, effectiveTo } }) => {
  await lockCatalogue(tx);
  const price = await lockRecord(tx, prices, id, version, shown);
  priceStates.next(price.state, "end");
  const isOver = price.effectiveTo !== null && price.effectiveTo <= tx.now;
  if (isOver || effectiveTo < tx.now) throw vehicleErrors.pricePast();
  if (price.effectiveFrom && effectiveTo <= price.effectiveFrom) throw commonErrors.param({ field: "失效时间" });
  const others = await overlapping(tx, { ...price, effectiveTo });
  const rival = others.find((other) => other.id !== id);
  if (rival) throw await refusalOf(tx, rival);
  const ended = await changeRecord(tx, prices, price, { effectiveTo });
  await catalogueChanged(tx, price.carConfigId);
  return shown(tx, ended);
});

export const removePrice = writes(contract.removePrice, async (tx, { params, query }) => {
  const price = await lockRecord(tx, prices, params.id, query.version, shown);
  priceStates.next(price.state, "remove");
  await removeRecord(tx, prices, price);
  return true as const;
});
