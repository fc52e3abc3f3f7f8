import { turnText } from "../butler/choose.ts";
import type { Ground } from "./ground.ts";
import { type OrderPlan, stateOf } from "./plan.ts";

const HANDING_OVER = ["LOCKED", "SCHEDULED", "PRODUCED", "IN_TRANSIT", "ARRIVED", "READY"];
/** So many locked orders wait until somebody gets them. */
const WITHOUT = 5;

/** Tells whether somebody has an order in hand. */
export const isOpenDelivery = (plan: OrderPlan) => HANDING_OVER.includes(stateOf(plan));

/** Gives locked orders to people who hand cars over, each to whoever has the least. The centre of the region helps out. */
export function giveButlers(ground: Ground, plans: readonly OrderPlan[]): OrderPlan[] {
  const { busy, stores } = ground;
  const open = new Map<string, number>();
  let without = 0;
  return plans
    .toSorted((a, b) => (a.lockedAt?.getTime() ?? 0) - (b.lockedAt?.getTime() ?? 0))
    .map((plan) => {
      const { lockedAt, deliveryStoreId } = plan;
      if (lockedAt === null || deliveryStoreId === null) return plan;
      if (stateOf(plan) === "LOCKED" && deliveryStoreId !== busy.store.id && without < WITHOUT) {
        without += 1;
        return plan;
      }
      const isBusy = deliveryStoreId === busy.store.id && isOpenDelivery(plan);
      const own = (stores.get(deliveryStoreId)?.butlers ?? []).filter((id) => id !== busy.butlerId);
      const people = isBusy ? [busy.butlerId] : own.length > 0 ? own : helpersOf(ground, deliveryStoreId);
      const butlerId = people.toSorted((a, b) => (open.get(a) ?? 0) - (open.get(b) ?? 0))[0];
      if (!butlerId) return plan;
      const inHand = open.get(butlerId) ?? 0;
      if (isOpenDelivery(plan)) open.set(butlerId, inHand + 1);
      const why =
        isBusy || own.length > 0 ? turnText({ userId: butlerId, open: inHand, weight: 1, lastAt: null }) : null;
      return { ...plan, butlerId, butlerWhy: why ?? "门店没有交付专员，由大区交付中心支持" };
    });
}

function helpersOf({ stores }: Ground, storeId: string): readonly string[] {
  const region = stores.get(storeId)?.regionOrgId;
  const centres = [...stores.values()].filter(({ storeType }) => storeType === "DELIVERY");
  const near = centres.filter(({ regionOrgId }) => regionOrgId === region);
  return (near.length > 0 ? near : centres).flatMap(({ butlers }) => butlers);
}
