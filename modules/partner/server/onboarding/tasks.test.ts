import assert from "node:assert/strict";
import { before, test } from "node:test";
import { setParam } from "@ops/authority/server/testing";
import { addDays, dayOf, removeFile } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import type { PartnerRow } from "../company/tables.ts";
import {
  dayIn,
  dropRestDays,
  givenContract,
  givenPaper,
  givenPartner,
  givenStaff,
  givenUpload,
  testApp,
} from "../testing.ts";
import { onboardSchedules } from "./jobs.ts";
import { settleTasks, syncTasks } from "./sync.ts";
import { onboardParams } from "./template.ts";

const app = testApp();
before(() => dropRestDays(app));
const codes = ["partner:partner:view", "partner:onboard:handle"];
const clerk = () => app.signIn({ permissions: codes });
type Client = Awaited<ReturnType<typeof clerk>>;

async function coming(wishes: Partial<PartnerRow> = {}): Promise<PartnerRow> {
  const partner = await givenPartner(app, { state: "ONBOARDING", approvedAt: app.now(), ...wishes });
  await app.arrange((tx) => syncTasks(tx, partner));
  return partner;
}

const taskOf = async (client: Client, { id }: PartnerRow, code: string) => {
  const { data } = await client.call(contract.listOnboardTasks, { params: { id } });
  const found = data.tasks.find((task) => task.code === code);
  assert.ok(found, code);
  return found;
};
const settle = (partner: PartnerRow) => app.arrange((tx) => settleTasks(tx, partner));

test("PT-R18 only a signed main contract that is not over ticks its task, and the deposit waits for one", async () => {
  const client = await clerk();
  const partner = await coming();
  const states = async () =>
    Promise.all(["CONTRACT", "DEPOSIT"].map(async (code) => (await taskOf(client, partner, code)).state));
  await settle(partner);
  assert.deepEqual(await states(), ["WAITING", "WAITING"], "without a contract nothing is owed, and nothing is done");
  await givenContract(app, partner, { kind: "SUPPLEMENT" });
  await givenContract(app, partner, { startOn: dayIn(app, -300), endOn: dayIn(app, -1) });
  await givenContract(app, partner, { startOn: dayIn(app, 300), endOn: dayIn(app, 400), state: "APPROVED" });
  await givenContract(app, await givenPartner(app));
  await settle(partner);
  assert.deepEqual(await states(), ["WAITING", "WAITING"]);
  await givenContract(app, partner, { startOn: dayIn(app, 0), endOn: dayIn(app, 0) });
  await settle(partner);
  assert.deepEqual(await states(), ["DONE", "DONE"], "on its last day it still holds");
});

test("PT-R18 an administrator of the partner ticks the account task; a task that was sent back stays with people", async () => {
  const client = await clerk();
  const partner = await coming();
  await givenPaper(app, partner, { kind: "DATA" });
  await givenStaff(app, { partner, positionCode: "SALES" });
  await givenStaff(app, { partner, positionCode: "ADMIN", state: "TRAINING" });
  await givenStaff(app, { partner: await givenPartner(app), positionCode: "ADMIN" });
  await settle(partner);
  const before = await taskOf(client, partner, "ADMIN");
  assert.equal(before.state, "WAITING");
  const params = { id: before.id };
  const done = { evidence: "已开通", version: before.version };
  const { data } = await client.call(contract.finishOnboardTask, { params, body: done });
  const back = { params, body: { reason: "请补资料", version: data.version } };
  assert.equal((await client.call(contract.rejectOnboardTask, back)).data.state, "REJECTED");
  await givenStaff(app, { partner, positionCode: "ADMIN" });
  await settle(partner);
  assert.equal((await taskOf(client, partner, "ADMIN")).state, "REJECTED");
});

test("PT-R18 a task cannot begin or end before its predecessors; a completed task has no blockers and is never late", async () => {
  const client = await clerk();
  const partner = await coming();
  const store = await taskOf(client, partner, "STORE");
  const start = { params: { id: store.id }, body: { version: store.version } };
  assert.equal((await client.call(contract.startOnboardTask, start)).msg, "前置任务未完成：主合同签署");
  const nowhere = { params: { id: newId() }, body: { version: 1 } };
  assert.equal((await client.call(contract.startOnboardTask, nowhere)).msgCode, "COMMON_NOT_FOUND");
  await app.rows("update partner_onboard_task set due_on = $2 where partner_id = $1", [partner.id, dayIn(app, -3)]);
  assert.partialDeepStrictEqual(await taskOf(client, partner, "STORE"), { overdueDays: 3, blockers: ["主合同签署"] });
  await app.rows("update partner_onboard_task set due_on = $2 where partner_id = $1", [partner.id, dayIn(app, 3)]);
  assert.equal((await taskOf(client, partner, "STORE")).overdueDays, 0);
  await app.rows(
    "update partner_onboard_task set due_on = $2, state = 'DONE' where partner_id = $1 and code = 'STORE'",
    [partner.id, dayIn(app, -3)],
  );
  assert.partialDeepStrictEqual(await taskOf(client, partner, "STORE"), { overdueDays: 0, blockers: [] });
  const { id, version } = await taskOf(client, partner, "STORE");
  const again = await client.call(contract.rejectOnboardTask, { params: { id }, body: { reason: "复核", version } });
  assert.partialDeepStrictEqual(again.data, { state: "REJECTED", note: "复核", doneAt: null });
  assert.equal(again.data.updatedByName, client.user.userName);
});

test("PT-R18 an optional task can still change when the partner works, a mandatory one cannot", async () => {
  const client = await clerk();
  const partner = await coming({ kinds: ["DELIVERY"] });
  await app.rows("update partner set state = 'ACTIVE' where id = $1", [partner.id]);
  const finish = async (code: string) => {
    const { id, version } = await taskOf(client, partner, code);
    return client.call(contract.finishOnboardTask, { params: { id }, body: { evidence: "见附件", version } });
  };
  assert.equal((await finish("SETTLE")).msg, "当前为【合作中】，不能修改入驻任务");
  assert.partialDeepStrictEqual((await finish("DEPOSIT")).data, { state: "DONE", evidence: "见附件" });
  await app.rows("update partner set state = 'SUSPENDED' where id = $1", [partner.id]);
  assert.equal((await finish("STORE")).msg, "当前为【已暂停】，不能修改入驻任务");
});

test("PT-R18 after a change of the template begun tasks become optional, new tasks are added, and days count from the approval", async () => {
  const [agent] = onboardParams;
  assert.ok(agent);
  const approvedAt = new Date(app.now().getTime() - 5 * 86_400_000);
  const partner = await coming({ approvedAt });
  const facts = async () => {
    const rows = await app.rows<{ code: string; mandatory: boolean; state: string }>(
      "select code, mandatory, state from partner_onboard_task where partner_id = $1 order by code",
      [partner.id],
    );
    return rows.map(({ code, mandatory, state }) => `${code} ${mandatory ? "required" : "wanted"} ${state}`);
  };
  const [{ dueOn } = { dueOn: "" }] = await app.rows<{ dueOn: string }>(
    "select due_on::text as due_on from partner_onboard_task where partner_id = $1 and code = 'CONTRACT'",
    [partner.id],
  );
  assert.ok(dueOn > dayOf(approvedAt) && dueOn < addDays(dayOf(approvedAt), 60));
  await app.rows(
    "update partner_onboard_task set state = 'DOING' where partner_id = $1 and code in ('CERT', 'STORE')",
    [partner.id],
  );
  await setParam(app, agent, "主合同签署?，门店建档并验收");
  await app.arrange((tx) => syncTasks(tx, partner));
  assert.deepEqual(await facts(), ["CERT wanted DOING", "CONTRACT wanted WAITING", "STORE required DOING"]);
  await setParam(app, agent, agent.initial);
});

test("PT-R20 the responsible people are reminded of a late task at 1, 3, 7, 15 and 30 days, once each, while the partner comes in", async () => {
  const finance = await app.signIn({
    permissions: ["partner:deposit:edit", "partner:contract:edit", "partner:partner:view"],
  });
  const partner = await coming();
  await app.rows(
    "update partner_onboard_task set due_on = $2, state = 'DONE' where partner_id = $1 and code = 'CONTRACT'",
    [partner.id, dayIn(app, -9)],
  );
  const late = async (days: number) => {
    await app.rows("update partner_onboard_task set due_on = $2 where partner_id = $1 and code = 'DEPOSIT'", [
      partner.id,
      dayIn(app, -days),
    ]);
    for (const one of onboardSchedules) await one.run({ step: (act) => app.arrange(act) });
    await app.rows("update notice set read_at = now() where user_id = $1", [finance.user.id]);
    const rows = await app.rows(
      "select 1 from notice where user_id = $1 and title = '入驻任务逾期' and content like $2",
      [finance.user.id, `${partner.shortName}%`],
    );
    return rows.length;
  };
  const counts: number[] = [];
  for (const days of [0, 1, 2, 3, 6, 7, 14, 15, 29, 30, 60]) counts.push(await late(days));
  assert.deepEqual(counts, [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
  const other = await coming();
  await app.rows("update partner set state = 'SUSPENDED' where id = $1", [other.id]);
  await app.rows("update partner_onboard_task set due_on = $2 where partner_id = $1", [other.id, dayIn(app, -1)]);
  await late(60);
  const heard = await app.rows("select 1 from notice where title = '入驻任务逾期' and content like $1", [
    `${other.shortName}%`,
  ]);
  assert.equal(heard.length, 0);
});

test("PT-R18 a fact that is already there completes its task at its creation, and a later one completes a begun task", async () => {
  const [manager, client] = [
    await app.signIn({ permissions: ["partner:contract:edit", "partner:partner:view"] }),
    await clerk(),
  ];
  const partner = await givenPartner(app, { state: "ONBOARDING", approvedAt: app.now() });
  await givenContract(app, partner, { depositFen: 1 });
  await app.arrange((tx) => syncTasks(tx, partner));
  assert.equal((await taskOf(client, partner, "CONTRACT")).state, "DONE");
  const told = "select 1 from notice where user_id = $1 and content like $2";
  const heard = await app.rows(told, [manager.user.id, `${partner.shortName}%主合同签署%`]);
  assert.equal(heard.length, 0, "nothing waits for anybody");
  const deposit = await taskOf(client, partner, "DEPOSIT");
  assert.equal(deposit.state, "WAITING", "a fen is missing");
  const begun = { params: { id: deposit.id }, body: { version: deposit.version } };
  assert.equal((await client.call(contract.startOnboardTask, begun)).data.state, "DOING");
  const finance = await app.signIn({ permissions: ["partner:deposit:edit"] });
  const body = { kind: "PAY" as const, amountFen: 1, happenedOn: dayIn(app, 0), voucher: "PZ1" };
  await finance.call(contract.addDeposit, { params: { id: partner.id }, body });
  assert.equal((await taskOf(client, partner, "DEPOSIT")).state, "DONE");
});

test("partner 12 the evidence of a task belongs to it: shown with it, taken away only before it is done", async () => {
  const client = await clerk();
  const partner = await coming();
  const task = await taskOf(client, partner, "CONTRACT");
  const [fileId, other] = [
    await givenUpload(app, client, "partnerOnboardTask"),
    await givenUpload(app, client, "partnerOnboardTask"),
  ];
  const body = { evidence: "见附件", fileIds: [fileId], version: task.version };
  const { data } = await client.call(contract.finishOnboardTask, { params: { id: task.id }, body });
  assert.deepEqual(
    data.files.map(({ id }) => id),
    [fileId],
  );
  const remove = async (id: string) => (await client.call(removeFile, { params: { id } })).msg;
  assert.equal(await remove(fileId), "当前为【已完成】，附件不能删除");
  const open = await taskOf(client, partner, "SETTLE");
  await app.rows("update file set status = 'BOUND', biz_id = $2 where id = $1", [other, open.id]);
  assert.equal(await remove(other), "");
});
