import type { Tx } from "@ops/platform/server";

/** The demo data of 订单; changes nothing where there is some already. */
export async function loadOrderDemo(_tx: Tx): Promise<void> {}
