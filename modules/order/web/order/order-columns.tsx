import { listOrders, orderStates } from "@ops/order/contract";
import { columnsOf, StateTag } from "@ops/platform/web";
import { OrderAmounts, OrderChoice, OrderMarks, OrderPlace, PromiseDay, showBalance } from "./order-parts.tsx";
import { orderTones } from "./order-tones.ts";

/** The columns of 订单. */
export const orderColumns = (open: (id: string) => void) =>
  columnsOf(listOrders, {
    orderNo: { width: 165, opens: ({ id }) => open(id) },
    customerName: 90,
    customerPhone: 120,
    carConfigName: { title: "车系/配置", width: 210, as: (order) => <OrderChoice order={order} /> },
    state: {
      width: 150,
      as: (order) => (
        <span className="order-state">
          <StateTag machine={orderStates} tones={orderTones} state={order.state} />
          <OrderMarks order={order} />
        </span>
      ),
    },
    // before the places, so that it is seen beside the fixed column at 1440 and 1200, too
    promiseEffective: { width: 160, as: (order) => <PromiseDay order={order} /> },
    storeName: {
      title: "下单门店/顾问",
      width: 170,
      as: ({ storeName, advisorName }) => <OrderPlace store={storeName} person={advisorName} />,
    },
    deliveryStoreName: {
      title: "交付门店/管家",
      width: 170,
      as: ({ deliveryStoreName, butlerName }) => <OrderPlace store={deliveryStoreName} person={butlerName} />,
    },
    lockedAt: true,
    eta: true,
    vin: 175,
    dueFen: { title: "应付/已付", width: 130, align: "right", as: (order) => <OrderAmounts order={order} /> },
    balanceFen: { as: showBalance },
    appointmentAt: true,
    path: true,
    updatedAt: true,
    source: { hidden: true },
    externalNo: { hidden: true },
    payMode: { hidden: true },
    createdAt: { hidden: true },
    deliveredAt: { hidden: true },
    remark: { hidden: true },
  });
