import { assignOrder, type Order, orderStates } from "@ops/order/contract";
import { type DetailAction, partsOf } from "@ops/platform/web";

const AssignDialog = partsOf(() => import("./AssignDialog.tsx")).overlay("AssignDialog");

/** 换管家, or another adviser. */
export const assignAction: DetailAction<Order> = {
  label: "换管家",
  needs: assignOrder,
  when: ({ state }) => orderStates.can(state, "note"),
  ask: (order, onClose) => <AssignDialog order={order} onClose={onClose} />,
};
