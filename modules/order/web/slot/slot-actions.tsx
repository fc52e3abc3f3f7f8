import { bookAppointment, cancelAppointment, MOST_MOVES, type Order, orderStates } from "@ops/order/contract";
import { type DetailAction, partsOf } from "@ops/platform/web";
import { orderAct } from "../order/order-act.ts";

const SlotPicker = partsOf(() => import("./SlotPicker.tsx")).standing("SlotPicker");

const canBook = ({ state }: Order) => orderStates.can(state, "book");
const startAtOf = ({ id }: Order) => ({ full: true, control: <SlotPicker orderId={id} /> });

/** 预约, 改约 and 取消预约 (OR-R11). */
export const slotActions: readonly DetailAction<Order>[] = [
  orderAct({
    label: "预约",
    needs: bookAppointment,
    when: (order) => canBook(order) && order.appointmentAt === null,
    width: 760,
    okText: "预约",
    done: "已预约！",
    fields: ["startAt"],
    refusals: { ORDER_SLOT_FULL: "startAt", ORDER_SLOT_NONE: "startAt" },
    useSpecial: (order) => ({ startAt: startAtOf(order) }),
  }),
  orderAct({
    label: "改约",
    needs: bookAppointment,
    when: (order) => canBook(order) && order.appointmentAt !== null,
    width: 760,
    okText: "改约",
    done: "已改约！",
    fields: ["startAt", "party", "reason"],
    refusals: { ORDER_SLOT_FULL: "startAt", ORDER_SLOT_NONE: "startAt", ORDER_SLOT_SAME: "startAt" },
    useSpecial: (order) => ({
      startAt: { ...startAtOf(order), hint: `当前预约 ${order.appointmentAt?.slice(0, 16)}` },
      party: { required: true, hint: `客户原因最多改约${MOST_MOVES}次，品牌原因不计次数` },
      reason: { required: true },
    }),
  }),
  orderAct({
    label: "取消预约",
    needs: cancelAppointment,
    when: (order) => canBook(order) && order.appointmentAt !== null,
    danger: true,
    okText: "取消预约",
    done: "预约已取消！",
  }),
];
