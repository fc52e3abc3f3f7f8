import { applyChange, type Order, orderStates } from "@ops/order/contract";
import { type DetailAction, partsOf } from "@ops/platform/web";
import { refuseBusy } from "../order/acting.ts";

const ConfigDialog = partsOf(() => import("./ConfigDialog.tsx")).overlay("ConfigDialog");
const dialogs = partsOf(() => import("./plain-change-dialogs.tsx"));
const BuyerDialog = dialogs.overlay("BuyerDialog");
const DeliveryStoreDialog = dialogs.overlay("DeliveryStoreDialog");
const PayModeDialog = dialogs.overlay("PayModeDialog");

const common = { needs: applyChange, refuse: refuseBusy } as const;

/** 改配 and the other changes of what is locked (OR-R7). */
export const changeActions: readonly DetailAction<Order>[] = [
  {
    ...common,
    label: "改配",
    when: ({ state }) => orderStates.can(state, "changeConfig"),
    ask: ({ id }, onClose) => <ConfigDialog id={id} onClose={onClose} />,
  },
  {
    ...common,
    label: "变更购车人",
    when: ({ state }) => orderStates.can(state, "changeBuyer"),
    ask: (order, onClose) => <BuyerDialog order={order} onClose={onClose} />,
  },
  {
    ...common,
    label: "变更交付门店",
    when: ({ state }) => orderStates.can(state, "changeStore"),
    ask: (order, onClose) => <DeliveryStoreDialog order={order} onClose={onClose} />,
  },
  {
    ...common,
    label: "变更付款方式",
    when: ({ state }) => orderStates.can(state, "changePayMode"),
    ask: (order, onClose) => <PayModeDialog order={order} onClose={onClose} />,
  },
];
