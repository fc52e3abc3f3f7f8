import assert from "node:assert/strict";
import { after, before, mock, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { commonErrors } from "@ops/platform/contract";
import { sql } from "kysely";
import { z } from "zod";
import type { Tx } from "../db/tx.ts";
import { defineModule } from "../module.ts";
import type { PlatformNode } from "../node.ts";
import { newId } from "../secret/crypto.ts";
import { ProbeApp, probeApp, probeModule } from "../start/probe.ts";
import { timer } from "./timer.ts";

/** Notes what a handler did, which counts after its commit. */
const note = (tx: Tx, says: string) => sql`insert into fired (says) values (${says})`.execute(tx.kysely);
let refused = "";
const handled: string[] = [];
/** What else happens while a handler runs. */
let whileHandling = async (_says: string): Promise<void> => undefined;
const ringing = timer({
  kind: "probe.ringing",
  title: "样本提醒",
  payload: z.object({ says: z.string() }),
  handle: async (tx, { says }) => {
    handled.push(says);
    await whileHandling(says);
    if (says === refused) throw commonErrors.notFound();
    assert.equal(tx.permission, "timer:probe.ringing");
    await note(tx, says);
  },
});
/** A timer that sets itself again whenever it fires. */
const repeating = timer({
  kind: "probe.repeating",
  title: "样本循环",
  payload: z.object({ round: z.int() }),
  handle: async (tx, { round }) => {
    await note(tx, `round ${round}`);
    if (round < 3) await tx.setTimer(repeating, "one", tx.now, { round: round + 1 });
  },
});
const modules = [probeModule, defineModule({ name: "ringing", timers: [ringing, repeating] })];
const app = probeApp({ modules });
const second = new ProbeApp({ modules });
before(() => second.start(app));
after(() => second.stop());

const inSeconds = (seconds: number) => new Date(app.now().getTime() + seconds * 1_000);
const set = (key: string, at: Date, says = key) => app.arrange((tx) => tx.setTimer(ringing, key, at, { says }));
async function fire(nodes: readonly PlatformNode[] = [app.node]): Promise<string[]> {
  await app.rows("create table if not exists fired (says text not null)");
  await Promise.all(nodes.map((node) => node.timers.fireAll()));
  const fired = await app.rows<{ says: string }>("delete from fired returning says");
  return fired.map(({ says }) => says).toSorted();
}
const left = () =>
  app.rows<{ key: string; attempts: number; lastError: string | null; wait: number }>(
    `select key, attempts, last_error as "lastError", extract(epoch from next_try_at - due_at)::int as wait
     from timer where kind like 'probe.%' order by key`,
  );

test("PF-R110 a timer fires once, when its time has come", async () => {
  await app.holdTime(async () => {
    await set("now", app.now());
    await set("soon", inSeconds(60));
    assert.deepEqual(await fire(), ["now"]);
    assert.deepEqual(await fire(), []);
    app.passTime(59);
    assert.deepEqual(await fire(), []);
    app.passTime(1);
    assert.deepEqual(await fire(), ["soon"]);
  });
  assert.deepEqual(await left(), []);
});

test("PF-R110 set again it moves, taken back it never fires, and with a transaction that fails nothing changes", async () => {
  await set("moved", inSeconds(-10), "early");
  await set("moved", inSeconds(600), "late");
  await set("gone", inSeconds(-10));
  await app.arrange((tx) => tx.clearTimer(ringing, "gone"));
  await app.arrange((tx) => tx.clearTimer(ringing, "never set"));
  await set("kept", inSeconds(-10));
  await assert.rejects(
    app.arrange(async (tx) => {
      await tx.clearTimer(ringing, "kept");
      await tx.setTimer(ringing, "not set", inSeconds(-10), { says: "not set" });
      throw new Error("the transaction fails");
    }),
  );
  assert.deepEqual(await fire(), ["kept"]);
  await set("moved", inSeconds(-10), "earlier again");
  assert.deepEqual(await fire(), ["earlier again"]);
});

test("PF-R110 a payload that does not fit is refused when the timer is set", async () => {
  const wrong: unknown = { says: 5 };
  await assert.rejects(app.arrange((tx) => tx.setTimer(ringing, "wrong", inSeconds(-1), wrong as { says: string })));
  assert.deepEqual(await left(), []);
});

test("PF-R110 a timer may set itself again in its own transaction", async () => {
  await app.arrange((tx) => tx.setTimer(repeating, "one", inSeconds(-1), { round: 1 }));
  assert.deepEqual(await fire(), ["round 1", "round 2", "round 3"]);
  assert.deepEqual(await left(), []);
});

test("PF-R110 one that fails is put back with growing waits up to five minutes, and holds nobody else up", async () => {
  refused = "bad";
  await app.holdTime(async () => {
    for (const key of ["a", "bad", "c"]) await set(key, app.now());
    assert.deepEqual(await fire(), ["a", "c"]);
    const waits: number[] = [];
    for (let tries = 1; tries <= 11; tries++) {
      const [line] = await left();
      assert.partialDeepStrictEqual(line, { key: "bad", attempts: tries, lastError: "业务拒绝 COMMON_NOT_FOUND" });
      const due = await app.rows<{ wait: number }>(
        "select extract(epoch from next_try_at - $1)::int as wait from timer where key = 'bad'",
        [app.now()],
      );
      const wait = due[0]?.wait ?? 0;
      waits.push(wait);
      app.passTime(wait - 0.001);
      assert.deepEqual(await fire(), []);
      assert.equal((await left())[0]?.attempts, tries, "not before its time");
      app.passTime(0.001);
      await fire();
    }
    assert.deepEqual(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
    refused = "";
    app.passTime(300);
    assert.deepEqual(await fire(), ["bad"]);
  });
  assert.deepEqual(await left(), []);
});

test("PF-R110 moved after a failure, a timer begins anew", async () => {
  refused = "bad";
  await set("bad", inSeconds(-1));
  await fire();
  refused = "";
  await set("bad", inSeconds(-1));
  assert.partialDeepStrictEqual(await left(), [{ key: "bad", attempts: 0, lastError: null, wait: 0 }]);
  assert.deepEqual(await fire(), ["bad"]);
});

test("PF-R110 moved while its handler fails, a timer keeps its new time", async () => {
  refused = "bad";
  let moving: Promise<unknown> = Promise.resolve();
  whileHandling = async () => {
    moving = set("bad", inSeconds(600));
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    for (let tries = 0; tries < 200 && (await app.rows(waiting)).length === 0; tries++) await sleep(10);
  };
  await set("bad", inSeconds(-1));
  await fire();
  whileHandling = async () => undefined;
  refused = "";
  await moving;
  assert.deepEqual(await left(), [{ key: "bad", attempts: 0, lastError: null, wait: 0 }]);
  await app.arrange((tx) => tx.clearTimer(ringing, "bad"));
});

test("PF-R110 a handler that hangs does not keep others from their time", async () => {
  const { promise, resolve: goOn } = Promise.withResolvers<void>();
  whileHandling = (says) => (says === "hangs" ? promise : Promise.resolve());
  const ring = async (key: string) => {
    await set(key, inSeconds(-1));
    app.node.timers.wake();
    for (let tries = 0; tries < 200 && !handled.includes(key); tries++) await sleep(10);
  };
  try {
    await ring("hangs");
    await ring("rings");
    assert.deepEqual(handled.slice(-2), ["hangs", "rings"]);
  } finally {
    goOn();
    whileHandling = async () => undefined;
  }
  assert.deepEqual(await fire(), ["hangs", "rings"]);
});

test("PF-R110 one bad timer among many costs few tries of the others", async () => {
  refused = "bad";
  handled.length = 0;
  await app.arrange(async (tx) => {
    for (let n = 0; n < 49; n++) await tx.setTimer(ringing, `${n}`, inSeconds(-2), { says: `${n}` });
    await tx.setTimer(ringing, "bad", inSeconds(-1), { says: "bad" });
  });
  assert.equal((await fire()).length, 49);
  assert.ok(handled.length < 250, `${handled.length} runs`);
  refused = "";
  await app.arrange((tx) => tx.clearTimer(ringing, "bad"));
});

test("PF-R110 many that are due together are each fired once, by two nodes as well", async () => {
  const keys = Array.from({ length: 400 }, () => newId());
  await app.arrange(async (tx) => {
    for (const key of keys) await tx.setTimer(ringing, key, inSeconds(-1), { says: key });
  });
  assert.deepEqual(await fire([app.node, second.node]), keys.toSorted());
  assert.deepEqual(await left(), []);
});

test("PF-R110 what no module of this node declares stays for one that does", async () => {
  await app.rows(
    `insert into timer (kind, key, due_at, payload, next_try_at) values ('gone.kind', 'k', now(), '{}', now() - interval '1 hour')`,
  );
  assert.deepEqual(await fire(), []);
  const [kept] = await app.rows<{ attempts: number }>("delete from timer where kind = 'gone.kind' returning attempts");
  assert.deepEqual(kept, { attempts: 0 });
});

test("PF-R110 what is due when it is set does not wait until a node looks again", async () => {
  await fire();
  mock.timers.enable({ apis: ["setInterval"] }); // the nodes look no more by themselves
  const working = new ProbeApp({ modules, background: true });
  await working.start(app);
  try {
    await working.node.timers.fireAll();
    await set("at once", inSeconds(-1));
    for (let tries = 0; tries < 200 && (await left()).length > 0; tries++) await sleep(25);
    assert.deepEqual(await left(), []);
  } finally {
    await working.stop();
    mock.timers.reset();
  }
  assert.deepEqual(await fire(), ["at once"]);
});
