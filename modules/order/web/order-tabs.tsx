import {
  getCustomer,
  getOrderChecks,
  getOrderHistory,
  getOrderMoney,
  getOrderPapers,
  getOrderRequests,
  type OrderDetail,
} from "@ops/order/contract";
import { partsOf, type RecordTab } from "@ops/platform/web";

const ChoiceTab = partsOf(() => import("./payment/ChoiceTab.tsx")).standing("ChoiceTab");
const MoneyTab = partsOf(() => import("./payment/MoneyTab.tsx")).standing("MoneyTab");
const PapersTab = partsOf(() => import("./paper/PapersTab.tsx")).standing("PapersTab");
const DeliveryTab = partsOf(() => import("./delivery/DeliveryTab.tsx")).standing("DeliveryTab");
const ChangesPart = partsOf(() => import("./change/ChangesPart.tsx")).standing("ChangesPart");
const CancelsPart = partsOf(() => import("./cancel/CancelsPart.tsx")).standing("CancelsPart");
const PromiseTab = partsOf(() => import("./promise/PromiseTab.tsx")).standing("PromiseTab");
const EventsTab = partsOf(() => import("./intake/EventsTab.tsx")).standing("EventsTab");
const CustomerTab = partsOf(() => import("./customer/CustomerTab.tsx")).standing("CustomerTab");

/** The tabs of the drawer between 概览 and 操作日志, in the order of section 5. Their keys are none of the page's tabs. */
export const ownTabs: readonly RecordTab<OrderDetail>[] = [
  { key: "choice", title: "配置与价格", content: (order) => <ChoiceTab order={order} /> },
  { key: "money", title: "收款退款", needs: getOrderMoney, content: (order) => <MoneyTab order={order} /> },
  { key: "papers", title: "合同发票", needs: getOrderPapers, content: (order) => <PapersTab order={order} /> },
  { key: "delivery", title: "交付", needs: getOrderChecks, content: (order) => <DeliveryTab order={order} /> },
  {
    key: "requests",
    title: "变更与退订",
    needs: getOrderRequests,
    content: (order) => (
      <>
        <ChangesPart order={order} />
        <CancelsPart order={order} />
      </>
    ),
  },
  { key: "promises", title: "承诺", needs: getOrderHistory, content: (order) => <PromiseTab order={order} /> },
  { key: "customer", title: "客户", needs: getCustomer, content: (order) => <CustomerTab order={order} /> },
  { key: "told", title: "事件", needs: getOrderHistory, content: (order) => <EventsTab order={order} /> },
];
