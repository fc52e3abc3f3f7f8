import { editOrder, holdOrder, isBeforeLock, type Order, orderStates, releaseOrder } from "@ops/order/contract";
import { type DetailAction, formAction, partsOf } from "@ops/platform/web";
import { Select } from "antd";
import { FILL_IN, orderNumber, refuseHeld } from "./acting.ts";
import { orderAct } from "./order-act.ts";

const EditOrderDialog = partsOf(() => import("./draft/OrderWizard.tsx")).overlay("EditOrderDialog");

/** 编辑 before the lock: choice, price and delivery, for the selling side, which knows the price. */
export const editAction: DetailAction<Order> = {
  label: "编辑",
  needs: editOrder,
  when: ({ state, dueFen }) => isBeforeLock(state) && dueFen !== null,
  refuse: refuseHeld,
  ask: ({ id }, onClose) => <EditOrderDialog id={id} onClose={onClose} />,
};

/** 编辑 at the step that a line of 待办 is about. */
export const fillInAction: DetailAction<Order> = {
  ...editAction,
  label: FILL_IN,
  ask: ({ id }, onClose) => <EditOrderDialog id={id} startsAt="rest" onClose={onClose} />,
};

/** 编辑 after the lock: city, tags, remark and market type alone (OR-R5). */
export const noteAction = orderAct({
  label: "编辑信息",
  needs: editOrder,
  when: ({ state, dueFen }) => orderStates.can(state, "note") && (!isBeforeLock(state) || dueFen === null),
  done: "修改成功！",
  fields: ["cityCode", "marketTypeId", "tags", "remark"],
  start: ({ seriesId, carConfigId, optionCodes, extColor, intColor, deliveryStoreId, payMode, ...order }) => {
    const { cityCode, marketTypeId, tags, remark } = order;
    const choice = { seriesId, carConfigId, optionCodes, extColor, intColor };
    return { ...choice, deliveryStoreId, payMode, cityCode, marketTypeId, tags, remark };
  },
  useSpecial: () => ({
    marketTypeId: "开票前可以修改",
    tags: { control: <Select mode="tags" open={false} suffixIcon={null} placeholder="输入后按回车，最多10个" /> },
  }),
});

/** 挂起 and 解除挂起. */
export const holdActions: readonly DetailAction<Order>[] = [
  formAction({
    label: "挂起",
    needs: holdOrder,
    when: ({ state, heldReason }: Order) => orderStates.can(state, "hold") && heldReason === null,
    number: orderNumber,
    okText: "挂起",
    done: "订单已挂起！",
  }),
  formAction({
    label: "解除挂起",
    needs: releaseOrder,
    when: ({ heldReason }: Order) => heldReason !== null,
    number: orderNumber,
    okText: "解除挂起",
    done: "已解除挂起！",
  }),
];
