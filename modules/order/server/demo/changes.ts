import { systemActor } from "@ops/platform/server";
import { insertChange } from "../change/at-once.ts";
import { requestApproval } from "../change/flow.ts";
import { type AskedChange, planChange } from "../change/plan.ts";
import { findRow } from "../database.ts";
import type { Ground } from "./ground.ts";
import { type OrderPlan, stateOf } from "./plan.ts";

/** So many orders are to go to another store, and so many customers want another car; all of them wait for consent. */
const [OTHER_STORES, OTHER_CARS] = [8, 4];

/** Asks for twelve changes. */
export async function loadChanges(ground: Ground, plans: readonly OrderPlan[]): Promise<void> {
  const free = plans.filter(({ heldReason }) => heldReason === null);
  const ofState = (state: string) => free.filter((plan) => stateOf(plan) === state);
  for (const plan of ofState("SCHEDULED").slice(-OTHER_STORES)) {
    const other = ground.staffed.find(({ id }) => id !== plan.deliveryStoreId);
    const asked = { kind: "DELIVERY_STORE", deliveryStoreId: other?.id } as const;
    await ask(ground, plan, asked, "客户搬家，就近提车");
  }
  const changing = ofState("LOCKED").flatMap((plan) => {
    const choice = otherChoice(ground, plan);
    return choice ? [{ plan, choice }] : [];
  });
  for (const { plan, choice } of changing.slice(0, OTHER_CARS)) {
    await ask(ground, plan, { kind: "CONFIG", ...choice }, "客户希望更换配置");
  }
}

/** Another choice of the same series, if there is one. */
const otherChoice = ({ choices, seriesOf }: Ground, plan: OrderPlan) =>
  choices.find((one) => seriesOf(one.carConfigId) === plan.seriesId && one.configKey !== plan.choice?.configKey);

async function ask({ tx }: Ground, { id }: OrderPlan, asked: AskedChange, reason: string): Promise<void> {
  const order = await findRow(tx, "salesOrder", { id });
  if (!order) throw new Error(`the demo has no order ${id}`);
  const planned = await planChange(tx, order, asked);
  const change = await insertChange(tx, order, { kind: asked.kind, party: "CUSTOMER", reason, ...planned });
  await requestApproval(tx, order, change, { userId: order.advisorId ?? systemActor.userId, at: tx.now });
}
