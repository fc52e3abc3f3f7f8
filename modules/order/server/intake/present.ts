import { presenterOf, presentOne } from "@ops/platform/server";
import { OrderEvent } from "../../contract/index.ts";
import { eventsIn } from "./tables.ts";

export const presentEvents = presenterOf(eventsIn, OrderEvent, async () => ({ conflicts }) => ({
  conflictCount: conflicts.length,
}));
export const presentEvent = presentOne(presentEvents);
