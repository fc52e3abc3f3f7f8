import { dayOf, wireTime } from "@ops/platform/contract";
import { reads, requireRecord, type Tx } from "@ops/platform/server";
import { lookupStores } from "@ops/store/server";
import { lookupSeries } from "@ops/vehicle/server";
import * as contract from "../../contract/index.ts";
import { isLive } from "../../contract/index.ts";
import { findRow, findRows } from "../database.ts";
import { stageOf } from "../order/stage.ts";
import { type OrderRow, orders } from "../order/tables.ts";
import { ruleOf } from "../series-rule/rule-of.ts";
import { excludedDays } from "./excluded.ts";
import { lateDays } from "./late.ts";
import { planOf } from "./stages.ts";
import { wordsFor } from "./words.ts";

export const getOrderPlan = reads(contract.getOrderPlan, async (tx, { params }) => {
  const order = await requireRecord(tx, orders, params.id);
  const { seriesId, orderNo, state, eta, promiseEffective: promise, deliveredAt, snapshot } = order;
  const rule = await ruleOf(tx, order);
  const entered = await findRows(tx, "orderStage", { orderId: order.id }, "no");
  const today = dayOf(tx.now);
  const cycleMaxDays = snapshot?.cycleMaxDays ?? rule.cycleMaxDays;
  const present = stageOf(order);
  const stages = planOf({ promise, cycleMaxDays, offsets: rule.offsets, stages: entered, present, today });
  const isOpen = isLive(state);
  const isCounted = isOpen || deliveredAt !== null;
  const excluded = await excludedDays(tx, order.id);
  const late = promise && isCounted ? lateDays(promise, deliveredAt ?? tx.now, entered, excluded) : [];
  const next = isOpen ? (stages.find(({ at }) => at === null) ?? null) : null;
  const buyer = await findRow(tx, "customer", { id: order.customerId });
  const isVerified = Boolean(buyer?.identityVerifiedAt);
  const appointment = await appointmentOf(tx, order);
  const series = (await lookupSeries(tx, [seriesId])).get(seriesId)?.seriesName ?? "";
  return {
    stages,
    late,
    words: wordsFor({ orderNo, series, state, promise, eta, next, today, isVerified, appointment }),
  };
});

async function appointmentOf(tx: Tx, { appointmentAt, deliveryStoreId }: OrderRow) {
  if (!appointmentAt || !deliveryStoreId) return null;
  const store = (await lookupStores(tx, [deliveryStoreId])).get(deliveryStoreId)?.name ?? "";
  return { at: wireTime(appointmentAt).slice(0, "2025-04-12 14:00".length), store };
}
