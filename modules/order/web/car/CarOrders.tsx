import { listOrders, Order } from "@ops/order/contract";
import { PlainTable, tableColumnsOf, useEndpoint, useOpened } from "@ops/platform/web";
import type { CarDetail } from "@ops/vehicle/contract";
import { PromiseDay } from "../order/order-parts.tsx";
import { orderTones } from "../order/order-tones.ts";
import "../order/order.css";

const MOST_ORDERS = 50;

/** 订单 in 车辆档案: the orders that have the car and those that had it to their end, the newest first (section 15). */
export function CarOrders({ record: { vin } }: { readonly record: CarDetail }) {
  const asked = useEndpoint(listOrders, { query: { vin, pageSize: MOST_ORDERS } }, { silent: true });
  const { open } = useOpened("order");
  return (
    <PlainTable
      of={asked}
      rows={asked.data?.list}
      empty="没有订单使用该车，或无权查看"
      columns={tableColumnsOf(Order, {
        orderNo: { width: 165, opens: ({ id }) => open(id) },
        state: { width: 110, tones: orderTones },
        customerName: 90,
        storeName: 150,
        deliveryStoreName: 150,
        butlerName: 90,
        promiseEffective: { width: 160, as: (order) => <PromiseDay order={order} /> },
        lockedAt: true,
        deliveredAt: true,
      })}
    />
  );
}
