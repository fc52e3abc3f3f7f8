import { addPayment, correctPrice, type Order, orderStates } from "@ops/order/contract";
import { type DetailAction, partsOf } from "@ops/platform/web";
import { refuseBusy } from "../order/acting.ts";

const dialogs = partsOf(() => import("./payment-dialogs.tsx"));
const PaymentDialog = dialogs.overlay("PaymentDialog");
const CorrectDialog = dialogs.overlay("CorrectDialog");

/** 登记收款, for the selling side: whatever happened to the order, the money is there. */
export const paymentAction: DetailAction<Order> = {
  label: "登记收款",
  needs: addPayment,
  when: ({ dueFen }) => dueFen !== null,
  ask: (order, onClose) => <PaymentDialog order={order} onClose={onClose} />,
};

/** 更正价格 after the lock. */
export const correctAction: DetailAction<Order> = {
  label: "更正价格",
  needs: correctPrice,
  when: ({ state, dueFen }) => orderStates.can(state, "correctPrice") && dueFen !== null,
  refuse: refuseBusy,
  ask: ({ id }, onClose) => <CorrectDialog id={id} onClose={onClose} />,
};
