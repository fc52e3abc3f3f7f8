import type { Order } from "@ops/order/contract";
import { formActionsOf } from "@ops/platform/web";
import { orderNumber, refuseHeld } from "./acting.ts";

/** An act on an order with a form, which names the order by its number. It waits while the order is held, unless it says why else. */
export const orderAct = formActionsOf<Order>({ number: orderNumber, refuse: refuseHeld });
