import { applyCancel, type Order, orderStates } from "@ops/order/contract";
import { type DetailAction, partsOf } from "@ops/platform/web";
import { refuseChanging } from "../order/acting.ts";

const CancelDialog = partsOf(() => import("./CancelDialog.tsx")).overlay("CancelDialog");

/** 退订, for the selling side; a held order can be cancelled, too (section 3). */
export const cancelAction: DetailAction<Order> = {
  label: "退订",
  needs: applyCancel,
  danger: true,
  when: ({ state, dueFen }) => orderStates.can(state, "applyCancel") && dueFen !== null,
  refuse: refuseChanging,
  ask: ({ id }, onClose) => <CancelDialog id={id} onClose={onClose} />,
};
