import { systemActor } from "@ops/platform/server";
import { isOfCar } from "../../contract/index.ts";
import { insertChange } from "../change/at-once.ts";
import type { ChangeContent } from "../change/content.ts";
import { requestApproval } from "../change/flow.ts";
import { findRow, findRows } from "../database.ts";
import { quotedLines, wordsOf } from "../order/price.ts";
import type { OrderRow } from "../order/tables.ts";
import type { Ground } from "./ground.ts";
import { type OrderPlan, stateOf } from "./plan.ts";

/** So many orders are to go to another store, and so many customers want another car; all of them wait for consent. */
const [OTHER_STORES, OTHER_CARS] = [8, 4];

/** Asks for twelve changes. */
export async function loadChanges(ground: Ground, plans: readonly OrderPlan[]): Promise<void> {
  const free = plans.filter(({ heldReason }) => heldReason === null);
  const ofState = (state: string) => free.filter((plan) => stateOf(plan) === state);
  for (const plan of ofState("SCHEDULED").slice(-OTHER_STORES)) await askForStore(ground, plan);
  let asked = 0;
  for (const plan of ofState("LOCKED")) {
    if (asked < OTHER_CARS && (await askForCar(ground, plan))) asked += 1;
  }
}

async function askForStore(ground: Ground, plan: OrderPlan): Promise<void> {
  const other = ground.staffed.find(({ id }) => id !== plan.deliveryStoreId);
  const order = await findRow(ground.tx, "salesOrder", { id: plan.id });
  if (!order || !other) return;
  const sides = { before: { deliveryStoreId: order.deliveryStoreId }, after: { deliveryStoreId: other.id } };
  await ask(ground, order, { kind: "DELIVERY_STORE", reason: "客户搬家，就近提车", priceDiffFen: 0, ...sides });
}

/** Another choice of the same series, if there is one. It is quoted as all of the demo, whose prices are not committed yet. */
async function askForCar(ground: Ground, plan: OrderPlan): Promise<boolean> {
  const { tx, choices, seriesOf, quote } = ground;
  const choice = choices.find(
    (one) => seriesOf(one.carConfigId) === plan.seriesId && one.configKey !== plan.choice?.configKey,
  );
  const order = await findRow(tx, "salesOrder", { id: plan.id });
  if (!order || !choice) return false;
  const { carConfigId, optionCodes, extColor, intColor, configKey } = choice;
  const quoted = await quote({ carConfigId, optionCodes, extColor, intColor });
  const rows = await findRows(tx, "orderPriceLine", { orderId: order.id }, "no");
  const old = rows.map(({ kind, name, amountFen, policyId }) => ({ kind, name, amountFen, policyId }));
  const kept = old.filter(({ kind }) => !isOfCar(kind));
  const lines = [...quotedLines(quoted), ...kept];
  const sum = (list: readonly { readonly amountFen: number }[]) =>
    list.reduce((all, { amountFen }) => all + amountFen, 0);
  const { extColorName, intColorName, optionNames } = order;
  const before = {
    carConfigId: order.carConfigId,
    optionCodes: order.optionCodes,
    extColor: order.extColor,
    intColor: order.intColor,
    chosen: { configKey: order.configKey, extColorName, intColorName, optionNames },
    lines: old,
    totalFen: sum(old),
  };
  const after = {
    carConfigId,
    optionCodes,
    extColor,
    intColor,
    chosen: { ...wordsOf(quoted, choice), configKey },
    lines,
    totalFen: sum(lines),
  };
  const priceDiffFen = after.totalFen - before.totalFen;
  const sides = { before: { config: before }, after: { config: after } };
  await ask(ground, order, { kind: "CONFIG", reason: "客户希望更换配置", priceDiffFen, ...sides });
  return true;
}

interface Asked {
  readonly kind: "CONFIG" | "DELIVERY_STORE";
  readonly reason: string;
  readonly before: ChangeContent;
  readonly after: ChangeContent;
  readonly priceDiffFen: number;
}

async function ask({ tx }: Ground, order: OrderRow, asked: Asked): Promise<void> {
  const change = await insertChange(tx, order, { ...asked, party: "CUSTOMER" });
  await requestApproval(tx, order, change, { userId: order.advisorId ?? systemActor.userId, at: tx.now });
}
