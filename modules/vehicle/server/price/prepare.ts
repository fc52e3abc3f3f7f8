import { type BodyOf, commonErrors } from "@ops/platform/contract";
import { insertRecord, requirePerson, type Tx } from "@ops/platform/server";
import type * as contract from "../../contract/index.ts";
import { priceStates, vehicleErrors } from "../../contract/index.ts";
import { db } from "../database.ts";
import { priceTwoPersons } from "../params.ts";
import { type PresentedPrice, present } from "./present.ts";
import { requirePlaceFor } from "./rival.ts";
import { type PriceRow, prices, unpublished } from "./tables.ts";

/** Drafts, for somebody else to publish. */
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
    const draft = { ...row, effectiveFrom: start, effectiveTo: end, state: priceStates.initial };
    drafts.push(await insertRecord(tx, prices, { ...draft, ...unpublished }));
  }
  tx.trail.summary = `${drafts.length}个价格`;
  return present(tx, drafts);
}

type Row = BodyOf<typeof contract.preparePrices>["rows"][number];

/** A price is of a configuration itself, or of something that it is offered with. */
export async function requireOffered(tx: Tx, rows: readonly Row[]): Promise<void> {
  const ids = [...new Set(rows.map(({ carConfigId }) => carConfigId))];
  const known = await db(tx).selectFrom("carConfig").select("id").where("id", "in", ids).execute();
  if (known.length < ids.length) throw commonErrors.notFound();
  const offers = await db(tx)
    .selectFrom("carOffer")
    .select(["carConfigId", "itemKind", "itemCode"])
    .where("carConfigId", "in", ids)
    .where("mode", "=", "OPTIONAL")
    .execute();
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
