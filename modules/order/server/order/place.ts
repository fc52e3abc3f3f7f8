import { liveFlags } from "@ops/partner/server";
import { insertRecord, type Tx } from "@ops/platform/server";
import { type PublishedStore, requireStore } from "@ops/store/server";
import { marketTypeCoded } from "@ops/vehicle/server";
import { endedStatuses, type OrderSource, orderCreated, orderErrors, type TypedLine } from "../../contract/index.ts";
import { db } from "../database.ts";
import { requireRule } from "../series-rule/rule-of.ts";
import { dueOf, openMoney } from "./money.ts";
import { usualMarketType } from "./params.ts";
import { type Choice, priceOf } from "./price.ts";
import { enterStage } from "./stage.ts";
import { type OrderRow, orders } from "./tables.ts";
import { setCloseTimer } from "./timers.ts";

export interface PlacedOrder extends Choice {
  /** Empty: of the store, or of its partner. */
  readonly source?: OrderSource | undefined;
  readonly externalNo?: string | null;
  readonly customerId: string;
  readonly ownerId?: string | undefined;
  readonly clueId?: string | null;
  readonly storeId: string;
  readonly advisorId: string | null;
  readonly deliveryStoreId?: string | null;
  readonly cityCode?: string | null;
  readonly payMode?: OrderRow["payMode"];
  /** Empty: the usual one. */
  readonly marketTypeId?: string | null;
  readonly tags?: string[];
  readonly remark?: string | null;
  readonly lines: readonly TypedLine[];
  /** Why the customer wants a second car of the same kind (OR-R1). */
  readonly duplicateReason?: string | undefined;
}

/** Places an order: the store trades, its partner may take orders, the series has a rule and the choice has a price. */
export async function placeOrder(tx: Tx, placed: PlacedOrder): Promise<OrderRow> {
  const { lines: typed, duplicateReason, source: told, ...order } = placed;
  const store = await requireStore(tx, order.storeId, { trading: true });
  await requirePartnerOrders(tx, store);
  const rule = await requireRule(tx, order.seriesId);
  await refuseDuplicate(tx, placed);
  const priced = await priceOf(tx, order, typed);
  const source = told ?? (store.partnerId === null ? "STORE" : "PARTNER");
  const row = await insertRecord(tx, orders, {
    ...order,
    ...priced.chosen,
    optionCodes: [...order.optionCodes],
    marketTypeId: order.marketTypeId ?? (await marketTypeCoded(tx, tx.param(usualMarketType))),
    ownerId: order.ownerId ?? order.customerId,
    source,
    orderNo: await tx.nextNumber("salesOrder"),
    ruleId: rule.id,
    state: "UNPAID",
    stageAt: tx.now,
    stageNo: 1,
  });
  await enterStage(tx, { id: row.id, stageNo: 0, state: null }, "UNPAID");
  await openMoney(tx, row, { dueFen: dueOf(priced, rule), lines: priced.lines });
  await setCloseTimer(tx, row);
  await tx.publish(orderCreated, { orderId: row.id, at: tx.now.toISOString(), clueId: row.clueId });
  return row;
}

/** A store of a partner takes orders as long as the partner may. */
async function requirePartnerOrders(tx: Tx, { partnerId }: PublishedStore): Promise<void> {
  if (partnerId === null) return;
  if (!(await liveFlags(tx, partnerId)).includes("ORDER")) throw orderErrors.partnerOff();
}

async function refuseDuplicate(tx: Tx, { customerId, carConfigId, duplicateReason }: PlacedOrder): Promise<void> {
  if (carConfigId === null || duplicateReason) return;
  const other = await db(tx)
    .selectFrom("salesOrder")
    .select("orderNo")
    .where("customerId", "=", customerId)
    .where("carConfigId", "=", carConfigId)
    .where("state", "not in", endedStatuses)
    .orderBy("createdAt", "desc")
    .executeTakeFirst();
  if (other) throw orderErrors.duplicate({ no: other.orderNo });
}
