import assert from "node:assert/strict";
import { type AuthorityTestApp, givenClient, signedCall } from "@ops/authority/server/testing";
import { wireTime } from "@ops/platform/contract";
import { pushCarEvents } from "../../contract/index.ts";

export interface PushedEvent {
  readonly eventId: string;
  readonly type: string;
  readonly vin: string;
  readonly occurredAt: string;
  readonly payload: Readonly<Record<string, string | number | string[]>>;
}

export interface KeptIntake {
  readonly id: string;
  readonly source: string;
  readonly state: string;
  readonly reason: string | null;
  readonly tries: number;
  readonly nextTryAt: Date | null;
}

/** Sends messages of the factory and the cars, and reads what became of them. */
export function intakeOf(app: AuthorityTestApp, mark: string) {
  let told = 0;
  /** Makes a message about something that happened so many seconds ago, under a new number. */
  const event = (
    vin: string,
    type: string,
    payload: PushedEvent["payload"] = {},
    { seconds = 60, eventId = `${mark}-${String(++told).padStart(4, "0")}` } = {},
  ): PushedEvent => ({
    eventId,
    type,
    vin,
    payload,
    occurredAt: wireTime(new Date(app.now().getTime() - seconds * 1_000)),
  });
  /** Sends messages and answers how each one ended, in the same order. */
  const push = async (...events: PushedEvent[]): Promise<[string, string | null][]> => {
    const keys = await givenClient(app, await app.signIn({ boolAdmin: true }), [pushCarEvents]);
    const answer = await signedCall(app, keys, pushCarEvents, { body: { events } });
    assert.equal(answer.status, 200, answer.msg);
    const ends: { eventId: string; end: string; reason: string | null }[] = answer.data;
    assert.deepEqual(
      ends.map(({ eventId }) => eventId),
      events.map(({ eventId }) => eventId),
    );
    return ends.map(({ end, reason }) => [end, reason]);
  };
  const keptAs = async ({ eventId }: Pick<PushedEvent, "eventId">): Promise<KeptIntake> => {
    const [row, another] = await app.rows<KeptIntake>(
      "select id, source, state, reason, tries, next_try_at from car_intake where event_id = $1",
      [eventId],
    );
    assert.ok(row && !another, eventId);
    return row;
  };
  return { event, push, keptAs };
}
