import { commonErrors } from "@ops/platform/contract";
import { acting, changeRecord, isSelf, lockRecord, type Tx, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { priceStates, vehicleErrors } from "../../contract/index.ts";
import { lockCatalogue } from "../catalogue-lock.ts";
import { db } from "../database.ts";
import { priceTwoPersons } from "../params.ts";
import { announceCatalogueChange } from "../quote/changed.ts";
import { tellHindered } from "./hindered.ts";
import { findOverlapping } from "./overlapping.ts";
import { present } from "./present.ts";
import { type Beginning, beginningOf, refusalOf, requirePlaceFor } from "./rival.ts";
import { type PriceRow, prices } from "./tables.ts";

/**
 * Publishes all prices or none. Each replaces the price that is valid until then (VE-R7). The drafts are locked in the
 * order of their ids, as everywhere, and published in the order in which they begin.
 */
export const publishPrices = writes(contract.publishPrices, async (tx, { body: { ids } }) => {
  await lockCatalogue(tx);
  const drafts: PriceRow[] = [];
  for (const id of [...new Set(ids)].sort()) drafts.push(await lockRecord(tx, prices, id, null));
  const published: PriceRow[] = [];
  for (const draft of drafts.toSorted((a, b) => +beginningOf(tx, a) - +beginningOf(tx, b))) {
    published.push(await publishOne(tx, draft));
  }
  await tellHindered(tx, published);
  tx.trail.summary = `${published.length}个价格`;
  await announceCatalogueChange(tx, ...new Set(published.map(({ carConfigId }) => carConfigId)));
  return present(tx, published);
});

async function publishOne(tx: Tx, draft: PriceRow): Promise<PriceRow> {
  const state = priceStates.next(draft.state, "publish");
  if (isSelf(tx, draft.createdBy) && tx.param(priceTwoPersons) === "on") throw vehicleErrors.approveSelf();
  const effectiveFrom = beginningOf(tx, draft);
  if (effectiveFrom < tx.now || (draft.effectiveTo && draft.effectiveTo <= effectiveFrom))
    throw vehicleErrors.pricePast();
  const former = await giveWay(tx, { ...draft, effectiveFrom });
  return changeRecord(tx, prices, draft, {
    state,
    effectiveFrom,
    displacedId: former?.id ?? null,
    displacedEnd: former?.effectiveTo ?? null,
    publishedAt: tx.now,
    publishedBy: tx.actor.userId,
  });
}

const tellSellers = (tx: Tx, { carConfigId }: PriceRow) => announceCatalogueChange(tx, carConfigId);

export const priceActing = acting(contract.priceActs, prices, {
  present,
  first: lockCatalogue,
  on: {
    /** A period that has passed stays as it is. Only the part that is still to come can be ended (VE-R7). */
    end: async (tx, price, { effectiveTo }) => {
      const isOver = price.effectiveTo !== null && price.effectiveTo <= tx.now;
      if (isOver || effectiveTo < tx.now) throw vehicleErrors.pricePast();
      if (price.effectiveFrom && effectiveTo <= price.effectiveFrom) throw commonErrors.param({ field: "失效时间" });
      const others = await findOverlapping(tx, { ...price, effectiveTo });
      const rival = others.find((other) => other.id !== price.id);
      if (rival) throw await refusalOf(tx, rival);
      return { effectiveTo };
    },
    /** A withdrawn price gives its time back to the price that it replaced, but not beyond that price's former end. */
    withdraw: (tx, { effectiveFrom }) => {
      if (effectiveFrom === null || effectiveFrom <= tx.now) throw vehicleErrors.priceBegun();
      return { publishedAt: null, publishedBy: null, displacedId: null, displacedEnd: null };
    },
  },
  after: {
    end: tellSellers,
    withdraw: async (tx, draft, price) => {
      await giveBack(tx, price);
      await tellSellers(tx, draft);
    },
  },
});

/**
 * Extends the replaced price to its former end, or to the start of the next price, which has then replaced it. A price
 * that was ended by hand in the meantime stays as it is.
 */
async function giveBack(tx: Tx, price: PriceRow): Promise<void> {
  await db(tx)
    .updateTable("carPrice")
    .set({ displacedId: null, displacedEnd: null })
    .where("displacedId", "=", price.id)
    .execute();
  const { displacedId, displacedEnd, effectiveFrom } = price;
  const former = displacedId && (await lockRecord(tx, prices, displacedId, null));
  if (!former || former.effectiveTo?.getTime() !== effectiveFrom?.getTime()) return;
  const [next] = await findOverlapping(tx, { ...price, effectiveTo: displacedEnd });
  await changeRecord(tx, prices, former, { effectiveTo: next?.effectiveFrom ?? displacedEnd });
  if (next) await changeRecord(tx, prices, next, { displacedId: former.id, displacedEnd });
}

/** Ends the price that is valid until the new one begins. */
async function giveWay(tx: Tx, draft: Beginning): Promise<PriceRow | null> {
  const former = await requirePlaceFor(tx, draft);
  if (former) await changeRecord(tx, prices, former, { effectiveTo: draft.effectiveFrom });
  return former;
}
