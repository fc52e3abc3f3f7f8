import { type BodyOf, commonErrors } from "@ops/platform/contract";
import { insertRecord, requirePerson, type Tx } from "@ops/platform/server";
import type * as contract from "../../contract/index.ts";
import { vehicleErrors } from "../../contract/index.ts";
import { findRows } from "../database.ts";
import { priceTwoPersons } from "../params.ts";
import { type PresentedPrice, present } from "./present.ts";
import { requirePlaceFor } from "./rival.ts";
import { type PriceRow, prices } from "./tables.ts";

/** Makes drafts, which another person publishes. */
export async function preparePrices(
  tx: Tx,
  { start, end, rows }: BodyOf<typeof contract.preparePrices>,
): Promise<PresentedPrice[]> {
  if (tx.param(priceTwoPersons) === "on") requirePerson(tx);
  if (start && start < tx.now) throw vehicleErrors.pricePast();
  if (end && end <= (start ?? tx.now)) throw commonErrors.param({ field: "失效时间" });
  await requireOffered(tx, rows);
  for (const row of rows) await requirePlaceFor(tx, { ...row, effectiveFrom: start ?? tx.now, effectiveTo: end });
  const drafts: PriceRow[] = [];
  for (const row of rows) {
    drafts.push(await insertRecord(tx, prices, { ...row, effectiveFrom: start, effectiveTo: end }));
  }
  tx.trail.summary = `${drafts.length}个价格`;
  return present(tx, drafts);
}

type Row = BodyOf<typeof contract.preparePrices>["rows"][number];

/** Requires that each price is for a configuration or for an item that it offers. */
export async function requireOffered(tx: Tx, rows: readonly Row[]): Promise<void> {
  const ids = [...new Set(rows.map(({ carConfigId }) => carConfigId))];
  const known = await findRows(tx, "carConfig", { id: ids });
  if (known.length < ids.length) throw commonErrors.notFound();
  const offers = await findRows(tx, "carOffer", { carConfigId: ids, mode: "OPTIONAL" });
  const offered = new Set(offers.map((offer) => `${offer.carConfigId} ${offer.itemKind} ${offer.itemCode}`));
  const keys = new Set<string>();
  for (const { carConfigId, kind, itemCode } of rows) {
    const key = `${carConfigId} ${kind} ${itemCode}`;
    const isKnown = kind === "BASE" ? itemCode === "" : offered.has(key);
    if (!isKnown) throw vehicleErrors.priceItem({ code: itemCode || kind });
    if (keys.has(key)) throw vehicleErrors.priceOverlap({ detail: `${itemCode || "基础价"}重复` });
    keys.add(key);
  }
}
