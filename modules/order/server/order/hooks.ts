import { hook, type Tx } from "@ops/platform/server";
import type { Priced } from "./price.ts";
import type { OrderRow } from "./tables.ts";

/** Brings money and state of an order in line with its new price. Payments stand above orders, so they fill it. */
export const settlePrice = hook<[tx: Tx, order: OrderRow, priced: Priced], Promise<OrderRow>>("order.settlePrice");
