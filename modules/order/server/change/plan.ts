import { isDeepStrictEqual } from "node:util";
import { commonErrors } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { storeErrors, storeStates } from "@ops/store/contract";
import { findStore } from "@ops/store/server";
import {
  type buyerRelations,
  type ChangeKind,
  changeErrors,
  isOfCar,
  orderErrors,
  orderStates,
  type TypedCustomer,
} from "../../contract/index.ts";
import { findOrCreateCustomer } from "../customer/find-or-create.ts";
import { findRows } from "../database.ts";
import { type NewLine, priceOf } from "../order/price.ts";
import type { OrderRow } from "../order/tables.ts";
import { refuseInvoiced } from "../paper/issued.ts";
import type { ChangeContent } from "./content.ts";

/** What somebody asks for; each kind reads its own fields. */
export interface AskedChange {
  readonly kind: ChangeKind;
  readonly carConfigId?: string | null | undefined;
  readonly optionCodes?: readonly string[] | undefined;
  readonly extColor?: string | null | undefined;
  readonly intColor?: string | null | undefined;
  readonly deliveryStoreId?: string | null | undefined;
  readonly payMode?: OrderRow["payMode"] | undefined;
  readonly customer?: TypedCustomer | undefined;
  readonly relation?: keyof typeof buyerRelations | null | undefined;
  readonly fileIds?: readonly string[] | undefined;
}

export interface PlannedChange {
  readonly before: ChangeContent;
  readonly after: ChangeContent;
  readonly priceDiffFen: number;
}

/** Requires that the order may still be changed this way (OR-R7). Asked with the request and again before its effect. */
export async function requireChangeable(tx: Tx, order: OrderRow, kind: ChangeKind): Promise<void> {
  const { state } = order;
  const isUnderWay = orderStates.can(state, "correctPrice");
  if (kind === "CONFIG" && isUnderWay && !orderStates.can(state, "changeConfig")) throw changeErrors.changeLate();
  if (kind === "DELIVERY_STORE" && isUnderWay && !orderStates.can(state, "changeStore")) {
    throw changeErrors.changeShipped();
  }
  orderStates.next(state, moves[kind]);
  if (kind === "BUYER" || kind === "PAYMODE") await refuseInvoiced(tx, order);
}

const moves = {
  CONFIG: "changeConfig",
  BUYER: "changeBuyer",
  DELIVERY_STORE: "changeStore",
  PAYMODE: "changePayMode",
} as const;

/** Both sides of a change, which must differ. */
export async function planChange(tx: Tx, order: OrderRow, asked: AskedChange): Promise<PlannedChange> {
  const planned = await sides[asked.kind](tx, order, asked);
  if (isDeepStrictEqual(planned.before, planned.after)) throw changeErrors.changeSame();
  return planned;
}

type Plan = (tx: Tx, order: OrderRow, asked: AskedChange) => Promise<PlannedChange>;

const sides: Record<ChangeKind, Plan> = {
  CONFIG: planConfig,
  BUYER: async (tx, { customerId }, { customer, relation, fileIds = [] }) => {
    if (!customer) throw changeErrors.changeBuyer(undefined, { field: "customer" });
    if (!relation) throw changeErrors.changeRelation(undefined, { field: "relation" });
    if (fileIds.length === 0) throw changeErrors.changeProof(undefined, { field: "fileIds" });
    const found = await findOrCreateCustomer(tx, customer);
    return { before: { customerId }, after: { customerId: found.customerId }, priceDiffFen: 0 };
  },
  DELIVERY_STORE: async (tx, order, { deliveryStoreId }) => {
    if (!deliveryStoreId) throw changeErrors.changeStore(undefined, { field: "deliveryStoreId" });
    await refuseNotTrading(tx, deliveryStoreId);
    const before = { deliveryStoreId: order.deliveryStoreId };
    return { before, after: { deliveryStoreId }, priceDiffFen: 0 };
  },
  PAYMODE: async (_tx, order, { payMode }) => {
    if (!payMode) throw changeErrors.changePayMode(undefined, { field: "payMode" });
    return { before: { payMode: order.payMode }, after: { payMode }, priceDiffFen: 0 };
  },
};

/** A preview only reads, so the store is not locked here; whoever applies holds it besides. */
async function refuseNotTrading(tx: Tx, id: string): Promise<void> {
  const store = await findStore(tx, { id });
  if (!store) throw commonErrors.notFound();
  if (!store.isTrading) throw storeErrors.notTrading({ name: store.name, state: storeStates.label(store.state) });
}

/** Another choice of the same series, newly quoted. What else was agreed about the price stays as it is. */
async function planConfig(tx: Tx, order: OrderRow, asked: AskedChange): Promise<PlannedChange> {
  const { carConfigId = null, optionCodes = [], extColor = null, intColor = null } = asked;
  if (carConfigId === null) throw orderErrors.choice(undefined, { field: "carConfigId" });
  const { seriesId, storeId } = order;
  const choice = { carConfigId, optionCodes: [...optionCodes], extColor, intColor };
  const quoted = await priceOf(tx, { seriesId, storeId, ...choice }, []);
  const old = await linesOf(tx, order);
  const lines = [...quoted.lines, ...old.filter(({ kind }) => !isOfCar(kind))];
  const [beforeFen, afterFen] = [sumOf(old), sumOf(lines)];
  if (afterFen < 0) throw orderErrors.priceBelow();
  const { configKey, extColorName, intColorName, optionNames } = order;
  const before = {
    carConfigId: order.carConfigId,
    optionCodes: order.optionCodes,
    extColor: order.extColor,
    intColor: order.intColor,
    chosen: { configKey, extColorName, intColorName, optionNames },
    lines: old,
    totalFen: beforeFen,
  };
  if (quoted.chosen.configKey === configKey) throw changeErrors.changeSame();
  const after = { ...choice, chosen: quoted.chosen, lines, totalFen: afterFen };
  return { before: { config: before }, after: { config: after }, priceDiffFen: afterFen - beforeFen };
}

const sumOf = (lines: readonly NewLine[]) => lines.reduce((sum, { amountFen }) => sum + amountFen, 0);

async function linesOf(tx: Tx, { id: orderId }: OrderRow): Promise<NewLine[]> {
  const rows = await findRows(tx, "orderPriceLine", { orderId }, "no");
  return rows.map(({ kind, name, amountFen, policyId }) => ({ kind, name, amountFen, policyId }));
}
