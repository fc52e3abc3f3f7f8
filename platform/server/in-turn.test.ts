import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { importErrors } from "@ops/platform/contract";
import { Turns } from "./in-turn.ts";

/** Work of people in one queue, noted in the order in which it is done. */
function queue() {
  const turns = new Turns(importErrors.waiting);
  const done: string[] = [];
  let [now, most] = [0, 0];
  const work = (name: string, isBroken = false) => {
    return async () => {
      most = Math.max(most, ++now);
      await sleep(5);
      now--;
      done.push(name);
      if (isBroken) throw new Error("broken");
      return name;
    };
  };
  return { turns, done, work, most: () => most };
}

test("PF-R95 one file is read at a time, and a broken one holds up nobody", async () => {
  const { turns, work, most } = queue();
  const ended = await Promise.allSettled([
    turns.take({ ownerId: "a" }, work("a")),
    turns.take({ ownerId: "b" }, work("b", true)),
    turns.take({ ownerId: "c" }, work("c")),
  ]);
  assert.deepEqual(
    ended.map(({ status }) => status),
    ["fulfilled", "rejected", "fulfilled"],
  );
  assert.equal(most(), 1);
});

test("PF-R95 people take turns: whoever comes late waits for one file of another person, not for all of them", async () => {
  const { turns, done, work } = queue();
  const many = ["a1", "a2", "a3", "a4"].map((name) => turns.take({ ownerId: "a" }, work(name)));
  await Promise.all([...many, turns.take({ ownerId: "b" }, work("b1")), turns.take({ ownerId: "c" }, work("c1"))]);
  assert.deepEqual(done, ["a1", "a2", "b1", "c1", "a3", "a4"]);
});

test("PF-R95 somebody who waits for an answer has one place in the queue, and leaves it by going away", async () => {
  const { turns, done, work } = queue();
  const { signal } = new AbortController();
  const gone = new AbortController();
  const first = turns.take({ ownerId: "a", signal }, work("a1"));
  const second = turns.take({ ownerId: "a", signal: gone.signal }, work("a2"));
  const third = async () => turns.take({ ownerId: "a", signal }, work("a3"));
  await assert.rejects(third, { message: "您已有一个文件在等待读取，请稍后再试" });
  const task = turns.take({ ownerId: "a" }, work("task")); // it has a limit of its own
  const other = turns.take({ ownerId: "b", signal }, work("b1"));
  gone.abort(new Error("gone"));
  await assert.rejects(second, { message: "gone" });
  await Promise.all([first, third(), task, other]);
  assert.equal(done[0], "a1");
  assert.deepEqual(done.toSorted(), ["a1", "a3", "b1", "task"]);
});

test("PF-R95 whoever goes away while it is their turn changes nothing, and a queue that is left empty holds up nobody", async () => {
  const { turns, done, work } = queue();
  const [leaving, alone] = [new AbortController(), new AbortController()];
  const first = turns.take({ ownerId: "a", signal: leaving.signal }, work("a1"));
  const gone = turns.take({ ownerId: "b", signal: alone.signal }, work("b1"));
  const other = turns.take({ ownerId: "c" }, work("c1"));
  const more = turns.take({ ownerId: "c" }, work("c2"));
  leaving.abort(new Error("too late"));
  alone.abort(new Error("gone"));
  await assert.rejects(gone, { message: "gone" });
  assert.deepEqual(await Promise.all([first, other, more]), ["a1", "c1", "c2"]);
  assert.deepEqual(done, ["a1", "c1", "c2"]);
  const { signal } = new AbortController();
  assert.equal(await turns.take({ ownerId: "b", signal }, work("b2")), "b2", "afterwards there is a place again");
  assert.equal(await turns.take({ ownerId: "b", signal }, work("b3")), "b3");
});
