import { isDeepStrictEqual } from "node:util";
import { type BodyOf, labelOf } from "@ops/platform/contract";
import { changeRecord, lockRecord, type Tx, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { isBeforeLock, OrderShape, orderErrors, orderStates, type TypedLine } from "../../contract/index.ts";
import { refuseHeld } from "./held.ts";
import { passMarketType, settlePrice } from "./hooks.ts";
import { presentOrder } from "./present.ts";
import { priceOf, typedLinesOf } from "./price.ts";
import { type OrderRow, orders } from "./tables.ts";

type Told = Omit<BodyOf<typeof contract.editOrder>, "version" | "marketTypeId">;
type Sold = Partial<Pick<OrderRow, "marketTypeId">>;

/** What stays open after the lock (OR-R5). */
const OPEN = ["cityCode", "tags", "remark"] as const;

export const editOrder = writes(contract.editOrder, async (tx, { params, body }) => {
  const { version, marketTypeId, ...told } = body;
  const order = await lockRecord(tx, orders, params.id, version, presentOrder);
  refuseHeld(order);
  if (!isBeforeLock(order.state)) return presentOrder(tx, await editLocked(tx, order, told, marketTypeId));
  const { lines: typed, ...fields } = told;
  const lines = typed ?? (fields.carConfigId === null ? [] : await typedLinesOf(tx, order.id));
  const priced = await priceOf(tx, { ...fields, storeId: order.storeId }, lines);
  const paid = fields.payMode === order.payMode ? {} : ({ loanState: "NONE", leaseNo: null } as const);
  const sold = await soldAs(tx, order, marketTypeId);
  const changed = await changeRecord(tx, orders, order, { ...fields, ...priced.chosen, ...paid, ...sold });
  return presentOrder(tx, await settlePrice(tx, changed, priced));
});

/** Another market type reaches the car, too; what is left out stays. */
async function soldAs(tx: Tx, order: OrderRow, marketTypeId: string | null): Promise<Sold> {
  if (marketTypeId === null || marketTypeId === order.marketTypeId) return {};
  await passMarketType(tx, order, marketTypeId);
  return { marketTypeId };
}

async function editLocked(
  tx: Tx,
  order: OrderRow,
  { lines, ...told }: Told,
  marketTypeId: string | null,
): Promise<OrderRow> {
  orderStates.next(order.state, "note");
  const isOpen = (name: string) => OPEN.some((open) => open === name);
  for (const [name, value] of Object.entries(told)) {
    if (isOpen(name) || isDeepStrictEqual(value, Object(order)[name])) continue;
    throw orderErrors.fieldLocked({ field: labelOf(OrderShape.fields, name) });
  }
  if (lines && !isDeepStrictEqual(lines.map(plainLine), (await typedLinesOf(tx, order.id)).map(plainLine))) {
    throw orderErrors.fieldLocked({ field: "价格" });
  }
  const { cityCode, tags, remark } = told;
  const sold = await soldAs(tx, order, marketTypeId);
  return changeRecord(tx, orders, order, { cityCode, tags, remark, ...sold });
}

/** A line without the name that it gets by itself. */
const plainLine = ({ kind, amountFen, policyId }: TypedLine) => [kind, amountFen, policyId];
