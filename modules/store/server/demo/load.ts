import type { Tx } from "@ops/platform/server";

/** The demo data of 门店; changes nothing where there is some already. */
export async function loadStoreDemo(_tx: Tx): Promise<void> {}
