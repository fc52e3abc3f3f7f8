import type { Order } from "@ops/order/contract";
import type { DetailAction } from "@ops/platform/web";
import { assignAction } from "./butler/assign-action.tsx";
import { cancelAction } from "./cancel/cancel-action.tsx";
import { carActions } from "./car/car-actions.tsx";
import { changeActions } from "./change/change-actions.tsx";
import { deliveryActions } from "./delivery/delivery-actions.tsx";
import { arriveAction } from "./intake/arrive-action.tsx";
import { lockAction, unlockAction, verifyAction } from "./lock/lock-actions.tsx";
import { editAction, holdActions, noteAction } from "./order/own-actions.tsx";
import { paperActions } from "./paper/paper-actions.tsx";
import { correctAction, paymentAction } from "./payment/payment-actions.tsx";
import { promiseAction } from "./promise/promise-action.tsx";
import { slotActions } from "./slot/slot-actions.tsx";

/** The acts on an order, in the list and in its drawer, the most usual first. Every room adds its own here. */
export const orderActions: readonly DetailAction<Order>[] = [
  lockAction,
  ...deliveryActions,
  ...slotActions,
  arriveAction,
  editAction,
  paymentAction,
  verifyAction,
  ...carActions,
  ...changeActions,
  ...paperActions,
  noteAction,
  promiseAction,
  assignAction,
  correctAction,
  ...holdActions,
  unlockAction,
  cancelAction,
];
