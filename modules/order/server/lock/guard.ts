import { labelOf } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { requireStore } from "@ops/store/server";
import { assertSellable } from "@ops/vehicle/server";
import { lockErrors, OrderShape, orderStates } from "../../contract/index.ts";
import type { CustomerRow } from "../customer/tables.ts";
import { refuseOpenChange } from "../order/open-change.ts";
import type { OrderRow } from "../order/tables.ts";

const NEEDED = ["carConfigId", "payMode", "cityCode", "deliveryStoreId"] as const;

/** What an order must have before its lock; it is not empty then. */
export type Lockable = OrderRow & {
  readonly carConfigId: string;
  readonly extColor: string;
  readonly intColor: string;
  readonly deliveryStoreId: string;
};

const isWhole = (order: OrderRow): order is Lockable => NEEDED.every((name) => order[name] !== null);

/** Requires all that the lock needs but the customer's own word: state, fields, identity, and a choice that is sold (OR-R5). */
export async function requireLockable(tx: Tx, order: OrderRow, customer: CustomerRow): Promise<Lockable> {
  orderStates.next(order.state, "lock");
  await refuseOpenChange(tx, order);
  if (!isWhole(order)) {
    const missing = NEEDED.filter((name) => order[name] === null);
    throw lockErrors.lockFields({ list: missing.map((name) => labelOf(OrderShape.fields, name)).join("、") });
  }
  if (customer.identityVerifiedAt === null) throw lockErrors.idUnverified();
  await requireStore(tx, order.deliveryStoreId, { trading: true });
  const { carConfigId, optionCodes, extColor, intColor } = order;
  await assertSellable(tx, { carConfigId, optionCodes, extColor, intColor });
  return order;
}
