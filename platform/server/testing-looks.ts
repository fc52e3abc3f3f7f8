// What the runners share that look for work by themselves: timers, events, outside calls.
import assert from "node:assert/strict";
import { mock } from "node:test";
import { setImmediate } from "node:timers/promises";
import { createLog } from "./log.ts";

interface Runner {
  start(): void;
  stop(): Promise<void>;
}

interface Habits {
  readonly everyMs: number;
  /** Where it is told of something new. */
  readonly channel: string;
  /** What its look answers when there is nothing to do. */
  readonly nothing: unknown;
}

/** So soon at the latest a node looks for what it was told while it looked or rested. */
const MOST_PAUSE_MS = 100;

/** A node that counts how often it looks for work; there never is any, unless `answer` tells of some. */
function givenNode<Around>(make: (around: Around) => Runner, answer: (permission: string) => unknown) {
  const node = { looks: 0, channels: [] as string[], notify: (): void => undefined };
  const around: unknown = {
    log: createLog("silent"),
    places: () => null,
    notifications: {
      on: (channel: string, heard: () => void) => {
        node.channels.push(channel);
        node.notify = heard;
      },
    },
    inTransaction: async (permission: string) => {
      node.looks++;
      return answer(permission);
    },
  };
  const runner = make(around as Around);
  const looksAfter = async (ms: number) => {
    mock.timers.tick(ms);
    for (let turns = 0; turns < 5; turns++) await setImmediate();
    return node.looks;
  };
  return { node, runner, looksAfter };
}

/** Looks at its start, at each interval and when it is told of something new; not once it has stopped. */
export async function proveLooks<Around>(
  make: (around: Around) => Runner,
  { everyMs, channel, nothing }: Habits,
): Promise<void> {
  mock.timers.enable({ apis: ["setInterval", "setTimeout"] });
  try {
    const { node, runner, looksAfter } = givenNode(make, () => nothing);
    runner.start();
    assert.deepEqual([node.channels, await looksAfter(0)], [[channel], 1]);
    assert.deepEqual([await looksAfter(everyMs - 1), await looksAfter(1), await looksAfter(everyMs)], [1, 2, 3]);
    node.notify();
    node.notify();
    assert.equal(await looksAfter(MOST_PAUSE_MS), 4, "told twice, it looks once");
    await runner.stop();
    node.notify();
    assert.equal(await looksAfter(5 * everyMs), 4, "a node that stops looks no more");
  } finally {
    mock.timers.reset();
  }
}

/** A lone piece of news is looked for at once; under a stream of them one look answers many, and the last is not forgotten. */
export async function proveJoinedLooks<Around>(
  make: (around: Around) => Runner,
  { nothing }: Pick<Habits, "nothing">,
): Promise<void> {
  mock.timers.enable({ apis: ["setInterval", "setTimeout"] });
  try {
    const { node, runner, looksAfter } = givenNode(make, () => nothing);
    runner.start();
    await looksAfter(0);
    const before = await looksAfter(500);
    node.notify();
    assert.equal(await looksAfter(0), before + 1, "a lone piece of news does not wait");
    for (let told = 0; told < 200; told++) {
      node.notify();
      await looksAfter(5);
    }
    const looks = node.looks - before;
    assert.ok(looks >= 10 && looks <= 25, `${looks} looks in a second with 200 pieces of news`);
    const rested = await looksAfter(MOST_PAUSE_MS);
    for (let told = 0; told < 3; told++) {
      node.notify();
      assert.equal(await looksAfter(0), rested + 1);
    }
    assert.deepEqual([await looksAfter(MOST_PAUSE_MS), await looksAfter(MOST_PAUSE_MS)], [rested + 2, rested + 2]);
    node.notify();
    node.notify();
    const last = await looksAfter(0);
    await runner.stop();
    assert.equal(await looksAfter(MOST_PAUSE_MS), last, "a node that stops forgets what it was told");
  } finally {
    mock.timers.reset();
  }
}

/** A node whose modules declare nothing of the kind never looks. */
export async function proveIdle<Around>(make: (around: Around) => Runner): Promise<void> {
  mock.timers.enable({ apis: ["setInterval", "setTimeout"] });
  try {
    const { node, runner, looksAfter } = givenNode(make, () => undefined);
    runner.start();
    assert.deepEqual([await looksAfter(60_000), node.channels], [0, []]);
    await runner.stop();
  } finally {
    mock.timers.reset();
  }
}

interface Failing {
  readonly everyMs: number;
  /** The permission of its look, which finds `due`; all else fails. */
  readonly look: string;
  readonly due: unknown;
  readonly triesOfLook: number;
}

/** A node whose work breaks off does not try it again before its next look. */
export async function proveOneTryEach<Around>(
  make: (around: Around) => Runner,
  { everyMs, look, due, triesOfLook }: Failing,
): Promise<void> {
  mock.timers.enable({ apis: ["setInterval", "setTimeout"] });
  try {
    const tried = { looks: 0 };
    const { runner, looksAfter } = givenNode(make, (permission) => {
      if (permission === look) return ++tried.looks > 10 ? [] : due; // a node that looks on and on comes to an end
      throw new Error("the database is gone");
    });
    runner.start();
    assert.deepEqual([await looksAfter(0), await looksAfter(everyMs)], [1 + triesOfLook, 2 * (1 + triesOfLook)]);
    await runner.stop();
  } finally {
    mock.timers.reset();
  }
}
