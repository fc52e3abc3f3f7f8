import { approvalFlow, decidedBy, recordsIn, startApproval, type Tx } from "@ops/platform/server";
import { z } from "zod";
import { CANCEL_APPROVE, decideCancel, orderStates, parties, REFUND_APPROVE } from "../../contract/index.ts";
import type { OrderRow } from "../order/tables.ts";
import { type CancelRow, cancels } from "./tables.ts";
import { cancelLevels, levelsOf, type Weighed } from "./terms.ts";

const WORKDAYS = 1;

/** Who agrees to a cancellation (OR-R8). The facts leave out amounts, because the delivering store sees them, too. */
export const cancelFlow = approvalFlow({
  kind: "order.cancel",
  label: "退订",
  table: recordsIn(cancels),
  overlay: "orderCancel",
  facts: z.object({
    orderNo: z.string(),
    state: orderStates.schema,
    party: z.enum(["CUSTOMER", "BRAND"]),
    isBigOld: z.boolean(),
    isWaived: z.boolean(),
  }),
  levels: {
    store: { label: cancelLevels.store, code: CANCEL_APPROVE, at: "record", workdays: WORKDAYS },
    region: { label: cancelLevels.region, code: CANCEL_APPROVE, at: "region", workdays: WORKDAYS },
    hq: { label: cancelLevels.hq, code: CANCEL_APPROVE, at: "hq", workdays: WORKDAYS },
    finance: { label: cancelLevels.finance, code: REFUND_APPROVE, at: "hq", workdays: WORKDAYS },
  },
  chain: (_tx, facts) => levelsOf(facts),
  show: ({ orderNo, state, party, isWaived }) => ({
    订单: orderNo,
    订单状态: orderStates.label(state),
    责任方: parties[party],
    ...(isWaived ? { 减免: "有" } : {}),
  }),
  calls: decidedBy(decideCancel),
});

/** Asks for consent to a cancellation that was just applied for, or at another time, for those of the past. */
export async function requestConsent(
  tx: Tx,
  order: OrderRow,
  cancel: CancelRow,
  weighed: Weighed,
  by?: { readonly userId: string; readonly at: Date },
): Promise<void> {
  await startApproval(tx, cancelFlow, {
    bizId: cancel.id,
    bizNo: cancel.cancelNo,
    version: cancel.version,
    orgId: order.storeId,
    title: `${order.orderNo}退订`,
    facts: { orderNo: order.orderNo, ...weighed },
    ...(by ? { by } : {}),
  });
}
