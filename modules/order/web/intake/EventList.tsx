import { listOrderEvents, orderEventStates, replayOrderEvent } from "@ops/order/contract";
import { columnsOf, feedback, ListPage, useCall, useOpened } from "@ops/platform/web";
import { linkedOrder } from "../order/OrderLink.tsx";
import { eventTones } from "./event-tones.ts";

/** The todo 订单事件待处理 sets the filters of this list by the same words. */
const MEMORY = "?tab=events";

const results = {
  name: "isApplied",
  label: "结果",
  options: [
    { value: "0", label: "未应用" },
    { value: "1", label: "已应用" },
  ],
  counts: {},
} as const;

/** 事件 (section 5): what was told and did not apply, with its reason. */
export function EventList() {
  const { open } = useOpened("order");
  const replay = useCall(replayOrderEvent, {
    onDone: ({ state, reason }) =>
      feedback.message.info(`重放结果：${orderEventStates.label(state)}${reason ? `（${reason}）` : ""}`),
  });
  return (
    <ListPage
      title="事件"
      memory={MEMORY}
      endpoint={listOrderEvents}
      filters={["orderNo", "type", "state", "occurredAt", "receivedAt"]}
      first={{ isApplied: "0" }}
      tabs={results}
      columns={columnsOf(listOrderEvents, {
        eventId: { width: 200 },
        type: 120,
        orderNo: { width: 165, as: linkedOrder },
        sourceName: 120,
        state: { width: 100, tones: eventTones },
        reason: 260,
        occurredAt: true,
        receivedAt: true,
        conflictCount: 100,
      })}
      rowActions={[
        {
          label: "重放",
          needs: replayOrderEvent,
          when: ({ state }) => orderEventStates.can(state, "replay"),
          run: ({ id, version }) => replay.call({ params: { id }, body: { version } }),
        },
      ]}
      open={({ orderId }) => orderId !== null && open(orderId)}
      empty="没有接入事件"
    />
  );
}
