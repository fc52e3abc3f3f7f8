import { addDays, dayOf } from "@ops/platform/contract";
import {
  bindFile,
  changeRecord,
  decideApproval,
  get,
  keepApproval,
  lockRecord,
  reads,
  requireRecord,
  type Tx,
  withdrawApproval,
  writes,
} from "@ops/platform/server";
import { requireStore } from "@ops/store/server";
import { assertSellable } from "@ops/vehicle/server";
import * as contract from "../../contract/index.ts";
import { changeStates } from "../../contract/index.ts";
import { refuseHeld } from "../order/held.ts";
import { clearIssue } from "../order/issue.ts";
import { lockWithOrder } from "../order/lock-order.ts";
import { ordersWithMoney } from "../order/money-sight.ts";
import { refuseOpenChange } from "../order/open-change.ts";
import { presentOrder } from "../order/present.ts";
import { type OrderRow, orders } from "../order/tables.ts";
import { refuseInvoiced } from "../paper/issued.ts";
import { ruleOf } from "../series-rule/rule-of.ts";
import { insertChange } from "./at-once.ts";
import { carryOut, takeEffect, undoPrice } from "./effect.ts";
import { changeFlow, levelsOf, requestApproval } from "./flow.ts";
import { itemsOf } from "./items.ts";
import { planChange, requireChangeable } from "./plan.ts";
import { presentChange } from "./present.ts";
import { CHANGE_LATE } from "./settle-diff.ts";
import { type ChangeRow, changes } from "./tables.ts";

export const previewChange = reads(contract.previewChange, async (tx, { params, query }) => {
  const order = await requireRecord(tx, orders, params.id);
  const { kind } = query;
  await requireChangeable(tx, order, kind);
  if (kind === "BUYER") return { items: [], priceDiffFen: 0, promisedOn: null, levels: levelsOf(kind) };
  const planned = await planChange(tx, order, query);
  const [items = []] = await itemsOf(tx, [planned]);
  const isSeen = (await ordersWithMoney(tx, [order.id])).has(order.id);
  return {
    items,
    priceDiffFen: isSeen ? planned.priceDiffFen : null,
    promisedOn: kind === "CONFIG" ? addDays(dayOf(tx.now), (await ruleOf(tx, order)).cycleMaxDays) : null,
    levels: levelsOf(kind),
  };
});

export const applyChange = writes(contract.applyChange, async (tx, { params, body }) => {
  const order = await lockRecord(tx, orders, params.id, body.version, presentOrder);
  refuseHeld(order);
  await requireChangeable(tx, order, body.kind);
  await refuseOpenChange(tx, order);
  const { kind, party, reason, relation, fileIds } = body;
  const planned = await planChange(tx, order, body);
  const { deliveryStoreId } = planned.after;
  if (deliveryStoreId) await requireStore(tx, deliveryStoreId, { trading: true });
  tx.trail.reason = reason;
  const change = await insertChange(tx, order, { kind, party, reason, relation, fileIds, ...planned });
  for (const fileId of fileIds) await bindFile(tx, fileId, { bizType: changes.name, bizId: change.id });
  if (levelsOf(kind).length === 0) return presentChange(tx, await takeEffect(tx, order, change));
  await changeRecord(tx, orders, order, {});
  await requestApproval(tx, order, change);
  return presentChange(tx, change);
});

export const getChange = get(contract.getChange, changes, presentChange);

/** Whoever sees the change may be told of it. */
const lockBoth = (tx: Tx, id: string, version: number) => lockWithOrder(tx, changes, { id, version }, presentChange);

export const decideChange = writes(contract.decideChange, async (tx, { params, body }) => {
  const { verdict, note, version } = body;
  const [order, change] = await lockBoth(tx, params.id, version);
  refuseHeld(order);
  const rejected = changeStates.next(change.state, "reject");
  if (verdict === "APPROVE") await requireStillPossible(tx, order, change);
  const { state } = await decideApproval(tx, changeFlow, { bizId: change.id, version, verdict, note });
  if (note) tx.trail.reason = note;
  if (verdict === "REJECT") return presentChange(tx, await changeRecord(tx, changes, change, { state: rejected }));
  if (state !== "OPEN") return presentChange(tx, await carryOut(tx, order, change));
  const kept = await changeRecord(tx, changes, change, {});
  await keepApproval(tx, changeFlow, kept);
  return presentChange(tx, kept);
});

/** What was possible when it was asked for must be so still. */
async function requireStillPossible(tx: Tx, order: OrderRow, { kind, after: { config } }: ChangeRow): Promise<void> {
  await requireChangeable(tx, order, kind);
  if (!config?.carConfigId) return;
  const { carConfigId, optionCodes, extColor, intColor } = config;
  await assertSellable(tx, { carConfigId, optionCodes, extColor: extColor ?? "", intColor: intColor ?? "" });
}

export const withdrawChange = writes(contract.withdrawChange, async (tx, { params, body: { version, reason } }) => {
  const [order, change] = await lockBoth(tx, params.id, version);
  refuseHeld(order);
  const state = changeStates.next(change.state, "withdraw");
  if (change.state === "PAY_DIFF") await refuseInvoiced(tx, order);
  tx.trail.reason = reason;
  await undoPrice(tx, order, change);
  await clearIssue(tx, { orderId: order.id, code: CHANGE_LATE });
  await withdrawApproval(tx, changeFlow, change.id);
  return presentChange(tx, await changeRecord(tx, changes, change, { state }));
});
