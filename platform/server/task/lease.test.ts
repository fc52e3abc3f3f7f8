import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import * as contract from "@ops/platform/contract";
import { type Exporter, exportApp, fetchDownload, filePath, givenExporter, myTasks, submit } from "../excel/testing.ts";
import type { JobRun } from "../jobs/job.ts";
import { claimTask, renewLease, takeBackLost } from "./claim.ts";
import { expireTasks } from "./expire.ts";
import { finishTask } from "./finish.ts";
import { taskSweep } from "./job.ts";
import { LeaseLost, TaskLease } from "./lease.ts";

// nothing runs in the background here, because the test is the worker
const app = exportApp(false);

async function waiting(who: Exporter, level: string): Promise<string> {
  const { data, msg } = await submit(app, who, { level });
  assert.equal(msg, "");
  return data.id;
}
const claim = (id: string) => app.arrange((tx) => claimTask(tx, id));
const sweep = () => taskSweep.run({ step: (act) => app.arrange(act) });
const statusOf = async (who: Exporter, id: string) => (await myTasks(app, who)).find((one) => one.id === id)?.status;

test("PF-R93 three tasks of a person run at a time, the rest wait; one that ends calls the next", async () => {
  const who = givenExporter(app);
  const ids = [];
  for (const level of ["A", "B", "C", "D"]) ids.push(await waiting(who, level));
  const claimed = await Promise.all(ids.map(claim));
  assert.equal(claimed.filter(Boolean).length, 3);
  const other = givenExporter(app);
  assert.ok(await claim(await waiting(other, "A")), "somebody else's go on");
  const [first] = claimed.flatMap((task) => task ?? []);
  assert.ok(first);
  await app.arrange((tx) => finishTask(tx, first, { status: "FAILED", errorMsg: "x" }));
  const left = ids.find((_, n) => claimed[n] === null);
  assert.ok(left);
  const called = await app.rows("select 1 from pgboss.job where name = 'platform.task' and data->>'taskId' = $1", [
    left,
  ]);
  assert.ok(called.length >= 1);
  assert.ok(await claim(left));
});

test("PF-R93 a task is in one hand only: of two that take it up at once, one has it", async () => {
  const who = givenExporter(app);
  const id = await waiting(who, "A");
  const claims = await Promise.all([claim(id), claim(id), claim(id)]);
  assert.equal(claims.filter(Boolean).length, 1);
});

test("PF-R93 a task whose worker has gone silent goes on elsewhere, and the late worker ends nothing", async () => {
  const who = givenExporter(app);
  const id = await waiting(who, "A");
  const lost = await claim(id);
  assert.ok(lost);
  app.passTime(10);
  assert.equal(await app.arrange((tx) => renewLease(tx, lost, { done: 3, total: 9 })), true);
  app.passTime(10);
  await sweep();
  assert.equal(await statusOf(who, id), "RUNNING", "renewed in time");
  app.passTime(10);
  await sweep();
  assert.equal(await statusOf(who, id), "QUEUED");
  const taken = await claim(id);
  assert.ok(taken);
  assert.equal(await app.arrange((tx) => renewLease(tx, lost, { done: 4, total: 9 })), false);
  await assert.rejects(
    app.arrange((tx) => finishTask(tx, lost, { status: "SUCCESS" })),
    LeaseLost,
  );
  await app.arrange((tx) => finishTask(tx, taken, { status: "FAILED", errorMsg: "x" }));
  assert.equal(await statusOf(who, id), "FAILED");
});

test("PF-R93 a task that is lost three times has failed", async () => {
  const who = givenExporter(app);
  const id = await waiting(who, "A");
  for (let n = 0; n < 3; n++) {
    assert.ok(await claim(id));
    app.passTime(60);
    await sweep();
  }
  const [task] = await myTasks(app, who);
  assert.partialDeepStrictEqual(task, { status: "FAILED", errorMsg: "任务多次中断，请稍后重试" });
  assert.deepEqual(await app.arrange(takeBackLost), []);
});

test("PF-R93 a file is kept for seven days; afterwards the task stays and can be cleared away", async () => {
  const who = givenExporter(app);
  const id = await waiting(who, "A");
  const task = await claim(id);
  assert.ok(task);
  await app.arrange((tx) => finishTask(tx, task, { status: "SUCCESS" }));
  app.passTime(7 * 86_400 - 60);
  await app.arrange(expireTasks);
  assert.equal(await statusOf(who, id), "SUCCESS");
  const clear = () => app.call(contract.clearExpiredTasks, {}, { token: who.token });
  assert.equal((await clear()).data.removed, 0);
  app.passTime(120);
  await app.arrange(expireTasks);
  assert.equal(await statusOf(who, id), "EXPIRED");
  const { body } = await fetchDownload(app, who, filePath(id));
  assert.equal(JSON.parse(body.toString()).msg, "文件已过期，请重新导出");
  assert.equal((await clear()).data.removed, 1);
  assert.deepEqual(await myTasks(app, who), []);
});

test("PF-R93 a lease tells how far its task is once a second, renews itself every five, and knows when it is lost", async (t) => {
  const who = givenExporter(app);
  const task = await claim(await waiting(who, "L"));
  assert.ok(task);
  t.mock.timers.enable({ apis: ["setInterval", "Date"], now: Date.now() });
  let [steps, isAway, telling] = [0, false, Promise.resolve<unknown>(null)];
  const step: JobRun["step"] = (act) => {
    steps++;
    const told = isAway ? Promise.reject(new Error("the database is away")) : app.arrange(act);
    telling = told.catch(() => null);
    return told;
  };
  const lease = new TaskLease({ step }, task);
  const pass = async (ms: number) => {
    t.mock.timers.tick(ms);
    await telling;
    await setImmediate();
    return steps;
  };
  const doneOf = async () => (await myTasks(app, who)).find(({ id }) => id === task.id)?.done;
  assert.equal(lease.done, 0);
  assert.equal(await pass(4_999), 0, "nothing to tell");
  assert.equal(await pass(1), 1, "renewed");
  lease.progress(3, 9);
  assert.equal(lease.done, 3);
  assert.deepEqual([await pass(999), await pass(1), await doneOf()], [1, 2, 3]);
  assert.deepEqual([await pass(1_000), await pass(3_000)], [2, 2], "told already");
  assert.equal(await pass(1_000), 3);
  isAway = true;
  lease.progress(4, 9);
  assert.equal(await pass(1_000), 4);
  lease.requireHeld();
  assert.equal(await pass(1_000), 5, "tried again");
  isAway = false;
  assert.deepEqual([await pass(1_000), await doneOf()], [6, 4]);
  await app.rows("update task set lease_token = gen_random_uuid() where id = $1", [task.id]);
  lease.progress(5, 9);
  await pass(1_000);
  assert.throws(() => lease.requireHeld(), LeaseLost);
  await lease.stop();
  lease.progress(6, 9);
  assert.equal(await pass(10_000), 7, "it has stopped");
  assert.equal(await doneOf(), 4);
});
