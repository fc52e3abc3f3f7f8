import assert from "node:assert/strict";
import { test } from "node:test";
import { commonErrors } from "@ops/platform/contract";
import { defineModule } from "@ops/platform/server";
import { listCascadeItems, retrySuspension } from "../../contract/index.ts";
import { type CascadeAction, type CascadeItem, type CascadeKind, cascadePort } from "../index.ts";
import { testApp } from "../testing.ts";
import { executeJob } from "./execute.ts";
import { laterJob } from "./later.ts";
import { OpenClues, worker } from "./testing.ts";
import { storyOf } from "./testing-story.ts";

/** Short enough that sessions do not end. */
const SECONDS = 600;
/** Locks of a module above. The manager of the region has some time to decide; then they are released. */
const locks = new Map<string, "LIVE" | "RELEASED" | "KEPT">();
let isBroken = false;
const release: CascadeAction = {
  action: "RELEASE",
  label: "大区经理限时决定，逾期释放",
  dueAt: (tx) => new Date(tx.now.getTime() + SECONDS * 1_000),
};
const kind: CascadeKind = {
  kind: "lockProbe.live",
  label: "有效锁单",
  actions: [release, { action: "NOW", label: "立即释放" }],
  defaultAction: "RELEASE",
  list: async () => [...locks].filter(([, is]) => is === "LIVE").map(([id]) => ({ id, label: `锁单${id}` })),
  act: async (_tx, { targetId }: CascadeItem) => {
    if (isBroken) throw commonErrors.duplicate({ field: "锁单" });
    if (locks.get(targetId) !== "LIVE") return null;
    locks.set(targetId, "RELEASED");
    return { before: { is: "LIVE" }, after: { is: "RELEASED" } };
  },
  restore: async (_tx, { targetId }) => {
    locks.set(targetId, "LIVE");
    return "RESTORED";
  },
};
const clues = new OpenClues();
const app = testApp(clues.module, defineModule({ name: "lockProbe", gives: [cascadePort.of(kind)] }));
const { given, suspended, resumed, queued, emptyQueue } = storyOf(app);

type Case = Awaited<ReturnType<typeof given>>;

/** Suspends a partner with these live locks, and answers functions to look at them. */
async function suspendWith(...ids: string[]) {
  locks.clear();
  isBroken = false;
  for (const id of ids) locks.set(id, "LIVE");
  const one: Case = await given({ staff: 0 });
  const suspension = await suspended(one);
  await emptyQueue(suspension.id);
  const items = async () => {
    const input = { params: { id: suspension.id }, query: { kind: kind.kind } };
    return (await one.first.call(listCascadeItems, input)).data.list;
  };
  const states = async () => (await items()).map(({ label, state, message }) => [label, state, message]);
  return { one, suspension, items, states };
}

/** Runs the jobs of due timers, as a worker does. */
async function ring(id: string): Promise<readonly string[]> {
  await app.node.timers.fireAll();
  const rung = await queued(id);
  if (rung.includes(laterJob.name)) await laterJob.run(worker(app), { id });
  await emptyQueue(id);
  return rung;
}

const stateOf = async (id: string) =>
  (await app.rows<{ state: string }>("select state from partner_suspension where id = $1", [id]))[0]?.state;

test("PT-R7 what somebody may decide on first waits for its time, the suspension is done without it, and then it is done once", async () => {
  const { suspension, items, states } = await suspendWith("1", "2");
  assert.equal(suspension.state, "DONE");
  assert.deepEqual(await states(), [
    ["锁单1", "WAITING", null],
    ["锁单2", "WAITING", null],
  ]);
  assert.ok((await items()).every(({ dueAt }) => dueAt !== null));
  app.passTime(SECONDS - 60);
  assert.deepEqual(await ring(suspension.id), []);
  locks.set("2", "KEPT"); // the manager has decided to keep it
  app.passTime(61);
  assert.deepEqual(await ring(suspension.id), [laterJob.name]);
  assert.deepEqual(await states(), [
    ["锁单1", "DONE", null],
    ["锁单2", "SKIPPED", "已由他人处理"],
  ]);
  assert.deepEqual([...locks.values()], ["RELEASED", "KEPT"]);
  assert.equal(await stateOf(suspension.id), "DONE");
  assert.deepEqual(await ring(suspension.id), [], "nothing is left to ring for");
});

test("PT-R7 what the plan wants at once does not wait", async () => {
  locks.clear();
  locks.set("3", "LIVE");
  const one = await given({ staff: 0 });
  const suspension = await suspended(one, [{ kind: kind.kind, action: "NOW", receiverId: null }]);
  assert.equal(locks.get("3"), "RELEASED");
  const [item] = (await one.first.call(listCascadeItems, { params: { id: suspension.id }, query: { kind: kind.kind } }))
    .data.list;
  assert.partialDeepStrictEqual(item, { state: "DONE", dueAt: null });
});

test("PT-R7 what fails at its time makes the suspension 部分完成, and 重试 does it", async () => {
  const { one, suspension, states } = await suspendWith("4");
  isBroken = true;
  app.passTime(SECONDS + 1);
  await ring(suspension.id);
  assert.deepEqual((await states())[0]?.slice(0, 2), ["锁单4", "FAILED"]);
  assert.equal(await stateOf(suspension.id), "PARTLY");
  isBroken = false;
  const [row] = await app.rows<{ version: number }>("select version from partner_suspension where id = $1", [
    suspension.id,
  ]);
  const { id } = suspension;
  const again = await one.first.call(retrySuspension, { params: { id }, body: { version: row?.version ?? 0 } });
  assert.equal(again.msg, "");
  await executeJob.run(worker(app), { id });
  assert.deepEqual([await states(), await stateOf(id)], [[["锁单4", "DONE", null]], "DONE"]);
});

test("PT-R8 a partner that works again before the time has come keeps what still waited; what was done goes back", async () => {
  const early = await suspendWith("5");
  await resumed(early.one, early.suspension.id);
  assert.deepEqual((await early.states())[0]?.slice(0, 2), ["锁单5", "SKIPPED"]);
  app.passTime(SECONDS + 1);
  await ring(early.suspension.id);
  assert.equal(locks.get("5"), "LIVE");
  const late = await suspendWith("6");
  app.passTime(SECONDS + 1);
  await ring(late.suspension.id);
  assert.equal(locks.get("6"), "RELEASED");
  await resumed(late.one, late.suspension.id);
  assert.equal(locks.get("6"), "LIVE");
});

test("PT-R7 a kind that is done with the confirmation has no action that waits", () => {
  assert.throws(() => cascadePort.of({ ...kind, kind: "lockProbe.atOnce", isAtOnce: true }), /none of its actions/);
});
