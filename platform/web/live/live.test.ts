import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { queryClient } from "../call/query-client.ts";
import { jitterSeconds, retrySeconds, shouldPoll } from "./back-off.ts";
import { eventStreamReader } from "./event-stream.ts";
import { LiveChannel } from "./live-channel.ts";
import { hearTopic } from "./topics.ts";

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

test("PF-R109 after a further connection all topics load anew, those that came since and those that were lost; after the first none", async (context) => {
  const opened: { readonly topics: string | null; readonly stream: ReadableStreamDefaultController<Uint8Array> }[] = [];
  context.mock.method(globalThis, "fetch", async (address: string, { signal }: { signal: AbortSignal }) => {
    const { pathname, searchParams } = new URL(address, "http://console.test");
    if (pathname === "/config.json") return Response.json({});
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => {
        opened.push({ topics: searchParams.get("topics"), stream });
        signal.addEventListener("abort", () => stream.error(signal.reason));
      },
    });
    return new Response(body);
  });
  context.mock.method(Math, "random", () => 0); // the jitter of a lost connection
  Object.assign(globalThis, { document: { cookie: "" }, window: new EventTarget() });
  context.after(() => {
    queryClient.clear(); // what it keeps in a browser for minutes would keep this process, too
    for (const name of ["document", "window"]) Reflect.deleteProperty(globalThis, name);
  });
  const told: string[] = [];
  const hear = (name: string) => hearTopic(name, (news) => told.push(`${name} ${news}`));
  const waitFor = async (connections: number) => {
    for (let tries = 0; tries < 300 && opened.length < connections; tries++) await sleep(10);
    await sleep(10);
    return opened.map(({ topics }) => topics);
  };
  const channel = new LiveChannel({ event: () => undefined, poll: () => undefined });
  context.after(() => channel.stop());
  const hushed = [hear("car")];
  channel.start();
  assert.deepEqual([await waitFor(1), told], [["car"], []]);
  hushed.push(hear("todo"));
  assert.deepEqual(
    [await waitFor(2), told.splice(0)],
    [
      ["car", "car,todo"],
      ["car all", "todo all"],
    ],
  );
  opened[1]?.stream.close();
  window.dispatchEvent(new Event("online"));
  assert.deepEqual([(await waitFor(3)).at(-1), told], ["car,todo", ["car all", "todo all"]]);
  for (const hush of hushed) hush();
});
