import { demoId, type Seeded } from "@ops/platform/server";
import type { OrderRow } from "../order/tables.ts";
import type { DemoStore, Ground } from "./ground.ts";
import { atStage, type OrderPlan } from "./plan.ts";

export function drawPayMode(draw: Seeded): OrderRow["payMode"] {
  const drawn = draw.integer(1, 100);
  if (drawn <= 55) return "FULL";
  return drawn <= 93 ? "LOAN" : "LEASE";
}

type Drafted = Pick<OrderPlan, "storeId" | "deliveryStoreId" | "steps" | "choice" | "payMode" | "paid"> &
  Partial<OrderPlan>;

/** Fills in what does not matter for the plan: number, customer, source and the people who take part. */
export async function draftPlan(ground: Ground, drafted: Drafted): Promise<OrderPlan> {
  const { draw, numbers, stores } = ground;
  const createdAt = drafted.steps[0]?.at ?? ground.tx.now;
  const orderNo = drafted.orderNo ?? (await numbers.next("salesOrder", "SO", createdAt));
  const store = stores.get(drafted.storeId);
  const lockedAt = atStage(drafted, "LOCKED") ?? null;
  const advisors = store?.advisors ?? [];
  const advisorId = advisors[draw.integer(0, Math.max(0, advisors.length - 1))] ?? null;
  const carConfigId = drafted.choice?.carConfigId;
  return {
    id: demoId(`order:${orderNo}`),
    orderNo,
    source: sourceOf(store, advisorId, draw),
    customerId: demoId(`customer:${orderNo}`),
    advisorId,
    createdAt,
    prevState: null,
    lockedAt,
    path: "BUILD",
    car: null,
    seriesId: carConfigId ? ground.seriesOf(carConfigId) : "",
    word: null,
    butlerId: null,
    butlerWhy: null,
    heldReason: null,
    appointmentAt: null,
    ...drafted,
  };
}

/** A store of a partner sells for it; without an adviser people order by themselves. */
function sourceOf(store: DemoStore | undefined, advisorId: string | null, draw: Seeded): OrderPlan["source"] {
  const drawn = draw.integer(1, 100);
  if (advisorId === null || drawn <= 35) return drawn % 3 === 0 ? "MINI" : "APP";
  return store?.partnerId ? "PARTNER" : "STORE";
}
