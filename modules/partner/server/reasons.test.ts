import assert from "node:assert/strict";
import { test } from "node:test";
import * as contract from "../contract/index.ts";
import { freezeStaff } from "./staff/account/freeze.ts";
import { STAFF_CODES } from "./staff/testing.ts";
import { executeJob } from "./suspension/execute.ts";
import { givenGoodStanding, worker } from "./suspension/testing.ts";
import { undoJob } from "./suspension/undo.ts";
import { givenContract, givenPartner, givenStaff, givenStore, testApp } from "./testing.ts";

const app = testApp();
const CODES = [
  ...["suspend", "resume", "terminate", "view"].map((act) => `partner:partner:${act}`),
  ...STAFF_CODES,
  "partner:suspension:view",
  "partner:contract:approve",
  "partner:contract:view",
  "partner:account:edit",
  "partner:account:approve",
];
const person = () => app.signIn({ permissions: CODES });

/** Finds the log entries with this reason: the act and the record. */
const loggedWith = (reason: string) =>
  app.rows<{ actionName: string; bizId: string }>(
    "select action_name, biz_id from audit_log where reason = $1 and source <> 'JOB' order by occurred_at, id",
    [reason],
  );

/** Counts the queued jobs about this record. */
async function queued(name: string, id: string): Promise<number> {
  const jobs = await app.rows("select 1 from pgboss.job where name = $1 and data::text like $2", [name, `%${id}%`]);
  return jobs.length;
}

const versionOf = async ({ id }: { id: string }) => {
  const [row] = await app.rows<{ version: number }>("select version from partner where id = $1", [id]);
  return row?.version ?? 0;
};

test("PF-R97 why somebody of a partner was rejected, frozen, moved or waived stands in the person's log", async () => {
  const partner = await givenPartner(app);
  const [one, two] = [await givenStore(app, partner), await givenStore(app, partner)];
  const staff = await givenStaff(app, { partner, storeId: one.id });
  const waiting = await givenStaff(app, { partner, state: "REVIEW", storeId: one.id });
  const training = await givenStaff(app, { partner, state: "TRAINING", storeId: one.id });
  const client = await person();
  const now = async ({ id }: { id: string }) => (await client.call(contract.getStaff, { params: { id } })).data;
  const params = { id: staff.id };
  const acts: readonly [string, { id: string }, () => Promise<{ msg: string }>][] = [
    [
      "冻结伙伴员工账号",
      staff,
      async () =>
        client.call(contract.freezeStaffAccount, {
          params,
          body: { reason: "冻结缘由", version: (await now(staff)).version },
        }),
    ],
    [
      "解冻伙伴员工账号",
      staff,
      async () =>
        client.call(contract.unfreezeStaffAccount, {
          params,
          body: { source: "MANUAL", reason: "解冻缘由", version: (await now(staff)).version },
        }),
    ],
    [
      "调店",
      staff,
      async () =>
        client.call(contract.moveStaff, {
          params,
          body: { storeId: two.id, reason: "调店缘由", version: (await now(staff)).version },
        }),
    ],
    [
      "驳回伙伴员工",
      waiting,
      async () =>
        client.call(contract.rejectStaff, {
          params: { id: waiting.id },
          body: { reason: "驳回缘由", version: waiting.version },
        }),
    ],
    [
      "豁免认证",
      training,
      async () =>
        client.call(contract.waiveStaffCerts, {
          params: { id: training.id },
          body: { reason: "豁免缘由", version: training.version },
        }),
    ],
  ];
  const reasons = ["冻结缘由", "解冻缘由", "调店缘由", "驳回缘由", "豁免缘由"];
  for (const [at, [actionName, { id }, act]] of acts.entries()) {
    assert.equal((await act()).msg, "", actionName);
    assert.deepEqual(await loggedWith(reasons[at] ?? ""), [{ actionName, bizId: id }]);
  }
  await app.arrange((tx) => freezeStaff(tx, staff, "INACTIVE"));
  const code = { params, body: { version: (await now(staff)).version } };
  assert.equal((await client.call(contract.sendUnfreezeCode, code)).msg, "");
  const told = await app.auditOf(staff);
  assert.ok(told.some(({ actionName }) => actionName === "发送解冻验证码"));
  const leave = { leaveOn: "2026-02-01", receivers: [], isEmergency: false, reason: "离职缘由" };
  await client.call(contract.leaveStaff, { params, body: { ...leave, version: (await now(staff)).version } });
  assert.equal((await loggedWith("离职缘由")).length, 1);
});

test("PF-R97 why an account was refused and a contract ended stands in the log", async () => {
  const partner = await givenPartner(app);
  const [filer, finance] = [await person(), await person()];
  const { id, version } = await givenContract(app, partner);
  await finance.call(contract.terminateContract, { params: { id }, body: { reason: "解约缘由", version } });
  assert.deepEqual(await loggedWith("解约缘由"), [{ actionName: "解除合同", bizId: id }]);
  const body = { accountName: partner.fullName, bank: "银行", branch: "支行", accountNo: "12345678", reason: "首次" };
  const { data } = await filer.call(contract.addBankAccount, { params: { id: partner.id }, body });
  const refused = { params: { id: data.id }, body: { reason: "不符缘由", version: data.version } };
  assert.equal((await finance.call(contract.rejectBankAccount, refused)).data.state, "REJECTED");
  assert.equal((await loggedWith("不符缘由")).length, 1);
});

test("PF-R97 PT-R7 a suspension tells its reason when it is confirmed and turned down, and queues what follows", async () => {
  const [first, second] = [await person(), await person()];
  const partner = await givenPartner(app, { managerId: first.user.id });
  await givenGoodStanding(app, partner, ["CLUE"]);
  const params = { id: partner.id };
  const draft = async (reason: string) => {
    const seen = await first.call(contract.previewSuspension, { params, body: { reason, fileIds: [] } });
    const body = { plan: [], version: seen.data.version };
    return (await first.call(contract.submitSuspension, { params, body })).data;
  };
  const turned = await draft("暂停缘由甲");
  const no = { params: { id: turned.id }, body: { reason: "退回缘由", version: turned.version } };
  assert.equal((await second.call(contract.rejectSuspension, no)).msg, "");
  assert.deepEqual(
    (await loggedWith("退回缘由")).map(({ bizId }) => bizId),
    [turned.id],
  );
  const { id, version } = await draft("暂停缘由乙");
  await second.call(contract.confirmSuspension, { params: { id }, body: { version } });
  assert.deepEqual(
    (await loggedWith("暂停缘由乙")).map(({ actionName }) => actionName),
    ["确认暂停"],
  );
  assert.equal(await queued("partner.suspensionExecute", id), 1);
  await executeJob.run(worker(app), { id });
  const back = { reason: "恢复缘由", version: await versionOf(partner) };
  const resumed = await first.call(contract.resumePartner, { params, body: back });
  assert.equal(resumed.msg, "");
  assert.deepEqual(
    resumed.data.map((one) => [one.id, one.state, one.undoneByName]),
    [[id, "UNDOING", first.user.userName]],
  );
  assert.deepEqual([(await loggedWith("恢复缘由")).length, await queued("partner.suspensionUndo", id)], [1, 1]);
  await undoJob.run(worker(app), { id });
});

test("PF-R97 an exit tells its reason when it begins, is called off and ends the partner, and queues what follows", async () => {
  const me = await person();
  const act = async (partner: { id: string }, reason: string, endpoint: Ending) =>
    me.call(endpoint, { params: { id: partner.id }, body: { reason, version: await versionOf(partner) } });
  const begin = async (partner: { id: string }, reason: string) => {
    const body = { reason, fileIds: [], plan: [], version: await versionOf(partner) };
    const begun = await me.call(contract.startExit, { params: { id: partner.id }, body });
    assert.equal(begun.msg, "");
    assert.equal(await queued("partner.suspensionExecute", begun.data.id), 1);
    await executeJob.run(worker(app), { id: begun.data.id });
  };
  const [leaving, resting] = [await givenPartner(app), await givenPartner(app, { state: "SUSPENDED" })];
  await begin(leaving, "清退缘由甲");
  assert.equal((await loggedWith("清退缘由甲")).length, 1);
  assert.equal((await act(leaving, "终止缘由", contract.terminatePartner)).msg, "");
  assert.equal((await loggedWith("终止缘由")).length, 1);
  assert.equal(await queued("partner.close", leaving.id), 1);
  await app.rows("update partner set state = 'EXITING' where id = $1", [resting.id]);
  assert.equal((await act(resting, "留用缘由", contract.cancelExit)).msg, "");
  assert.deepEqual(await app.rows("select state, state_reason from partner where id = $1", [resting.id]), [
    { state: "SUSPENDED", stateReason: "留用缘由" },
  ]);
  assert.equal((await loggedWith("留用缘由")).length, 1);
});
type Ending = typeof contract.terminatePartner | typeof contract.cancelExit;
