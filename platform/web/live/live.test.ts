import assert from "node:assert/strict";
import { test } from "node:test";
import { jitterSeconds, retrySeconds, shouldPoll } from "./back-off.ts";
import { eventStreamReader } from "./event-stream.ts";

test("PF-R101 reconnects after 1, 2, 4 … 30 s and polls after three failures", () => {
  assert.deepEqual([1, 2, 3, 4, 5, 6, 9].map(retrySeconds), [1, 2, 4, 8, 16, 30, 30]);
  assert.deepEqual([0, 2, 3, 7].map(shouldPoll), [false, false, true, true]);
});

test("PF-R101 events are read across chunk borders; heartbeats are not events", () => {
  const reader = eventStreamReader();
  assert.deepEqual(reader.feed(": heartbeat\n\nid: 7\nda"), []);
  assert.deepEqual(reader.feed('ta: {"type":"perm.changed"}\r\n\r\n'), [{ id: "7", data: '{"type":"perm.changed"}' }]);
  assert.deepEqual(reader.feed("data: a\ndata: b\n\n"), [{ id: null, data: "a\nb" }]);
});

test("PF-R109 after a lost connection channels come back over five seconds", () => {
  assert.deepEqual([0, 0.5, 1].map(jitterSeconds), [0, 2.5, 5]);
});
