import assert from "node:assert/strict";
import { test } from "node:test";
import {
  confirmSuspension,
  getSuspension,
  listCascadeItems,
  resumePartner,
  retrySuspension,
} from "../../contract/index.ts";
import { testApp } from "../testing.ts";
import { executeJob } from "./execute.ts";
import { cluesOf, OpenClues, worker } from "./testing.ts";
import { reason, storyOf } from "./testing-story.ts";
import { undoJob } from "./undo.ts";

const clues = new OpenClues();
const app = testApp(clues.module);
const { given, submitted, suspended, resumed, snapshot } = storyOf(app);

test("PT-R8 suspended and resumed at once, everything is exactly as it was", async () => {
  const one = await given({ staff: 3, clues: 6 });
  const before = await snapshot(one.partner);
  const { id } = await suspended(one);
  const undone = await resumed(one, id);
  assert.deepEqual([undone.state, undone.items.restored, undone.items.kept], ["UNDONE", 10, 0]);
  assert.deepEqual(await snapshot(one.partner), before);
});

test("PT-R8 clues worked elsewhere meanwhile stay and are listed: 137 of 143 come back", async () => {
  const one = await given({ clues: 143 });
  const { id } = await suspended(one);
  const rows = await cluesOf(app, one.partner.orgId ?? "");
  const worked = rows.slice(0, 6).map(({ no }) => no);
  await app.rows("update probe_clue set note = '已到店', state = 'WON' where no = any($1::int[])", [worked]);
  const undone = await resumed(one, id);
  const line = undone.lines.find(({ kind }) => kind === "clueProbe.open");
  assert.deepEqual([line?.restored, line?.kept], [137, 6]);
  const kept = await one.first.call(listCascadeItems, { params: { id }, query: { restored: "KEPT" } });
  assert.deepEqual(
    kept.data.list.map(({ label, restoreMessage }) => [label, restoreMessage]),
    worked.map((no) => [`线索${no}`, "线索已被其他门店跟进"]),
  );
  const won = await app.rows("select 1 from probe_clue where no = any($1::int[]) and state = 'WON'", [worked]);
  assert.equal(won.length, 6, "the new work is not lost");
});

test("PT-R8 a person frozen also for another reason stays frozen", async () => {
  const one = await given({ staff: 3 });
  const ids = (
    await app.rows<{ id: string }>("select id from partner_staff where partner_id = $1 order by id", [one.partner.id])
  ).map((row) => row.id);
  const also = "update partner_staff set freeze_sources = array_append(freeze_sources, $2) where id = $1";
  await app.rows(also, [ids[0], "MANUAL"]);
  const { id } = await suspended(one);
  await app.rows(also, [ids[1], "CERT_EXPIRED"]);
  const undone = await resumed(one, id);
  assert.deepEqual([undone.items.restored, undone.items.kept], [3, 1]);
  const rows = await app.rows<{ sources: string[] }>(
    "select freeze_sources as sources from partner_staff where partner_id = $1 order by id",
    [one.partner.id],
  );
  assert.deepEqual(
    rows.map(({ sources }) => sources),
    [["MANUAL"], ["CERT_EXPIRED"], []],
  );
  const kept = await one.first.call(listCascadeItems, { params: { id }, query: { restored: "KEPT" } });
  assert.equal(kept.data.list[0]?.restoreMessage, "仍因认证过期冻结");
});

test("PT-R8 whoever was read-only before the suspension stays so; the others work again", async () => {
  const one = await given({ staff: 2 });
  const people = await app.rows<{ id: string; userId: string }>(
    "select id, user_id from partner_staff where partner_id = $1 order by id",
    [one.partner.id],
  );
  const [kept, other] = people;
  assert.ok(kept && other);
  await app.rows("update partner_staff set is_read_only = true where id = $1", [kept.id]);
  await app.rows("update app_user set read_only = true where id = $1", [kept.userId]);
  const before = await snapshot(one.partner);
  const { id } = await suspended(one, [
    { kind: "partner.accounts", action: "READ_ONLY", receiverId: null },
    { kind: "clueProbe.open", action: "HOLD", receiverId: null },
  ]);
  const readOnly = async () =>
    (
      await app.rows<{ staff: boolean; account: boolean }>(
        `select s.is_read_only as staff, u.read_only as account from partner_staff s join app_user u on u.id = s.user_id
         where s.partner_id = $1 order by s.id`,
        [one.partner.id],
      )
    ).map(({ staff, account }) => [staff, account]);
  assert.deepEqual(await readOnly(), [
    [true, true],
    [true, true],
  ]);
  await resumed(one, id);
  assert.deepEqual(await readOnly(), [
    [true, true],
    [false, false],
  ]);
  assert.deepEqual(await snapshot(one.partner), before);
});

test("PT-R8 nobody resumes without a contract in force and valid papers, nor while things are being moved", async () => {
  const one = await given({ clues: 1 });
  const { id, version } = await submitted(one);
  await one.second.call(confirmSuspension, { params: { id }, body: { version } });
  const resume = async () => {
    const [row] = await app.rows<{ version: number }>("select version from partner where id = $1", [one.partner.id]);
    return one.first.call(resumePartner, {
      params: { id: one.partner.id },
      body: { reason: "好了", version: row?.version ?? 0 },
    });
  };
  const early = await resume();
  assert.deepEqual([early.msgCode, early.msg], ["PARTNER_SUSPENSION_RUNNING", "级联处理正在进行，请稍后再试"]);
  await executeJob.run(worker(app), { id });
  await app.rows("update partner_contract set state = 'TERMINATED' where partner_id = $1", [one.partner.id]);
  await app.rows("update partner_qualification set state = 'EXPIRED' where partner_id = $1 and kind = 'LICENSE'", [
    one.partner.id,
  ]);
  const unfit = await resume();
  assert.deepEqual([unfit.msgCode, unfit.msg], ["PARTNER_NOT_READY", "尚未完成：生效中的主合同、有效资质（营业执照）"]);
});

test("PT-R8 a restore that fails waits for 重试 and goes on", async () => {
  const one = await given({ clues: 2 });
  const { id } = await suspended(one);
  await app.rows("alter table probe_clue rename to probe_clue_away");
  const broken = await resumed(one, id);
  assert.deepEqual([broken.state, broken.items.restored, broken.items.restoreFailed], ["UNDOING", 1, 2]);
  await app.rows("alter table probe_clue_away rename to probe_clue");
  await one.first.call(retrySuspension, { params: { id }, body: { version: broken.version } });
  await undoJob.run(worker(app), { id });
  const undone = (await one.first.call(getSuspension, { params: { id } })).data;
  assert.deepEqual([undone.state, undone.items.restored], ["UNDONE", 3]);
});

test("PT-R20 manager, region and those who look after what was touched hear of the suspension and of its end", async () => {
  const one = await given({ staff: 2, clues: 1 });
  const head = await app.signIn({ permissions: ["clueProbe:clue:assign"] });
  const lead = await app.signIn();
  await app.rows("update organization set leader_user_id = $2 where id = $1", [one.partner.regionId, lead.user.id]);
  const { id } = await suspended(one);
  const name = one.partner.shortName;
  const told = (content: string) =>
    app.rows<{ id: string }>("select user_id as id from notice where content = $1", [content]);
  const wanted = [one.first, head, lead].map(({ user }) => user.id);
  const hear = async (content: string) => {
    const heard = (await told(content)).map((row) => row.id);
    assert.ok(
      wanted.every((userId) => heard.includes(userId)),
      content,
    );
  };
  await hear(`${name}已暂停合作，原因：${reason}；未结业务由${one.first.user.userName}接手`);
  await resumed(one, id);
  await hear(`${name}已恢复合作，恢复账号2个，未恢复0项见明细`);
});
