import assert from "node:assert/strict";
import { test } from "node:test";
import { myTodos, removeFile } from "@ops/platform/contract";
import * as contract from "../../contract/index.ts";
import { givenPartner, givenUpload, testApp } from "../testing.ts";
import { draftSuspension } from "./draft.ts";
import { executeJob } from "./execute.ts";
import { givenClues, OpenClues, worker } from "./testing.ts";
import { permissions, plan, reason, storyOf } from "./testing-story.ts";

const clues = new OpenClues();
const app = testApp(clues.module);
const { given, submitted } = storyOf(app);
const whyNot = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];
const stale = ["PARTNER_PREVIEW_OLD", "影响数据已变化，请重新预览"];
const preview = { reason, fileIds: [] };

test("PT-R7 a draft that a rule made has no numbers yet: it is previewed before it is handed in", async () => {
  const one = await given({ clues: 1 });
  const params = { id: one.partner.id };
  const submit = (version: number) =>
    one.first.call(contract.submitSuspension, { params, body: { plan: plan(), version } });
  assert.deepEqual(whyNot(await submit(1)), stale, "there is nothing to hand in");
  await app.arrange((tx) => draftSuspension(tx, { partnerId: one.partner.id, reason: "合同到期" }));
  const { data } = await one.first.call(contract.listSuspensions, { params });
  const [draft] = data;
  assert.ok(draft);
  const seen = (await one.first.call(contract.getSuspension, { params: { id: draft.id } })).data;
  assert.deepEqual([seen.isStale, seen.lines, seen.choices.map(({ count }) => count)], [true, [], [1, 0, 0, 1]]);
  assert.deepEqual(whyNot(await submit(draft.version)), stale);
  const taken = await one.first.call(contract.previewSuspension, { params, body: preview });
  assert.deepEqual([taken.data.id, taken.data.isStale], [draft.id, false], "the draft is taken up");
  await givenClues(app, one.partner.orgId ?? "", 1);
  assert.deepEqual(whyNot(await submit(taken.data.version)), stale, "the numbers moved");
});

test("PT-R7 only a partner that works is drafted, previewed and handed in", async () => {
  for (const [state, word] of [
    ["SUSPENDED", "已暂停"],
    ["EXITING", "清退中"],
  ] as const) {
    const one = await given();
    const params = { id: one.partner.id };
    const seen = await one.first.call(contract.previewSuspension, { params, body: preview });
    await app.rows("update partner set state = $2 where id = $1", [one.partner.id, state]);
    const illegal = ["PARTNER_STATE_ILLEGAL", `合作伙伴当前状态为【${word}】，不能执行【暂停】`];
    assert.deepEqual(
      whyNot(await one.first.call(contract.previewSuspension, { params, body: preview })),
      illegal,
      "previewed",
    );
    const body = { plan: plan(), version: seen.data.version };
    assert.deepEqual(whyNot(await one.first.call(contract.submitSuspension, { params, body })), illegal, "handed in");
    const other = await givenPartner(app, { state, managerId: one.first.user.id });
    await app.arrange((tx) => draftSuspension(tx, { partnerId: other.id, reason }));
    const drafted = await one.first.call(contract.listSuspensions, { params: { id: other.id } });
    assert.deepEqual([drafted.msg, drafted.data], ["", []]);
  }
});

test("PT-R7 what was turned down is not taken up again: the next preview begins anew", async () => {
  const one = await given();
  const first = await submitted(one);
  const no = { params: { id: first.id }, body: { reason: "证据不足", version: first.version } };
  await one.second.call(contract.rejectSuspension, no);
  const params = { id: one.partner.id };
  const next = await one.first.call(contract.previewSuspension, { params, body: preview });
  const { data } = await one.first.call(contract.listSuspensions, { params });
  assert.deepEqual(
    data.map(({ id, state, isSubmitted }) => [id, state, isSubmitted]),
    [
      [next.data.id, "DRAFT", false],
      [first.id, "REJECTED", false],
    ],
  );
});

test("PT-R7 todos count the drafts that somebody else handed in, of the partners one sees", async () => {
  const one = await given();
  const stranger = await app.signIn({ permissions, scope: "ORG" });
  const counts = () =>
    Promise.all(
      [one.first, one.second, stranger].map(async (client) => {
        const { data } = await client.call(myTodos, {});
        return data.find(({ key }) => key === "partner.suspension")?.count ?? 0;
      }),
    );
  const [mine = 0, theirs = 0] = await counts();
  await one.first.call(contract.previewSuspension, { params: { id: one.partner.id }, body: preview });
  assert.deepEqual(await counts(), [mine, theirs, 0], "not handed in");
  const { id, version } = await submitted(one);
  assert.deepEqual(await counts(), [mine, theirs + 1, 0]);
  await one.second.call(contract.confirmSuspension, { params: { id }, body: { version } });
  assert.deepEqual(await counts(), [mine, theirs, 0], "decided");
});

test("PT-R7 a kind that came after the preview counts as none seen, and is seen to all the same", async () => {
  const one = await given();
  const { id, version } = await submitted(one);
  await app.rows(
    `update partner_suspension set preview = jsonb_path_query_array(preview, '$[*] ? (@.kind != "clueProbe.open")')
     where id = $1`,
    [id],
  );
  const params = { id };
  const detail = async () => (await one.first.call(contract.getSuspension, { params })).data;
  assert.deepEqual([(await detail()).isStale, (await detail()).lines.length], [false, 3]);
  assert.equal((await one.second.call(contract.confirmSuspension, { params, body: { version } })).msg, "");
  await givenClues(app, one.partner.orgId ?? "", 2);
  await executeJob.run(worker(app), { id });
  const line = (await detail()).lines.find(({ kind }) => kind === "clueProbe.open");
  assert.deepEqual([line?.label, line?.seen, line?.done, line?.actionLabel], ["未结线索", 0, 2, "保留并冻结"]);
});

test("partner 12 the evidence of a suspension can be taken away until it is handed in", async () => {
  const one = await given();
  const params = { id: one.partner.id };
  const fileIds = [
    await givenUpload(app, one.first, "partnerSuspension"),
    await givenUpload(app, one.first, "partnerSuspension"),
  ];
  const [away = "", kept = ""] = fileIds;
  const remove = async (id: string) => whyNot(await one.first.call(removeFile, { params: { id } }));
  const seen = await one.first.call(contract.previewSuspension, { params, body: { reason, fileIds } });
  const refused = (state: string) => ["PARTNER_FILE_KEPT", `当前为【${state}】，附件不能删除`];
  await submitted(await given());
  assert.deepEqual(await remove(away), ["", ""]);
  const body = { plan: plan(), version: seen.data.version };
  const { data } = await one.first.call(contract.submitSuspension, { params, body });
  assert.deepEqual(await remove(kept), refused("待复核"));
  const no = { params: { id: data.id }, body: { reason: "证据不足", version: data.version } };
  await one.second.call(contract.rejectSuspension, no);
  assert.deepEqual(await remove(kept), refused("已驳回"));
});
