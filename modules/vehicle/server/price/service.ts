import { type BodyOf, commonErrors, type Page, type QueryOf } from "@ops/platform/contract";
import {
  changeRecord,
  exportsList,
  insertRecord,
  is,
  listPage,
  lockRecord,
  removeRecord,
  requirePerson,
  type Tx,
  wholeList,
} from "@ops/platform/server";
import type * as contract from "../../contract/index.ts";
import { priceSheet, priceStates, vehicleErrors } from "../../contract/index.ts";
import { lockCatalogue } from "../catalogue-lock.ts";
import { db } from "../database.ts";
import { priceTwoPersons } from "../params.ts";
import { catalogueChanged } from "../quote/changed.ts";
import { overlapping } from "./overlapping.ts";
import { type PresentedPrice, present, presentOne } from "./present.ts";
import { refusalOf, requirePlaceFor } from "./rival.ts";
import { type PriceRow, prices, unpublished } from "./tables.ts";

type Query = QueryOf<typeof contract.listPrices>;

export async function listPrices(tx: Tx, query: Query): Promise<Page<PresentedPrice>> {
  const page = await listPage(tx, prices, query, shownPrices(query));
  return { ...page, list: await present(tx, page.list) };
}

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

/** Past periods stay as they were; what has not begun to be past may be ended (VE-R7). */
export async function endPrice(
  tx: Tx,
  id: string,
  { version, effectiveTo }: BodyOf<typeof contract.endPrice>,
): Promise<PresentedPrice> {
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
}

export async function removePrice(tx: Tx, id: string, version: number): Promise<true> {
  const price = await lockRecord(tx, prices, id, version, presentOne);
  priceStates.next(price.state, "remove");
  await removeRecord(tx, prices, price);
  return true;
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
