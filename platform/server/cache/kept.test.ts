import assert from "node:assert/strict";
import { test } from "node:test";
import { type Actor, nobody, nothing, systemActor } from "../actor.ts";
import { BurstLimit, countInWindow, countToday, readCountOfToday, TooMany } from "../limits.ts";
import { Numbering } from "../number/numbering.ts";
import { newId } from "../secret/crypto.ts";
import { probeApp, probeModule } from "../start/probe.ts";
import { isSelf, requirePerson, selvesOf } from "../start/self.ts";
import { usagesOf } from "../usage.ts";
import { type Kept, kept } from "./kept.ts";

const usage = (entity: string, label: string, count: number, kind?: string) => ({
  entity,
  label,
  countOf: async (_tx: unknown, id: string) => (id === "held" ? count : 0),
  ...(kind === undefined ? {} : { kind }),
});
const app = probeApp({
  modules: [
    {
      ...probeModule,
      usages: [usage("probe", "订单", 1, "order"), usage("probe", "报价", 2), usage("other", "别的", 3)],
    },
  ],
});

/** Makes a cached value that counts how often it was loaded. */
function counter(name: string, seconds?: number): { what: Kept<string>; loaded: string[]; failing: Set<string> } {
  const loaded: string[] = [];
  const failing = new Set<string>();
  const what = kept(name, async (_tx, key) => {
    loaded.push(key);
    if (failing.delete(key)) throw new Error("the database is away");
    return `${key}${loaded.length}`;
  });
  return { what: seconds === undefined ? what : { ...what, seconds }, loaded, failing };
}
const get = (what: Kept<string>, key: string) => app.arrange((tx) => tx.kept(what, key));

test("section 13: what is read often is loaded once by key, until a transaction says that it is stale", async () => {
  const { what, loaded } = counter("probe.one");
  assert.deepEqual([await get(what, "a"), await get(what, "a"), await get(what, "b")], ["a1", "a1", "b2"]);
  await app.arrange((tx) => tx.invalidate("probe.one:a"));
  assert.deepEqual([await get(what, "a"), await get(what, "b")], ["a3", "b2"]);
  await app.arrange((tx) => tx.invalidate("probe.one:"));
  await get(what, "a");
  await get(what, "b");
  assert.deepEqual(loaded, ["a", "b", "a", "a", "b"]);
  const other = counter("probe.two");
  assert.equal(await get(other.what, "a"), "a1");
});

test("section 13: a failure is not kept; what has a time is kept for that long", async () => {
  const { what, loaded, failing } = counter("probe.failing");
  failing.add("a");
  await assert.rejects(get(what, "a"), /the database is away/);
  assert.deepEqual([await get(what, "a"), await get(what, "a"), loaded.length], ["a2", "a2", 2]);
  const [short, long] = [counter("probe.short", 0), counter("probe.long", 3_600)];
  for (let n = 0; n < 3; n++) {
    await get(short.what, "a");
    await get(long.what, "a");
  }
  assert.deepEqual([short.loaded.length, long.loaded.length], [3, 1]);
});

test("section 13: a node keeps 5,000 of a kind; the one that was used least recently goes", async () => {
  const { what, loaded } = counter("probe.many");
  await app.arrange(async (tx) => {
    for (let n = 0; n < 5_000; n++) await tx.kept(what, `${n}`);
    await tx.kept(what, "0");
    assert.equal(loaded.length, 5_000);
    await tx.kept(what, "5000");
    await tx.kept(what, "0");
    await tx.kept(what, "2");
    assert.equal(loaded.length, 5_001, "0 was used a moment ago, 2 still fits");
    await tx.kept(what, "1");
    assert.equal(loaded.length, 5_002, "1 had to go");
  });
});

test("AU-R53 a system acts for the people who shaped it: what takes two persons is not done by one", async () => {
  const [me, shaper, other] = [newId(), newId(), newId()];
  await app.arrange(async (tx) => {
    const as = (actor: Partial<Actor>) => ({ ...tx, actor: { ...systemActor, userId: me, ...actor } });
    const [person, system] = [as({}), as({ standsFor: [shaper] })];
    assert.deepEqual([selvesOf(person), selvesOf(system)], [[me], [me, shaper]]);
    assert.deepEqual([isSelf(person, me), isSelf(person, shaper), isSelf(person, null, me)], [true, false, true]);
    assert.deepEqual([isSelf(system, shaper), isSelf(system, other), isSelf(system, null)], [true, false, false]);
    requirePerson(person);
    assert.throws(() => requirePerson(system), { message: "须由登录人员办理，接口账号不能提交" });
  });
});

test("PF-R30 the system may do everything, somebody who has not signed in nothing", () => {
  const asked = { method: "GET", path: "/x", title: "看", permission: "a:b:c", downloads: true } as const;
  const told = ({ isAdmin, can, mayCall, scopeOf }: Actor) => [isAdmin, can("a:b:c"), mayCall(asked), scopeOf("a:b:c")];
  assert.deepEqual(told(systemActor), [true, true, true, { all: true }]);
  assert.deepEqual(told(nobody), [false, false, false, { all: false, organizations: null, selfId: null }]);
  assert.equal(nothing.all, false);
});

test("PF-R84 who points at a record is told by kind and number; who does not is left out", async () => {
  const told = (entity: string, id: string) => app.arrange((tx) => usagesOf(tx, entity, id));
  assert.deepEqual(await told("probe", "held"), [
    { label: "订单", kind: "order", count: 1 },
    { label: "报价", count: 2 },
  ]);
  assert.deepEqual(await told("probe", "free"), []);
});

test("PF-R19, PF-R104 counts within a window and within a day, over all nodes; the next one begins anew", async () => {
  const at = new Date("2026-05-06T01:00:00Z");
  const later = (seconds: number) => new Date(at.getTime() + seconds * 1_000);
  const count = (subject: string, now: Date) => countInWindow(app.node.database.writer, subject, 60, now);
  assert.deepEqual([await count("w", at), await count("w", later(59.9)), await count("w", later(60))], [1, 2, 1]);
  assert.equal(await count("other", at), 1);
  await app.arrange(async (tx) => {
    const on = (now: Date) => ({ ...tx, now });
    const midnight = new Date("2026-05-06T16:00:00Z");
    assert.deepEqual(
      [await readCountOfToday(on(at), "d"), await countToday(on(at), "d"), await countToday(on(at), "d", 5)],
      [0, 1, 6],
    );
    assert.deepEqual([await readCountOfToday(on(at), "d"), await readCountOfToday(on(at), "other")], [6, 0]);
    assert.equal(await readCountOfToday(on(midnight), "d"), 0);
    assert.equal(await countToday(on(midnight), "d"), 1);
  });
});

test("PF-R83 a burst is counted by the second and by its subject", () => {
  const limit = new BurstLimit(2);
  const at = (ms: number) => new Date(1_700_000_000_000 + ms);
  for (const ms of [0, 999]) limit.take("a", at(ms));
  assert.throws(() => limit.take("a", at(999)), TooMany);
  limit.take("b", at(999));
  for (const ms of [1_000, 1_001]) limit.take("a", at(ms));
  assert.throws(() => limit.take("a", at(1_002)), { message: "操作过于频繁，请稍后再试" });
});

test("PF-R89 numbers come from blocks of 20, one after the other, also when many ask at once; each day begins anew", async () => {
  const numbering = new Numbering(app.node.database.writer, [{ kind: "many", prefix: "MM", digits: 3 }]);
  const day = new Date("2026-05-06T01:00:00Z");
  const numbers = await Promise.all(Array.from({ length: 25 }, () => numbering.next("many", day)));
  assert.deepEqual(
    numbers.toSorted(),
    Array.from({ length: 25 }, (_, n) => `MM20260506${String(n + 1).padStart(3, "0")}`),
  );
  const reserved = () => app.rows("select period, next_value from number_sequence where kind = 'many' order by period");
  assert.deepEqual(await reserved(), [{ period: "20260506", nextValue: 41 }]);
  assert.equal(await numbering.next("many", new Date("2026-05-06T16:00:00Z")), "MM20260507001");
  await assert.rejects(numbering.next("none", day), { message: "no number rule for none" });
  const declare = (kind: string, prefix: string) =>
    new Numbering(app.node.database.writer, [
      { kind: "many", prefix: "MM" },
      { kind, prefix },
    ]);
  declare("other", "MN");
  assert.throws(() => declare("many", "MN"), { message: "the number kind many or its prefix MN is declared twice" });
  assert.throws(() => declare("other", "MM"), { message: "the number kind other or its prefix MM is declared twice" });
});
