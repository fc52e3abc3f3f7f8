import { countRecords, is, type TodoSource } from "@ops/platform/server";
import { ORDER_PAGE, replayOrderEvent } from "../../contract/index.ts";
import { eventsIn } from "./tables.ts";

const EVENTS = `${ORDER_PAGE}?tab=events`;

/** What could not be applied, for those who may try it again. */
export const eventTodo: TodoSource = {
  key: "order.eventFailed",
  title: "订单事件待处理",
  permission: replayOrderEvent.permission,
  route: EVENTS,
  preset: () => ({ list: EVENTS, filters: { state: "FAILED" } }),
  tables: [eventsIn.name],
  count: (tx) => countRecords(tx, eventsIn, is("state", "FAILED")),
};
