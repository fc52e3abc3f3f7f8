import { getOrderHistory, type OrderDetail, OrderEvent } from "@ops/order/contract";
import { PlainTable, tableColumnsOf, useEndpoint } from "@ops/platform/web";
import { eventTones } from "./event-tones.ts";

const PAGE_SIZE = 20;

/** 事件 of an order: all that was told of it and of its car, the newest first. */
export function EventsTab({ order: { id } }: { readonly order: OrderDetail }) {
  const asked = useEndpoint(getOrderHistory, { params: { id } }, { silent: true });
  return (
    <PlainTable
      of={asked}
      rows={asked.data?.events.toReversed()}
      empty="还没有接入事件"
      pageSize={PAGE_SIZE}
      unit="个"
      columns={tableColumnsOf(OrderEvent, {
        occurredAt: true,
        type: 120,
        sourceName: 120,
        state: { width: 100, tones: eventTones },
        reason: 0,
        eventId: 220,
        receivedAt: true,
      })}
    />
  );
}
