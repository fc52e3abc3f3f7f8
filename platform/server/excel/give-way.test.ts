import assert from "node:assert/strict";
import { test } from "node:test";
import { GivesWay } from "./give-way.ts";

/** Makes work on a loop that others use too, and records how long it paused each time, 0 for a moment. */
function working() {
  const loop = { time: 5_000, share: 0 };
  const pauses: number[] = [];
  const way = new GivesWay({
    now: () => loop.time,
    turn: async () => void pauses.push(0),
    pause: async (ms) => {
      pauses.push(ms);
      loop.time += ms;
      return { active: ms * loop.share, idle: ms * (1 - loop.share) };
    },
  });
  const piece = async (ms: number) => {
    loop.time += ms;
    await way.afterPiece();
    return pauses.splice(0);
  };
  return { loop, piece };
}

test("PF-R94 long work that is alone looks around for a moment each second", async () => {
  const { piece } = working();
  assert.deepEqual(await piece(0), [50]);
  assert.deepEqual([await piece(400), await piece(599)], [[0], [0]]);
  assert.deepEqual(await piece(1), [50]);
  assert.deepEqual([await piece(999), await piece(1)], [[0], [50]]);
});

test("PF-R94 beside the work of others long work takes a fifth of the time, until they are done", async () => {
  const { loop, piece } = working();
  loop.share = 0.2;
  assert.deepEqual([await piece(10), await piece(10)], [[50], [0]], "a fifth is what the work itself takes");
  loop.share = 0.201;
  assert.deepEqual([await piece(1_000), await piece(10), await piece(20)], [[50], [40], [80]]);
  assert.deepEqual(await piece(100), [400]);
  assert.deepEqual(await piece(101), [400], "never longer");
  loop.share = 0;
  assert.deepEqual([await piece(24), await piece(26), await piece(1)], [[96], [104], [0]], "looked at together");
  assert.deepEqual([await piece(998), await piece(1)], [[0], [50]]);
});

test("PF-R94 a look that was cut short is not enough", async () => {
  const pauses: number[] = [];
  const way = new GivesWay({
    now: () => 0,
    turn: async () => void pauses.push(0),
    pause: async (ms) => {
      pauses.push(ms);
      return { active: 0, idle: 24.9 };
    },
  });
  for (let n = 0; n < 5; n++) await way.afterPiece();
  assert.deepEqual(pauses, [50, 50, 50, 0, 0]);
});
