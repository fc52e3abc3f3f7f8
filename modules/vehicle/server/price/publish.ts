import { changeRecord, isSelf, lockRecord, presentOne, type Tx, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { priceStates, vehicleErrors } from "../../contract/index.ts";
import { lockCatalogue } from "../catalogue-lock.ts";
import { db } from "../database.ts";
import { priceTwoPersons } from "../params.ts";
import { catalogueChanged } from "../quote/changed.ts";
import { tellHindered } from "./hindered.ts";
import { overlapping } from "./overlapping.ts";
import { present } from "./present.ts";
import { type Beginning, beginningOf, requirePlaceFor } from "./rival.ts";
import { type PriceRow, prices, unpublished } from "./tables.ts";

const shown = presentOne(present);

/**
 * All of them or none. Each takes the place of the price that holds until then (VE-R7); therefore they are locked in the order
 * of their ids, as everybody locks them, and published in the order in which they begin.
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
  await catalogueChanged(tx, ...new Set(published.map(({ carConfigId }) => carConfigId)));
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

/**
 * One that has not begun yet becomes a draft again (VE-R7). Where it had taken the place of another, that one holds on for as
 * long as it would have without it, and no longer.
 */
export const withdrawPrice = writes(contract.withdrawPrice, async (tx, { params, body: { version, reason } }) => {
  await lockCatalogue(tx);
  const price = await lockRecord(tx, prices, params.id, version, shown);
  const state = priceStates.next(price.state, "withdraw");
  if (price.effectiveFrom === null || price.effectiveFrom <= tx.now) throw vehicleErrors.priceBegun();
  tx.trail.reason = reason;
  const draft = await changeRecord(tx, prices, price, { state, ...unpublished });
  await giveBack(tx, price);
  await catalogueChanged(tx, price.carConfigId);
  return shown(tx, draft);
});

/**
 * The price that this one had taken the place of holds to its former end again, or until the next one begins, which has
 * taken its place then. One that has been ended by hand meanwhile stays as it is.
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
  const [next] = await overlapping(tx, { ...price, effectiveTo: displacedEnd });
  await changeRecord(tx, prices, former, { effectiveTo: next?.effectiveFrom ?? displacedEnd });
  if (next) await changeRecord(tx, prices, next, { displacedId: former.id, displacedEnd });
}

/** The price that holds until then ends when the new one begins. */
async function giveWay(tx: Tx, draft: Beginning): Promise<PriceRow | null> {
  const former = await requirePlaceFor(tx, draft);
  if (former) await changeRecord(tx, prices, former, { effectiveTo: draft.effectiveFrom });
  return former;
}
