import { getOrder, type OrderDetail, orderStates } from "@ops/order/contract";
import {
  type OpenedRecord,
  offered,
  perform,
  RecordDrawer,
  type RecordOverview,
  recordOf,
  useAsking,
  useMay,
} from "@ops/platform/web";
import { OrderMarks, PromiseLeft } from "./order/order-parts.tsx";
import { addedTabs } from "./order/order-slots.ts";
import { orderTones } from "./order/order-tones.ts";
import { fillInAction } from "./order/own-actions.tsx";
import { orderActions } from "./order-actions.tsx";
import { ownTabs } from "./order-tabs.tsx";
import { OrderGlance } from "./plan/OrderGlance.tsx";
import { orderOverview } from "./plan/order-overview.tsx";
import { useOrderWork } from "./plan/use-order-work.ts";

const orderRecord = recordOf({
  endpoint: getOrder,
  entity: "订单",
  title: ({ orderNo }) => orderNo,
  machine: orderStates,
  tones: orderTones,
  tags: (order) => (
    <>
      <PromiseLeft order={order} />
      <OrderMarks order={order} />
    </>
  ),
  notice: (order) => <OrderGlance order={order} />,
  actions: orderActions,
  width: 1120,
});

/** 订单 in a drawer: head with promise and stages, the acts that are legal now, and its tabs. */
export function OrderDrawer(opened: OpenedRecord) {
  const { useWork, dialog } = useWorkActs();
  const overview = { ...orderOverview, useWork };
  return (
    <>
      <RecordDrawer of={{ ...orderRecord, overview, tabs: [...ownTabs, ...addedTabs()] }} {...opened} />
      {dialog}
    </>
  );
}

/** What a line of 待办 may do: the acts on the order, and those that its head does not offer. */
const workActs = [...orderActions, fillInAction];

/** A line of 待办 does its act at once, if whoever reads it may and nothing stops it; else it leads to its tab. */
function useWorkActs(): Required<Pick<RecordOverview<OrderDetail>, "useWork">> & { dialog: React.ReactNode } {
  const may = useMay();
  const { actions, dialog } = useAsking(workActs);
  const openOf = (order: OrderDetail, label: string | undefined) => {
    const [action] = offered(
      actions.filter((one) => one.label === label),
      order,
      may,
    );
    return action && !action.refuse?.(order) ? { open: () => void perform(action, order) } : {};
  };
  const useWork = (order: OrderDetail) => {
    const work = useOrderWork(order);
    return work.map(({ act, ...line }) => ({ ...line, ...openOf(order, act) }));
  };
  return { useWork, dialog };
}
