import { wireTime } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { vehicleErrors } from "../../contract/index.ts";
import { db } from "../database.ts";
import { overlapping, type Period } from "./overlapping.ts";
import type { PriceRow } from "./tables.ts";

/** A price that begins at this instant. */
export type Beginning = Period & { readonly effectiveFrom: Date };

/** A draft without a start holds from its publication on. */
export const beginningOf = (tx: Tx, { effectiveFrom }: Period): Date => effectiveFrom ?? tx.now;

interface Neighbours {
  /** The price that holds until then and ends when this one begins. */
  readonly former: PriceRow | null;
  /** The published price that leaves no room for this one. */
  readonly rival: PriceRow | null;
}

/**
 * Whoever sets a price for a while inside a longer one, or before one that is to come, has to end the other first: nothing is
 * left without a price by accident (VE-R7).
 */
export async function findNeighbours(tx: Tx, price: Beginning): Promise<Neighbours> {
  const [former = null, another = null] = await overlapping(tx, price);
  if (!former) return { former, rival: null };
  const isBefore = former.effectiveFrom !== null && former.effectiveFrom < price.effectiveFrom;
  const isCovered =
    price.effectiveTo === null || (former.effectiveTo !== null && former.effectiveTo <= price.effectiveTo);
  return isBefore && isCovered ? { former, rival: another } : { former: null, rival: former };
}

/** The price that gives way to this one; null when nothing does. Asked when a change is prepared and when it is published. */
export async function requirePlaceFor(tx: Tx, price: Beginning): Promise<PriceRow | null> {
  const { former, rival } = await findNeighbours(tx, price);
  if (rival) throw await refusalOf(tx, rival);
  return former;
}

/** Names the published price that stands against it, with its period. */
export async function refusalOf(tx: Tx, rival: PriceRow): Promise<Error> {
  const { configCode } = await db(tx)
    .selectFrom("carConfig")
    .select("configCode")
    .where("id", "=", rival.carConfigId)
    .executeTakeFirstOrThrow();
  const item = rival.kind === "BASE" ? "基础价" : rival.itemCode;
  const from = rival.effectiveFrom ? wireTime(rival.effectiveFrom) : "";
  const period = rival.effectiveTo ? `${from}至${wireTime(rival.effectiveTo)}` : `${from}起`;
  return vehicleErrors.priceOverlap({ detail: `${configCode}${item}已有${period}的已发布价格` });
}
