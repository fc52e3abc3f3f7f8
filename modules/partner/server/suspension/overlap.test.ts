import assert from "node:assert/strict";
import { test } from "node:test";
import { listSchedules } from "@ops/platform/contract";
import type { JobRun } from "@ops/platform/server";
import { confirmSuspension, getSuspension, resumePartner, retrySuspension } from "../../contract/index.ts";
import { testApp } from "../testing.ts";
import { executeJob, watchSuspensions } from "./execute.ts";
import { OpenClues, worker } from "./testing.ts";
import { storyOf } from "./testing-story.ts";
import { undoJob } from "./undo.ts";

const clues = new OpenClues();
const app = testApp(clues.module);
const { given, submitted, suspended, resumed, snapshot, queued, emptyQueue } = storyOf(app);
const partnerOf = async (id: string) =>
  (await app.rows<{ version: number; state: string; flags: string[] }>("select * from partner where id = $1", [id]))[0];
const watch = () => watchSuspensions.run({ step: (act) => app.arrange(act) });

test("PT-R8 while a suspension is being undone, the partner cannot be suspended again", async () => {
  const one = await given({ staff: 2 });
  const first = await suspended(one);
  const version = (await partnerOf(one.partner.id))?.version ?? 0;
  const back = await one.first.call(resumePartner, {
    params: { id: one.partner.id },
    body: { reason: "整改完成", version },
  });
  assert.equal(back.msg, "");
  const draft = await submitted(one);
  const confirm = () =>
    one.second.call(confirmSuspension, { params: { id: draft.id }, body: { version: draft.version } });
  const early = await confirm();
  assert.deepEqual([early.msgCode, early.msg], ["PARTNER_SUSPENSION_RUNNING", "级联处理正在进行，请稍后再试"]);
  assert.equal((await partnerOf(one.partner.id))?.state, "ACTIVE");
  await undoJob.run(worker(app), { id: first.id });
  assert.equal((await confirm()).msg, "");
  await executeJob.run(worker(app), { id: draft.id });
  await undoJob.run(worker(app), { id: first.id }); // the second run of the job leaves the second suspension alone
  const frozen = await app.rows(
    "select 1 from partner_staff where partner_id = $1 and 'PARTNER_SUSPEND' = any(freeze_sources)",
    [one.partner.id],
  );
  assert.deepEqual([frozen.length, (await partnerOf(one.partner.id))?.flags], [2, []]);
});

/** Makes a worker that waits before its nth transaction until it may continue. */
function stalling(at: number): { work: JobRun; stands: Promise<void>; letGo: () => void } {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const { promise: stands, resolve: arrived } = Promise.withResolvers<void>();
  let steps = 0;
  const step: JobRun["step"] = async (act) => {
    if (++steps === at) {
      arrived();
      await held;
    }
    return app.arrange(act);
  };
  return { work: { step }, stands, letGo };
}

test("PT-R8 a worker taken for dead does nothing more once the partner works again", async () => {
  for (const at of [4, 5, 6]) {
    const one = await given({ staff: 3 });
    const before = await snapshot(one.partner);
    const { id, version } = await submitted(one);
    await one.second.call(confirmSuspension, { params: { id }, body: { version } });
    const { work, stands, letGo } = stalling(at);
    const running = executeJob.run(work, { id });
    await stands;
    app.passTime(6 * 60);
    await watch();
    const undone = await resumed(one, id);
    assert.deepEqual([undone.state, undone.items.restoreFailed], ["UNDONE", 0]);
    letGo();
    await running;
    assert.deepEqual(await snapshot(one.partner), before, `stood still before step ${at}`);
    const waiting = await app.rows(
      "select 1 from partner_cascade_item where suspension_id = $1 and state = 'WAITING'",
      [id],
    );
    assert.equal(waiting.length, 0);
  }
});

test("PT-R7 a confirmed suspension whose job was lost begins after all", async () => {
  const one = await given({ staff: 1 });
  const { id, version } = await submitted(one);
  await one.second.call(confirmSuspension, { params: { id }, body: { version } });
  await emptyQueue(id);
  app.passTime(6 * 60);
  await watch();
  await watch();
  const { data } = await one.first.call(getSuspension, { params: { id } });
  assert.deepEqual([data.state, await queued(id)], ["CONFIRMED", ["partner.suspensionExecute"]]);
});

test("PT-R8 an undo that broke off before its end is ended; one that failed waits for people", async () => {
  await suspended(await given({ staff: 1 })); // a suspension of another partner, with items that are not restored
  const one = await given({ staff: 1 });
  const { id } = await suspended(one);
  const version = (await partnerOf(one.partner.id))?.version ?? 0;
  await one.first.call(resumePartner, { params: { id: one.partner.id }, body: { reason: "整改完成", version } });
  const waiting = async (...items: [restored: string | null, state: string][]) => {
    for (const [at, [restored, state]] of items.entries()) {
      const text =
        "update partner_cascade_item set restored = $3, state = $4 where suspension_id = $1 and item_no = $2";
      await app.rows(text, [id, at + 1, restored, state]);
    }
    await emptyQueue(id);
    app.passTime(6 * 60);
    await watch();
    return queued(id);
  };
  const goesOn = ["partner.suspensionUndo"];
  assert.deepEqual(await waiting(["RESTORED", "DONE"], ["RESTORED", "DONE"]), goesOn, "nothing is left but the end");
  assert.deepEqual(await waiting(["FAILED", "DONE"], ["RESTORED", "DONE"]), []);
  assert.deepEqual(await waiting(["FAILED", "DONE"], [null, "DONE"]), goesOn, "something is still to be restored");
  assert.deepEqual(await waiting(["FAILED", "DONE"], [null, "SKIPPED"]), [], "it was never done");
});

test("PT-R7 an execution is broken off once nothing has happened for five minutes, and 重试 begins them anew", async () => {
  await app.holdTime(async () => {
    const one = await given({ clues: 6 });
    const { id, version } = await submitted(one);
    await one.second.call(confirmSuspension, { params: { id }, body: { version } });
    let steps = 0;
    const dying: JobRun = {
      step: (act) => {
        steps++; // the steps are: begin, find open items, gather, find open items, then one step per item
        if (steps === 6) app.passTime(4 * 60);
        return steps > 6 ? Promise.reject(new Error("the worker dies")) : app.arrange(act);
      },
    };
    await assert.rejects(executeJob.run(dying, { id }), /the worker dies/);
    const look = async () => (await one.first.call(getSuspension, { params: { id } })).data;
    const stateAfter = async (seconds: number) => {
      app.passTime(seconds);
      await watch();
      return (await look()).state;
    };
    assert.equal(await stateAfter(2 * 60), "EXECUTING", "begun six minutes ago, but one thing was done since");
    assert.equal(await stateAfter(3 * 60 - 1), "EXECUTING");
    assert.equal(await stateAfter(1), "PARTLY");
    await emptyQueue(id);
    const again = { params: { id }, body: { version: (await look()).version } };
    const begun = await one.first.call(retrySuspension, again);
    assert.deepEqual(
      [begun.data.state, begun.data.finishedAt, await queued(id)],
      ["EXECUTING", null, ["partner.suspensionExecute"]],
    );
    assert.equal(await stateAfter(0), "EXECUTING");
    assert.equal(await stateAfter(5 * 60), "EXECUTING");
    assert.equal(await stateAfter(1), "PARTLY");
  });
});

test("PT-R7 a worker taken for dead does nothing more while people decide, and 重试 goes on where it stood", async () => {
  for (const at of [4, 5]) {
    const one = await given({ staff: 1, clues: 2 });
    const { id, version } = await submitted(one);
    await one.second.call(confirmSuspension, { params: { id }, body: { version } });
    const { work, stands, letGo } = stalling(at);
    const running = executeJob.run(work, { id });
    await stands;
    app.passTime(6 * 60);
    await watch();
    letGo();
    await running;
    const halted = (await one.first.call(getSuspension, { params: { id } })).data;
    assert.deepEqual(
      [halted.state, halted.items],
      ["PARTLY", { all: 4, done: 1, failed: 0, restored: 0, kept: 0, restoreFailed: 0 }],
    );
    await one.first.call(retrySuspension, { params: { id }, body: { version: halted.version } });
    await executeJob.run(worker(app), { id });
    const done = (await one.first.call(getSuspension, { params: { id } })).data;
    assert.deepEqual([done.state, done.items.done], ["DONE", 4]);
    await executeJob.run(worker(app), { id });
    assert.equal((await one.first.call(getSuspension, { params: { id } })).data.version, done.version, "told again");
  }
});

test("PT-R7 PT-R8 what was done stays done when only its answer was lost, and two workers restore nothing twice", async () => {
  const one = await given({ clues: 20 });
  const before = await snapshot(one.partner);
  const losing = (at: number): JobRun => {
    let steps = 0;
    return {
      step: async (act) => {
        const answer = await app.arrange(act);
        if (++steps === at) throw new Error("the answer was lost");
        return answer;
      },
    };
  };
  const { id, version } = await submitted(one);
  await one.second.call(confirmSuspension, { params: { id }, body: { version } });
  await executeJob.run(losing(5), { id });
  const done = (await one.first.call(getSuspension, { params: { id } })).data;
  assert.deepEqual([done.state, done.items.done, done.items.failed], ["DONE", 21, 0]);
  const partner = await partnerOf(one.partner.id);
  const body = { reason: "整改完成", version: partner?.version ?? 0 };
  await one.first.call(resumePartner, { params: { id: one.partner.id }, body });
  await Promise.all([undoJob.run(losing(2), { id }), undoJob.run(worker(app), { id })]);
  const undone = (await one.first.call(getSuspension, { params: { id } })).data;
  assert.deepEqual([undone.state, undone.items.restored, undone.items.kept], ["UNDONE", 21, 0]);
  assert.deepEqual(await snapshot(one.partner), before);
});

test("partner 10 work that broke off is looked for every minute", async () => {
  const operator = await app.signIn({ permissions: ["platform:job:list"] });
  const { data } = await operator.call(listSchedules, {});
  const atOf = (name: string) => data.find((line) => line.name === name)?.at;
  assert.deepEqual(["partner.suspensionWatch", "partner.staffHandoverResume"].map(atOf), ["每分钟", "每分钟"]);
});

test("PT-R7 with the confirmation itself the partner leaves all rules", async () => {
  const one = await given({ staff: 1 });
  assert.deepEqual((await partnerOf(one.partner.id))?.flags, ["CLUE", "ORDER"]);
  const { id, version } = await submitted(one);
  const { data } = await one.second.call(confirmSuspension, { params: { id }, body: { version } });
  const { state, flags } = (await partnerOf(one.partner.id)) ?? {};
  assert.deepEqual([state, flags], ["SUSPENDED", []]);
  assert.deepEqual([data.state, data.items.done], ["CONFIRMED", 1]);
});
