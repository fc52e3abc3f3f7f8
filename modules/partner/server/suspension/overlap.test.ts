import assert from "node:assert/strict";
import { test } from "node:test";
import type { JobRun } from "@ops/platform/server";
import { confirmSuspension, getSuspension, resumePartner } from "../../contract/index.ts";
import { testApp } from "../testing.ts";
import { executeJob, watchSuspensions } from "./execute.ts";
import { OpenClues, worker } from "./testing.ts";
import { storyOf } from "./testing-story.ts";
import { undoJob } from "./undo.ts";

const clues = new OpenClues();
const app = testApp(clues.module);
const { given, submitted, suspended, resumed, snapshot } = storyOf(app);
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
  await undoJob.run(worker(app), { id: first.id }); // told again, it leaves the second alone
  const frozen = await app.rows(
    "select 1 from partner_staff where partner_id = $1 and 'PARTNER_SUSPEND' = any(freeze_sources)",
    [one.partner.id],
  );
  assert.deepEqual([frozen.length, (await partnerOf(one.partner.id))?.flags], [2, []]);
});

/** A worker that stands still before its nth transaction until it is let go. */
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
  await app.rows("delete from pgboss.job where singleton_key = $1", [id]);
  app.passTime(6 * 60);
  await watch();
  await watch();
  const jobs = await app.rows("select 1 from pgboss.job where singleton_key = $1 and state = 'created'", [id]);
  const { data } = await one.first.call(getSuspension, { params: { id } });
  assert.deepEqual([data.state, jobs.length], ["CONFIRMED", 1]);
});

test("PT-R8 an undo that broke off before its end is ended; one that failed waits for people", async () => {
  const one = await given({ staff: 1 });
  const { id } = await suspended(one);
  const version = (await partnerOf(one.partner.id))?.version ?? 0;
  await one.first.call(resumePartner, { params: { id: one.partner.id }, body: { reason: "整改完成", version } });
  await app.rows("update partner_cascade_item set restored = 'RESTORED' where suspension_id = $1", [id]);
  const waiting = async () => {
    await app.rows("delete from pgboss.job where singleton_key = $1", [id]);
    app.passTime(6 * 60);
    await watch();
    return (await app.rows("select 1 from pgboss.job where singleton_key = $1", [id])).length;
  };
  assert.equal(await waiting(), 1);
  await app.rows("update partner_cascade_item set restored = 'FAILED' where suspension_id = $1 and item_no = 1", [id]);
  assert.equal(await waiting(), 0);
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
