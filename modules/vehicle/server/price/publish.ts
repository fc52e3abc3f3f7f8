import type { BodyOf } from "@ops/platform/contract";
import { changeRecord, lockRecord, type Tx } from "@ops/platform/server";
import type * as contract from "../../contract/index.ts";
import { priceStates, vehicleErrors } from "../../contract/index.ts";
import { lockCatalogue } from "../catalogue-lock.ts";
import { priceTwoPersons } from "../params.ts";
import { catalogueChanged } from "../quote/changed.ts";
import { overlapping } from "./overlapping.ts";
import { type PresentedPrice, present } from "./present.ts";
import { type PriceRow, prices } from "./tables.ts";

/** All of them or none. Each takes the place of the price that holds until then (VE-R7). */
export async function publishPrices(tx: Tx, { ids }: BodyOf<typeof contract.publishPrices>): Promise<PresentedPrice[]> {
  await lockCatalogue(tx);
  const published: PriceRow[] = [];
  for (const id of [...new Set(ids)].sort()) published.push(await publishOne(tx, id));
  tx.trail.summary = `${published.length}个价格`;
  await catalogueChanged(tx, ...new Set(published.map(({ carConfigId }) => carConfigId)));
  return present(tx, published);
}

async function publishOne(tx: Tx, id: string): Promise<PriceRow> {
  const draft = await lockRecord(tx, prices, id, null);
  const state = priceStates.next(draft.state, "publish");
  if (draft.createdBy === tx.actor.userId && tx.param(priceTwoPersons) === "on") throw vehicleErrors.approveSelf();
  const effectiveFrom = draft.effectiveFrom ?? tx.now;
  if (effectiveFrom < tx.now || (draft.effectiveTo && draft.effectiveTo <= effectiveFrom))
    throw vehicleErrors.pricePast();
  await giveWay(tx, { ...draft, effectiveFrom });
  return changeRecord(tx, prices, draft, {
    ...{ state, effectiveFrom },
    ...{ publishedAt: tx.now, publishedBy: tx.actor.userId },
  });
}

/**
 * The price that holds until then ends when the new one begins. Whoever sets a price for a while inside a longer one, or
 * before one that is to come, has to end the other first: nothing is left without a price by accident.
 */
async function giveWay(tx: Tx, { effectiveFrom, ...draft }: PriceRow & { effectiveFrom: Date }): Promise<void> {
  for (const former of await overlapping(tx, { ...draft, effectiveFrom })) {
    const isBefore = former.effectiveFrom !== null && former.effectiveFrom < effectiveFrom;
    const isCovered =
      draft.effectiveTo === null || (former.effectiveTo !== null && former.effectiveTo <= draft.effectiveTo);
    if (!isBefore || !isCovered) throw vehicleErrors.priceOverlap();
    await changeRecord(tx, prices, former, { effectiveTo: effectiveFrom });
  }
}
