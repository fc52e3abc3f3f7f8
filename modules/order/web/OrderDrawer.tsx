import { getOrder, orderStates } from "@ops/order/contract";
import { type OpenedRecord, RecordDrawer, recordOf } from "@ops/platform/web";
import { OrderMarks, PromiseLeft } from "./order/order-parts.tsx";
import { addedTabs } from "./order/order-slots.ts";
import { orderTones } from "./order/order-tones.ts";
import { orderActions } from "./order-actions.tsx";
import { ownTabs } from "./order-tabs.tsx";
import { OrderGlance } from "./plan/OrderGlance.tsx";
import { orderOverview } from "./plan/order-overview.tsx";

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
  overview: orderOverview,
  width: 1120,
});

/** 订单 in a drawer: head with promise and stages, the acts that are legal now, and its tabs. */
export function OrderDrawer(opened: OpenedRecord) {
  return <RecordDrawer of={{ ...orderRecord, tabs: [...ownTabs, ...addedTabs()] }} {...opened} />;
}
