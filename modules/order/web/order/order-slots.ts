import type { OrderDetail, OrderStatus } from "@ops/order/contract";
import { type RecordTab, slot } from "@ops/platform/web";
import { createElement } from "react";

interface OrderOfTab {
  readonly orderId: string;
  readonly customerId: string;
  readonly carId: string | null;
  readonly status: OrderStatus;
}

/** Tabs that other modules add to the drawer of an order. */
export const orderTabs = slot<OrderOfTab>();

/** What other modules know about the phone of a customer who wants to order, such as an open lead. */
export const newOrderHints = slot<{ readonly phone: string }>();

const told = ({ id, customerId, carId, state }: OrderDetail): OrderOfTab => {
  return { orderId: id, customerId, carId, status: state };
};

/** The tabs of other modules, after those of the drawer itself. */
export function addedTabs(): readonly RecordTab<OrderDetail>[] {
  return orderTabs.parts().map(({ key, title, needs, when, Body }) => ({
    key,
    title,
    ...(needs === undefined ? {} : { needs }),
    when: (order) => when?.(told(order)) ?? true,
    content: (order) => createElement(Body, told(order)),
  }));
}
