import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { liveEvents } from "@ops/platform/contract";
import { systemActor } from "../actor.ts";
import { newId } from "../secret/crypto.ts";
import { probeApp, probeModule } from "../start/probe.ts";

const cars = { name: "probe.cars", permission: "probe:probe:list" };
const userId = newId();
let mayList = true;
let afterReading = async (): Promise<void> => undefined;

const app = probeApp({
  modules: [{ ...probeModule, topics: [cars] }],
  /** Something may happen after the rights were read, before the call goes on with them. */
  authenticate: async () => {
    const isAllowed = mayList;
    await afterReading();
    const actor = { ...systemActor, userId, isAdmin: false, can: () => isAllowed };
    return { actor, restricted: false, readOnly: false };
  },
});

const closing: AbortController[] = [];
afterEach(() => {
  afterReading = async () => undefined;
  for (const one of closing.splice(0)) one.abort();
});

/** Opens a channel: what was heard so far, and whether it has ended. */
async function openChannel(topics: string) {
  const abort = new AbortController();
  closing.push(abort);
  const { signal } = abort;
  const headers = { authorization: "any", applicationid: "1" };
  const response = await fetch(`${app.origin}${liveEvents.path}?topics=${topics}`, { headers, signal });
  const channel = { text: "", isOver: false };
  const read = async () => {
    for await (const part of response.body ?? []) channel.text += Buffer.from(part).toString();
    channel.isOver = true;
  };
  void read().catch(() => undefined); // the test leaves
  return channel;
}

const until = async (what: string, holds: () => boolean) => {
  for (let tries = 0; tries < 300 && !holds(); tries++) await sleep(10);
  assert.ok(holds(), what);
};

/** The rights of somebody change, and this node has heard of it. */
async function changeRights(whose: { userId: string } | "everyone"): Promise<void> {
  const witness = await openChannel("");
  await until("the witness listens", () => witness.text !== "");
  await app.arrange(async (tx) => {
    await tx.tell(whose, { type: "perm.changed" });
    await tx.tell({ userId }, { type: "notice.read" });
  });
  await until("the change has arrived", () => witness.text.includes("notice.read"));
}

for (const [whom, whose] of [
  ["one person", { userId }],
  ["everybody", "everyone"],
] as const) {
  test(`PF-R109 rights of ${whom} that change while a channel is opened end it, so that a revoked topic is not heard`, async () => {
    mayList = true;
    afterReading = async () => {
      afterReading = async () => undefined;
      await changeRights(whose);
      mayList = false;
    };
    const [late, plain] = [await openChannel(cars.name), await openChannel("")];
    await app.arrange((tx) => tx.tellTopic({ topic: cars }, [newId()]));
    await until("it ends", () => late.isOver);
    assert.match(late.text, /perm\.changed/);
    assert.ok(!late.text.includes("topic.news"));
    assert.equal(plain.isOver, false);
    const again = await openChannel(cars.name);
    await app.arrange((tx) => tx.tellTopic({ topic: cars }, [newId()]));
    await sleep(700); // news are joined for half a second
    assert.deepEqual([again.isOver, again.text.includes("topic.news")], [false, false]);
  });
}

test("PF-R109 rights of others, and changes before one's own were read, end no channel", async () => {
  mayList = true;
  await changeRights({ userId });
  afterReading = async () => {
    afterReading = async () => undefined;
    await changeRights({ userId: newId() });
  };
  const channel = await openChannel(cars.name);
  await until("it listens", () => channel.text !== "");
  await app.arrange((tx) => tx.tellTopic({ topic: cars }, [newId()]));
  await until("it hears", () => channel.text.includes("topic.news"));
  assert.equal(channel.isOver, false);
});
