import { list, lockRecord, writes } from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { intakeErrors, orderEventStates } from "../../contract/index.ts";
import { applyEvent } from "./apply.ts";
import { presentEvent, presentEvents } from "./present.ts";
import { isForgotten } from "./receive.ts";
import { eventsIn } from "./tables.ts";

export const listOrderEvents = list(contract.listOrderEvents, eventsIn, {
  where: {
    isOpen: (wanted) => sql<boolean>`(order_event_in.state in ('WAITING', 'FAILED')) = ${wanted}`,
    isApplied: (wanted) => sql<boolean>`(order_event_in.state = 'APPLIED') = ${wanted}`,
  },
  orderBy: ["receivedAt", "desc"],
  present: presentEvents,
});

export const replayOrderEvent = writes(contract.replayOrderEvent, async (tx, { params, body: { version } }) => {
  const event = await lockRecord(tx, eventsIn, params.id, version, presentEvent);
  orderEventStates.next(event.state, "replay");
  if (isForgotten(event)) throw intakeErrors.eventForgotten();
  return presentEvent(tx, await applyEvent(tx, event));
});
