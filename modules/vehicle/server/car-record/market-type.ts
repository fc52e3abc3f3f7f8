import type { Tx } from "@ops/platform/server";
import { db } from "../database.ts";
import { marketTypeByStock } from "./params.ts";
import type { CarRow } from "./tables.ts";

/** Whether cars may be sold as this type. */
export async function isMarketTypeOpen(tx: Tx, id: string): Promise<boolean> {
  const found = await db(tx)
    .selectFrom("carMarketType")
    .select("id")
    .where("id", "=", id)
    .where("status", "=", "ENABLED")
    .executeTakeFirst();
  return found !== undefined;
}

/** VE-R15: 试驾车 sold to a customer becomes 官方二手, unless the order says otherwise. */
export async function proposedMarketType(tx: Tx, { stockKind }: Pick<CarRow, "stockKind">): Promise<string | null> {
  const pairs = tx
    .param(marketTypeByStock)
    .split(/[;；\s]+/)
    .map((pair) => pair.split("="));
  const typeCode = pairs.find(([kind]) => kind === stockKind)?.[1];
  if (!typeCode) return null;
  const found = await db(tx)
    .selectFrom("carMarketType")
    .select("id")
    .where("typeCode", "=", typeCode)
    .where("status", "=", "ENABLED")
    .executeTakeFirst();
  return found?.id ?? null;
}
