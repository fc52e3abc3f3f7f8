import type { Tx } from "@ops/platform/server";
import { adoptStores } from "../adoption/stores.ts";

/** The demo data of 门店: the stores of authority's and partner's demo, as a start takes them in. */
export async function loadStoreDemo(tx: Tx): Promise<void> {
  await adoptStores(tx);
}
