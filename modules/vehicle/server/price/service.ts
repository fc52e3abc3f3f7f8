import { commonErrors, type QueryOf } from "@ops/platform/contract";
import {
  changeRecord,
  exportsList,
  is,
  listPage,
  lockRecord,
  reads,
  removeRecord,
  wholeList,
  writes,
} from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { priceSheet, priceStates, vehicleErrors } from "../../contract/index.ts";
import { lockCatalogue } from "../catalogue-lock.ts";
import { catalogueChanged } from "../quote/changed.ts";
import { overlapping } from "./overlapping.ts";
import * as drafts from "./prepare.ts";
import { present, presentOne } from "./present.ts";
import { refusalOf } from "./rival.ts";
import { prices } from "./tables.ts";

type Query = QueryOf<typeof contract.listPrices>;

export const listPrices = reads(contract.listPrices, async (tx, { query }) => {
  const page = await listPage(tx, prices, query, shownPrices(query));
  return { ...page, list: await present(tx, page.list) };
});

/** The same prices as a sheet. */
export const priceExport = exportsList(priceSheet, (tx, query) =>
  wholeList(tx, prices, query, { ...shownPrices(query), show: present }),
);

/** Those of one configuration are its time line: by their beginning, first what begins when it is published (null). */
function shownPrices({ carConfigId, state, kind }: Query) {
  return {
    where: [is("carConfigId", carConfigId), is("state", state), is("kind", kind)],
    orderBy: [carConfigId ? "effectiveFrom" : "createdAt", "desc"] as const,
  };
}

export const preparePrices = writes(contract.preparePrices, (tx, { body }) => drafts.preparePrices(tx, body));

/** Past periods stay as they were; what has not begun to be past may be ended (VE-R7). */
export const endPrice = writes(contract.endPrice, async (tx, { params: { id }, body: { version, effectiveTo } }) => {
  await lockCatalogue(tx);
  const price = await lockRecord(tx, prices, id, version, presentOne);
  priceStates.next(price.state, "end");
  const isOver = price.effectiveTo !== null && price.effectiveTo <= tx.now;
  if (isOver || effectiveTo < tx.now) throw vehicleErrors.pricePast();
  if (price.effectiveFrom && effectiveTo <= price.effectiveFrom) throw commonErrors.param({ field: "失效时间" });
  const others = await overlapping(tx, { ...price, effectiveTo });
  const rival = others.find((other) => other.id !== id);
  if (rival) throw await refusalOf(tx, rival);
  const ended = await changeRecord(tx, prices, price, { effectiveTo });
  await catalogueChanged(tx, price.carConfigId);
  return presentOne(tx, ended);
});

export const removePrice = writes(contract.removePrice, async (tx, { params, query }) => {
  const price = await lockRecord(tx, prices, params.id, query.version, presentOne);
  priceStates.next(price.state, "remove");
  await removeRecord(tx, prices, price);
  return true as const;
});
