import type { Tx } from "@ops/platform/server";
import { findRow } from "../database.ts";
import { marketTypeByStock } from "./params.ts";
import type { CarRow } from "./tables.ts";

/** Tells whether cars may be sold as this type. */
export async function isMarketTypeOpen(tx: Tx, id: string): Promise<boolean> {
  return (await findRow(tx, "carMarketType", { id, status: "ENABLED" })) !== undefined;
}

/** Proposes the market type of a sale by the stock kind, if the order names none: a 试驾车 is sold as 官方二手 (VE-R15). */
export async function proposeMarketType(tx: Tx, { stockKind }: Pick<CarRow, "stockKind">): Promise<string | null> {
  const pairs = tx
    .param(marketTypeByStock)
    .split(/[;；\s]+/)
    .map((pair) => pair.split("="));
  const typeCode = pairs.find(([kind]) => kind === stockKind)?.[1];
  if (!typeCode) return null;
  const found = await findRow(tx, "carMarketType", { typeCode, status: "ENABLED" });
  return found?.id ?? null;
}
