import { wireTime } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { vehicleErrors } from "../../contract/index.ts";
import { findRow } from "../database.ts";
import { findOverlapping, type Period } from "./overlapping.ts";
import type { PriceRow } from "./tables.ts";

/** A price with a known start. */
export type Beginning = Period & { readonly effectiveFrom: Date };

/** Finds the start. A draft without one begins with its publication. */
export const beginningOf = (tx: Tx, { effectiveFrom }: Period): Date => effectiveFrom ?? tx.now;

interface Neighbours {
  /** The price that is valid until this one begins, and ends then. */
  readonly former: PriceRow | null;
  /** The published price that leaves no room for this one. */
  readonly rival: PriceRow | null;
}

/**
 * Finds the published prices around a new one. A new price inside of a longer one, or before a future one, has a rival
 * that must be ended first, so that no gap arises by accident (VE-R7).
 */
export async function findNeighbours(tx: Tx, price: Beginning): Promise<Neighbours> {
  const [former = null, another = null] = await findOverlapping(tx, price);
  if (!former) return { former, rival: null };
  const isBefore = former.effectiveFrom !== null && former.effectiveFrom < price.effectiveFrom;
  const isCovered =
    price.effectiveTo === null || (former.effectiveTo !== null && former.effectiveTo <= price.effectiveTo);
  return isBefore && isCovered ? { former, rival: another } : { former: null, rival: former };
}

/**
 * Finds the price that this one replaces, or null; refuses if there is a rival. It runs when a change is prepared and
 * when it is published.
 */
export async function requirePlaceFor(tx: Tx, price: Beginning): Promise<PriceRow | null> {
  const { former, rival } = await findNeighbours(tx, price);
  if (rival) throw await refusalOf(tx, rival);
  return former;
}

/** Makes the refusal, which names the published rival and its period. */
export async function refusalOf(tx: Tx, rival: PriceRow): Promise<Error> {
  const config = await findRow(tx, "carConfig", { id: rival.carConfigId });
  const item = rival.kind === "BASE" ? "基础价" : rival.itemCode;
  const from = rival.effectiveFrom ? wireTime(rival.effectiveFrom) : "";
  const period = rival.effectiveTo ? `${from}至${wireTime(rival.effectiveTo)}` : `${from}起`;
  return vehicleErrors.priceOverlap({ detail: `${config?.configCode}${item}已有${period}的已发布价格` });
}
