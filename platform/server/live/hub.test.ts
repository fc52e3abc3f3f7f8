import assert from "node:assert/strict";
import { test } from "node:test";
import type { LiveEvent } from "@ops/platform/contract";
import { newId } from "../crypto.ts";
import type { Tx } from "../db/tx.ts";
import { probeApp } from "../probe.ts";

const app = probeApp();
const event: LiveEvent = { type: "announcement.changed" };

test("PF-R101 what is told is meant for one session, for one person or for everybody, as it was said", async () => {
  const [sessionId, userId] = [newId(), newId()];
  const told = async (audience: Parameters<Tx["tell"]>[0]) => {
    await app.arrange((tx) => tx.tell(audience, event));
    const [row] = await app.rows<{ sessionId: string | null; userId: string | null; payload: LiveEvent }>(
      `select session_id as "sessionId", user_id as "userId", payload from live_event order by id desc limit 1`,
    );
    return row;
  };
  assert.deepEqual(await told({ sessionId }), { sessionId, userId: null, payload: event });
  assert.deepEqual(await told({ userId }), { sessionId: null, userId, payload: event });
  assert.deepEqual(await told("everyone"), { sessionId: null, userId: null, payload: event });
});
