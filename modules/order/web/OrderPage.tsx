import {
  batchAssign,
  createOrder,
  getOrderStats,
  historyImport,
  listOrderEvents,
  listOrders,
  listPolicies,
  listRefunds,
  listSeriesRules,
  listSlots,
  ORDER_PAGE,
  type Order,
  orderStates,
  promiseImport,
} from "@ops/order/contract";
import {
  ImportButton,
  type PageTab,
  PageTabs,
  partsOf,
  useDialog,
  useListFilters,
  useMay,
  useOpened,
} from "@ops/platform/web";
import { OrderList } from "./order/OrderList.tsx";
import { orderActions } from "./order-actions.tsx";

const AssignManyDialog = partsOf(() => import("./butler/AssignManyDialog.tsx")).overlay("AssignManyDialog");
const NewOrderDialog = partsOf(() => import("./order/draft/OrderWizard.tsx")).overlay("NewOrderDialog");
const RefundList = partsOf(() => import("./refund/RefundList.tsx")).standing("RefundList");
const RulesTab = partsOf(() => import("./RulesTab.tsx")).standing("RulesTab");
const EventList = partsOf(() => import("./intake/EventList.tsx")).standing("EventList");
const OrderBoard = partsOf(() => import("./board/OrderBoard.tsx")).standing("OrderBoard");
const OrderDrawer = partsOf(() => import("./OrderDrawer.tsx")).overlay("OrderDrawer");

/**
 * 订单列表 with its tabs. The address names the opened order as `?id=` with the tab of its drawer as `&tab=`, so that people
 * can send a link; the keys of these page tabs are therefore none of the drawer's.
 */
export default function OrderPage() {
  const { open, drawer } = useOpened();
  const may = useMay();
  const rules = [listSeriesRules, listPolicies, listSlots].find(may) ?? listSeriesRules;
  const tabs: PageTab[] = [
    { key: "orders", title: "订单", needs: listOrders, content: () => <Orders open={open} /> },
    { key: "refunds", title: "退款", needs: listRefunds, content: () => <RefundList /> },
    { key: "rules", title: "规则", needs: rules, content: () => <RulesTab /> },
    { key: "events", title: "事件", needs: listOrderEvents, content: () => <EventList /> },
    { key: "board", title: "看板", needs: getOrderStats, content: () => <OrderBoard /> },
  ];
  return (
    <>
      <PageTabs title="订单列表" tabs={tabs} />
      {drawer && <OrderDrawer {...drawer} />}
    </>
  );
}

interface Assigned {
  readonly orders: readonly Order[];
  readonly clear: () => void;
}

const keep = () => {};

function Orders({ open }: { readonly open: (id: string) => void }) {
  const may = useMay();
  const filter = useListFilters(ORDER_PAGE);
  const creating = useDialog<true>();
  const assigning = useDialog<Assigned>();
  const assign = { label: "批量分配管家", needs: batchAssign.run };
  const tools = [
    { ...assign, run: () => assigning.open({ orders: [], clear: keep }) },
    { label: "新建订单", needs: createOrder, primary: true, run: () => creating.open(true) },
  ];
  const assignChosen = {
    ...assign,
    when: ({ state }: Order) => orderStates.can(state, "note"),
    run: (orders: readonly Order[], clear: () => void) => assigning.open({ orders, clear }),
  };
  return (
    <OrderList
      open={open}
      tools={tools}
      actions={orderActions}
      batchActions={may(batchAssign.run) ? [assignChosen] : []}
      imports={<ImportButton kind={may(historyImport.permission) ? historyImport : promiseImport} />}
    >
      {assigning.value && (
        <AssignManyDialog
          orders={assigning.value.orders}
          filter={filter}
          onDone={assigning.value.clear}
          onClose={assigning.close}
        />
      )}
      {creating.value && <NewOrderDialog onDone={({ id }) => open(id)} onClose={creating.close} />}
    </OrderList>
  );
}
