import { matchOrderCar, type Order, orderStates, scheduleOrder, swapOrderCar } from "@ops/order/contract";
import type { DetailAction } from "@ops/platform/web";
import { orderAct } from "../order/order-act.ts";
import { FittingCarSelect } from "./FittingCarSelect.tsx";

const fittingCar = ({ id }: Order) => ({
  carId: {
    control: <FittingCarSelect orderId={id} />,
    hint: "仅列出配置、颜色、选装与订单完全一致且未被占用的车辆",
  },
});

/** 登记排产, 配现车 and 换车. */
export const carActions: readonly DetailAction<Order>[] = [
  orderAct({
    label: "登记排产",
    needs: scheduleOrder,
    when: ({ state, path }) => orderStates.can(state, "schedule") && path === "BUILD",
    okText: "登记",
    done: "已登记排产！",
    useSpecial: () => ({ eta: "不填时保持现有的预计交付" }),
  }),
  orderAct({
    label: "配现车",
    needs: matchOrderCar,
    when: ({ state, vin }) => orderStates.can(state, "bindCar") && vin === null,
    okText: "配车",
    done: "已配车！",
    useSpecial: fittingCar,
  }),
  orderAct({
    label: "换车",
    needs: swapOrderCar,
    when: ({ state, vin }) => orderStates.can(state, "swapCar") && vin !== null,
    okText: "换车",
    done: "已换车！",
    warns: true,
    useSpecial: fittingCar,
  }),
];
