import assert from "node:assert/strict";
import { test } from "node:test";
import { BoundedMap } from "./bounded-map.ts";
import type { Asked, Found } from "./map-service.ts";

const START = 60_000 * 1_000;

/** Makes a map service with its own clock that records its calls. */
function bounded(perMinute = 100_000) {
  const asked: string[] = [];
  const clock = { now: START };
  const next: { suggest: () => Promise<Found[]> } = { suggest: async () => [] };
  const note = (what: string, { keyword, regionCode }: Asked) => asked.push(`${what} ${keyword} ${regionCode ?? "-"}`);
  const service = {
    suggest: (question: Asked) => {
      note("suggest", question);
      return next.suggest();
    },
    geocode: async (question: Asked) => {
      note("geocode", question);
      return null;
    },
  };
  const map = new BoundedMap(service, { perMinute: () => perMinute, now: () => new Date(clock.now) });
  const ask = (keyword: string, person = "a", regionCode: string | null = null) =>
    map.suggest(person, { keyword, regionCode });
  return { map, asked, clock, next, ask };
}

test("PF-R102 an answer is kept for five minutes, for everybody who asks the same", async () => {
  const { map, asked, clock, ask } = bounded();
  const first = ask("甲");
  clock.now += 300_000 - 1;
  assert.equal(ask("甲", "b"), first);
  await map.geocode("a", { keyword: "甲", regionCode: null });
  await ask("甲", "a", "320500");
  assert.deepEqual(asked, ["suggest 甲 -", "geocode 甲 -", "suggest 甲 320500"]);
  clock.now += 1;
  await ask("甲");
  assert.deepEqual(asked.slice(3), ["suggest 甲 -"]);
});

test("PF-R102 one person asks so often in a minute of the clock, what is kept costs nothing", async () => {
  const { asked, clock, ask } = bounded(2);
  clock.now = START + 59_999;
  for (const keyword of ["甲", "甲", "乙", "甲", "丙", "丁"]) await ask(keyword);
  assert.equal(asked.length, 2);
  assert.equal(ask("丙"), null);
  assert.notEqual(ask("丙", "b"), null, "somebody else");
  clock.now += 1;
  assert.notEqual(ask("戊"), null);
  assert.notEqual(ask("己"), null);
  assert.equal(ask("庚"), null);
});

test("PF-R102 two thousand answers are kept; the one that was asked for longest ago goes first", async () => {
  const { asked, clock, ask } = bounded();
  for (let n = 0; n < 2_000; n++) await ask(`${n}`);
  clock.now += 300_000;
  await ask("0");
  await ask("one more");
  asked.length = 0;
  await ask("0");
  assert.deepEqual(asked, [], "asked for again, it is the newest but one");
  const { asked: others, ask: askOthers } = bounded();
  for (let n = 0; n <= 2_000; n++) await askOthers(`${n}`);
  others.length = 0;
  for (const keyword of ["1", "2000", "0"]) await askOthers(keyword);
  assert.deepEqual(others, ["suggest 0 -"]);
});

test("PF-R102 a failure is forgotten, but not what was answered since", async () => {
  const { asked, clock, next, ask } = bounded();
  const late = Promise.withResolvers<Found[]>();
  next.suggest = () => late.promise;
  const first = ask("甲");
  clock.now += 300_000;
  next.suggest = async () => [];
  await ask("甲");
  late.reject(new Error("too late"));
  await assert.rejects(Promise.resolve(first), { message: "too late" });
  await ask("甲");
  assert.equal(asked.length, 2, "the second answer stays");
  next.suggest = async () => Promise.reject(new Error("away"));
  await assert.rejects(Promise.resolve(ask("乙")), { message: "away" });
  next.suggest = async () => [];
  assert.deepEqual(await ask("乙"), []);
});
