import { approvalFlow, decidedBy, recordsIn, startApproval, type Tx } from "@ops/platform/server";
import { z } from "zod";
import {
  CHANGE_APPROVE,
  ChangedItem,
  type ChangeKind,
  ChangeShape,
  changeKinds,
  decideChange,
} from "../../contract/index.ts";
import { lookupCustomers } from "../customer/published.ts";
import type { OrderRow } from "../order/tables.ts";
import { itemsOf } from "./items.ts";
import { type ChangeRow, changes } from "./tables.ts";

const WORKDAYS = 2;
const levels = {
  store: { label: "门店审批", code: CHANGE_APPROVE, at: "record", workdays: WORKDAYS },
  newStore: { label: "新交付门店审批", code: CHANGE_APPROVE, at: "named", workdays: WORKDAYS },
  headquarters: { label: "总部审批", code: CHANGE_APPROVE, at: "hq", workdays: WORKDAYS },
} as const;

const chains: Record<ChangeKind, readonly (keyof typeof levels)[]> = {
  CONFIG: ["store", "headquarters"],
  BUYER: ["store"],
  DELIVERY_STORE: ["newStore"],
  PAYMODE: [],
};

/** Who has to agree to a change, in words. */
export const levelsOf = (kind: ChangeKind) => chains[kind].map((key) => levels[key].label);

/**
 * 变更审批: the store decides, of a configuration headquarters after it (OR-R7). The difference in price is not shown, since
 * the delivering store may decide, too; whoever may see prices reads it in the change itself (section 7).
 */
export const changeFlow = approvalFlow({
  kind: "order.change",
  label: "订单变更",
  table: recordsIn(changes),
  overlay: "orderChange",
  facts: z.object({
    orderNo: z.string(),
    customerName: z.string(),
    ...ChangeShape.pick("kind", "reason"),
    items: z.array(ChangedItem),
  }),
  levels,
  chain: (_tx, { kind }) => chains[kind],
  show: ({ orderNo, customerName, kind, items, reason }) => ({
    订单: orderNo,
    客户: customerName,
    类型: changeKinds[kind],
    ...Object.fromEntries(items.map(({ label, before, after }) => [label, `${before} → ${after}`])),
    原因: reason,
  }),
  calls: decidedBy(decideChange),
});

/** Asks for the approval of a change: at the store that sells, or at the one that is to deliver. */
export async function requestApproval(
  tx: Tx,
  order: OrderRow,
  change: ChangeRow,
  by?: { readonly userId: string; readonly at: Date },
): Promise<void> {
  const { id, version, changeNo, kind, reason, toStoreId } = change;
  const customerName = (await lookupCustomers(tx, [order.customerId])).get(order.customerId)?.nameMasked ?? "";
  const [items = []] = await itemsOf(tx, [change]);
  await startApproval(tx, changeFlow, {
    bizId: id,
    bizNo: changeNo,
    version,
    orgId: toStoreId ?? order.storeId,
    title: `${order.orderNo}${changeKinds[kind]}`,
    facts: { orderNo: order.orderNo, customerName, kind, reason, items },
    ...(by ? { by } : {}),
  });
}
