import type { AnswerFrom, BodyOf } from "@ops/platform/contract";
import { inSteps, type Tx } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { type Received, receiveEvent } from "./receive.ts";
import { eventsIn } from "./tables.ts";

type Pushed = BodyOf<typeof contract.pushOrderEvents>["events"][number];

/** Takes events one after the other, each in a transaction of its own: what is refused stops no other. */
export const pushOrderEvents = inSteps(contract.pushOrderEvents, async (steps, { body: { events } }) => {
  const answers: AnswerFrom<typeof contract.pushOrderEvents> = [];
  for (const event of events) {
    const { state, reason } = await steps.commit((tx) => receivePushed(tx, event));
    answers.push({ eventId: event.eventId, state, reason });
  }
  return steps.finish(async (tx) => {
    tx.trail.about(eventsIn.name, "", null);
    tx.trail.summary = `${events.length}个事件，应用${answers.filter(({ state }) => state === "APPLIED").length}个`;
    return answers;
  });
});

/** The sender's account is the source, so that no system can take the numbers of another one. */
async function receivePushed(tx: Tx, event: Pushed): Promise<Received> {
  const { userId: source, name: sourceName } = tx.actor;
  return receiveEvent(tx, { ...event, source, sourceName, orderId: null });
}
