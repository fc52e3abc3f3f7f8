import { matchOrderCar, type Order, orderStates, scheduleOrder, swapOrderCar } from "@ops/order/contract";
import { type DetailAction, formAction, RefPicker } from "@ops/platform/web";
import { CarRef } from "@ops/vehicle/contract";
import { orderNumber, refuseHeld } from "../order/acting.ts";

const carOf = (by: string) => ({
  carId: {
    control: <RefPicker kind={CarRef.kind} by={by} />,
    hint: "须与订单的配置、颜色、选装完全一致，且未被占用",
  },
});

/** 登记排产, 配现车 and 换车. */
export const carActions: readonly DetailAction<Order>[] = [
  formAction({
    label: "登记排产",
    needs: scheduleOrder,
    when: ({ state, path }: Order) => orderStates.can(state, "schedule") && path === "BUILD",
    refuse: refuseHeld,
    number: orderNumber,
    okText: "登记",
    done: "已登记排产！",
    useSpecial: () => ({ eta: "不填时保持现有的预计交付" }),
  }),
  formAction({
    label: "配现车",
    needs: matchOrderCar,
    when: ({ state, vin }: Order) => orderStates.can(state, "bindCar") && vin === null,
    refuse: refuseHeld,
    number: orderNumber,
    okText: "配车",
    done: "已配车！",
    useSpecial: () => carOf(matchOrderCar.permission),
  }),
  formAction({
    label: "换车",
    needs: swapOrderCar,
    when: ({ state, vin }: Order) => orderStates.can(state, "swapCar") && vin !== null,
    refuse: refuseHeld,
    number: orderNumber,
    okText: "换车",
    done: "已换车！",
    warns: true,
    useSpecial: () => carOf(swapOrderCar.permission),
  }),
];
