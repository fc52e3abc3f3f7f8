import {
  deliverOrder,
  deliveryErrors,
  getOrderChecks,
  type Order,
  orderStates,
  readyOrder,
  revertDelivery,
} from "@ops/order/contract";
import { wireTime } from "@ops/platform/contract";
import { type DetailAction, feedback, sendOnce, serverNow, showMoney, useEndpoint } from "@ops/platform/web";
import { refuseHeld } from "../order/acting.ts";
import { orderAct } from "../order/order-act.ts";

const refuseUnpaid = ({ balanceFen }: Order) => (balanceFen > 0 ? `尚有待付款${showMoney(balanceFen)}` : null);
/** What the system knows to be missing; what people tick stands in the tab 交付. */
function refuseMissing({ contractState, invoiceState, payMode, loanState }: Order): string | null {
  const missing = [
    ...(contractState === "SIGNED" ? [] : ["合同"]),
    ...(invoiceState === "ISSUED" ? [] : ["发票"]),
    ...(payMode !== "LOAN" || loanState === "RELEASED" ? [] : ["放款"]),
  ];
  return missing.length > 0 ? deliveryErrors.checkMissing({ list: missing.join("、") }).message : null;
}
const refuseLate = ({ revertUntil }: Order) =>
  revertUntil !== null && revertUntil < wireTime(serverNow()) ? `交付只可在${revertUntil}前撤销` : null;

/** The mileage, with the checks that still stop the hand-over, so that nobody types it in vain. */
function useMileage({ id }: Order) {
  const { data } = useEndpoint(getOrderChecks, { params: { id } }, { silent: true });
  const open = data?.checks.filter(({ isDone }) => !isDone).map(({ label }) => label) ?? [];
  const hint = open.length > 0 ? deliveryErrors.checkMissing({ list: open.join("、") }).message : null;
  return { mileageKm: hint ?? "交车时仪表显示的里程" };
}

/** 待交付, 交付 and 撤销交付 (OR-R12). */
export const deliveryActions: readonly DetailAction<Order>[] = [
  {
    label: "待交付",
    needs: readyOrder,
    primary: true,
    when: ({ state }) => orderStates.can(state, "ready"),
    refuse: (order) => refuseHeld(order) ?? (order.appointmentAt === null ? "请先预约交付时间" : null),
    confirm: ({ orderNo }) => `订单${orderNo}转为待交付？交付前检查须已完成。`,
    run: ({ id, version }) => sendOnce(readyOrder, { params: { id }, body: { version } }, "订单已待交付！"),
  },
  {
    ...orderAct({
      label: "交付",
      needs: deliverOrder,
      when: ({ state }) => orderStates.can(state, "deliver"),
      refuse: (order) => refuseHeld(order) ?? refuseUnpaid(order) ?? refuseMissing(order),
      okText: "确认交付",
      done: "车辆已交付！",
      onDone: ({ warnings }) => {
        for (const text of warnings) feedback.message.warning(text, 8);
      },
      useSpecial: useMileage,
    }),
    primary: true,
  },
  orderAct({
    label: "撤销交付",
    needs: revertDelivery,
    when: ({ state }) => orderStates.can(state, "revert"),
    refuse: (order) => refuseHeld(order) ?? refuseLate(order),
    danger: true,
    okText: "撤销交付",
    done: "交付已撤销！",
    useSpecial: ({ revertUntil }) => ({ reason: `${revertUntil}前可撤销；交接签字与牌照/临牌须重新完成` }),
  }),
];
