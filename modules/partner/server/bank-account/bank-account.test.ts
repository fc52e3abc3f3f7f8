import assert from "node:assert/strict";
import { test } from "node:test";
import { setParam } from "@ops/authority/server/testing";
import { unmask } from "@ops/platform/contract";
import { changeRecord, type JobRun, newId } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { type PartnerRow, partners } from "../company/tables.ts";
import { findSettlementAccount, type SettlementAccount } from "../index.ts";
import { syncTasks } from "../onboarding/sync.ts";
import { givenPartner, testApp } from "../testing.ts";
import { bankAccountJob } from "./confirm.ts";
import { coolingHours } from "./params.ts";
import { hasVerifiedAccount, settlementAccountId } from "./verified.ts";

const app = testApp();
const work: JobRun = { step: (act) => app.arrange(act) };
const codes = ["partner:account:edit", "partner:account:approve", "partner:partner:view"];
const whyNot = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];

/** Signs in somebody who enters accounts and somebody of finance, and reads the messages to the contact's phone. */
async function desk(partner: PartnerRow) {
  app.passTime(86_400 * 2); // the messages to one phone are limited per day
  const [filer, finance] = [await app.signIn({ permissions: codes }), await app.signIn({ permissions: codes })];
  const add = (accountNo: string, wishes: object = {}) =>
    filer.call(contract.addBankAccount, {
      params: { id: partner.id },
      body: {
        accountName: partner.fullName,
        bank: "招商银行",
        branch: "杭州分行",
        accountNo,
        reason: "更换开户行",
        ...wishes,
      },
    });
  const approve = ({ id, version }: { id: string; version: number }) =>
    finance.call(contract.approveBankAccount, { params: { id }, body: { version } });
  const confirm = ({ id, version }: { id: string; version: number }, code: string) =>
    filer.call(contract.confirmBankAccount, { params: { id }, body: { code, version } });
  return { filer, finance, add, approve, confirm };
}

async function sentCode(): Promise<string> {
  const [sent] = await app.rows<{ params: { code: string } }>(
    "select params from sms_outbox where template_code = 'CONFIRM_CODE' order by created_at desc, id desc limit 1",
  );
  assert.ok(sent);
  return sent.params.code;
}

const inUse = (partner: PartnerRow) => app.arrange((tx) => settlementAccountId(tx, partner.id, tx.now));

test("PT-R18 an account that is confirmed ticks 结算账户校验 of a partner that is coming in", async () => {
  const partner = await givenPartner(app, { state: "ONBOARDING" });
  await app.arrange((tx) => syncTasks(tx, partner));
  const { add, approve, confirm } = await desk(partner);
  await confirm((await approve((await add("6222021234566781")).data)).data, await sentCode());
  const [task] = await app.rows(
    "select state, evidence from partner_onboard_task where partner_id = $1 and code = 'SETTLE'",
    [partner.id],
  );
  assert.deepEqual(task, { state: "DONE", evidence: "系统确认：结算账户已校验并启用" });
});

test("PT-R16 finance approves, the contact confirms by SMS; a change is active a day later, until then the old one is used", async () => {
  const partner = await givenPartner(app);
  const { add, approve, confirm, filer, finance } = await desk(partner);
  const first = await approve((await add("6222 0212 3456 6789")).data);
  assert.partialDeepStrictEqual(first.data, {
    state: "CONFIRM",
    accountNo: "**** 6789",
    confirmPhone: "139****2222",
  });
  assert.equal(await app.arrange((tx) => hasVerifiedAccount(tx, partner.id)), false);
  const old = await confirm(first.data, await sentCode());
  assert.equal(old.data.state, "ACTIVE", "there is nothing to wait for");
  assert.equal(await inUse(partner), old.data.id);

  const later = await desk(partner);
  const change = await later.approve((await later.add("6222021234569999")).data);
  const cooling = await later.confirm(change.data, await sentCode());
  assert.equal(cooling.data.state, "COOLING");
  const begins = "select 1 from pgboss.job where name = 'partner.bankAccountBegin' and data::text like $1";
  assert.equal((await app.rows(begins, [`%${cooling.data.id}%`])).length, 1);
  const paid = await app.arrange((tx) => findSettlementAccount(tx, partner.id, tx.now));
  assert.deepEqual(paid, {
    id: old.data.id,
    accountName: partner.fullName,
    bank: "招商银行",
    branch: "杭州分行",
    accountNoMasked: old.data.accountNo,
    accountNo: "6222021234566789",
  } satisfies SettlementAccount);
  assert.equal(await app.arrange((tx) => findSettlementAccount(tx, newId(), tx.now)), null);
  const usedAt = (instant: number) => app.arrange((tx) => settlementAccountId(tx, partner.id, new Date(instant)));
  const [{ activeFrom } = { activeFrom: new Date(0) }] = await app.rows<{ activeFrom: Date }>(
    "select active_from from partner_bank_account where id = $1",
    [cooling.data.id],
  );
  const from = activeFrom.getTime();
  assert.deepEqual([await usedAt(from - 1), await usedAt(from)], [old.data.id, cooling.data.id], "no instant without");
  app.passTime(86_400 - 60);
  await bankAccountJob.run(work, { id: cooling.data.id });
  assert.equal(await inUse(partner), old.data.id);
  app.passTime(61);
  assert.equal(await inUse(partner), cooling.data.id, "whether or not the job has run");
  await bankAccountJob.run(work, { id: cooling.data.id });
  await bankAccountJob.run(work, { id: cooling.data.id });
  const today = await desk(partner);
  await today.add("6222021234560000");
  const { data } = await today.finance.call(contract.listBankAccounts, { params: { id: partner.id } });
  assert.deepEqual(
    data.list.map((one) => [one.state, one.accountNo, one.createdByName, one.verifiedByName, one.isOwn]),
    [
      ["REVIEW", "**** 0000", today.filer.user.userName, null, false],
      ["ACTIVE", "**** 9999", later.filer.user.userName, later.finance.user.userName, false],
      ["RETIRED", "**** 6789", filer.user.userName, finance.user.userName, false],
    ],
  );
});

test("PT-R16 the brand may let a change wait longer than a day, and never shorter", async () => {
  const hours = ["23", "24", "168", "169"].map((text) => coolingHours.parse(text));
  assert.deepEqual([coolingHours.initial, ...hours], [24, null, 24, 168, null]);
  const partner = await givenPartner(app);
  const { add, approve, confirm } = await desk(partner);
  const old = await confirm((await approve((await add("6222 0212 3456 1111")).data)).data, await sentCode());
  await setParam(app, coolingHours, "48");
  const later = await desk(partner);
  const change = await later.approve((await later.add("6222021234562222")).data);
  const cooling = await later.confirm(change.data, await sentCode());
  await setParam(app, coolingHours, "24");
  app.passTime(47 * 3_600);
  assert.equal(await inUse(partner), old.data.id);
  app.passTime(3_600 + 1);
  assert.equal(await inUse(partner), cooling.data.id);
});

test("PT-R16 the account is the company's own, one change at a time, not approved by its author", async () => {
  const partner = await givenPartner(app);
  const { add, approve, filer } = await desk(partner);
  assert.deepEqual(whyNot(await add("12345678", { accountName: "别的公司" })), [
    "PARTNER_ACCOUNT_NAME",
    "账户名须与公司全称一致",
  ]);
  const { data } = await add("12345678");
  assert.deepEqual(whyNot(await add("87654321")), ["PARTNER_ACCOUNT_BUSY", "已有结算账户变更在办理中，请先完成或驳回"]);
  const own = await filer.call(contract.approveBankAccount, {
    params: { id: data.id },
    body: { version: data.version },
  });
  assert.deepEqual(whyNot(own), ["PARTNER_ACCOUNT_SELF", "不能审批自己提交的账户变更"]);
  assert.equal((await approve(data)).success, true);
});

test("PT-R16 five wrong codes kill the code; a new one can be asked for", async () => {
  const partner = await givenPartner(app);
  const { add, approve, confirm, filer } = await desk(partner);
  const { data } = await approve((await add("12345678")).data);
  const right = await sentCode();
  const wrong = right === "000000" ? "000001" : "000000";
  const refused = ["PARTNER_ACCOUNT_CODE", "验证码不正确或已失效"];
  for (let n = 0; n < 5; n++) assert.deepEqual(whyNot(await confirm(data, wrong)), refused);
  assert.deepEqual(whyNot(await confirm(data, right)), refused);
  app.passTime(120);
  const again = await filer.call(contract.sendBankAccountCode, {
    params: { id: data.id },
    body: { version: data.version },
  });
  assert.equal(again.success, true);
  assert.equal((await confirm(data, await sentCode())).data.state, "ACTIVE");
});

test("PT-R16 the steps have an order: finance first, then the contact; an account in use cannot change any more", async () => {
  const partner = await givenPartner(app);
  const { add, approve, confirm, filer, finance } = await desk(partner);
  const illegal = (state: string, move: string) => [
    "PARTNER_STATE_ILLEGAL",
    `结算账户当前状态为【${state}】，不能执行【${move}】`,
  ];
  const send = ({ id, version }: { id: string; version: number }) =>
    filer.call(contract.sendBankAccountCode, { params: { id }, body: { version } });
  const reject = ({ id, version }: { id: string; version: number }) =>
    finance.call(contract.rejectBankAccount, { params: { id }, body: { reason: "有误", version } });

  const { data } = await add("12345678");
  assert.deepEqual(whyNot(await confirm(data, "123456")), illegal("待财务审批", "确认"));
  assert.deepEqual(whyNot(await send(data)), illegal("待财务审批", "发送验证码"));
  const approved = await approve(data);
  assert.deepEqual(whyNot(await approve(approved.data)), illegal("待伙伴确认", "审批通过"));
  const used = await confirm(approved.data, await sentCode());
  assert.deepEqual(whyNot(await confirm(used.data, "123456")), illegal("使用中", "确认"));
  assert.deepEqual(whyNot(await send(used.data)), illegal("使用中", "发送验证码"));
  assert.deepEqual(whyNot(await reject(used.data)), illegal("使用中", "驳回"));
  const { data: unwanted } = await add("87654321");
  const refused = await reject(unwanted);
  assert.deepEqual(whyNot(await approve(refused.data)), illegal("已驳回", "审批通过"));
  assert.equal(await inUse(partner), used.data.id);
});

test("PT-R16 a change that is refused while it waits leaves the old account in use", async () => {
  const partner = await givenPartner(app);
  const { add, approve, confirm } = await desk(partner);
  const old = await confirm((await approve((await add("11112222")).data)).data, await sentCode());
  assert.deepEqual(whyNot(await add("11112222")), ["PARTNER_ACCOUNT_SAME", "该账号与现用结算账户相同"]);
  const later = await desk(partner);
  const change = await later.approve((await later.add("33334444")).data);
  const { data } = await later.confirm(change.data, await sentCode());
  const body = { reason: "电话核实有误", version: data.version };
  const rejected = await later.finance.call(contract.rejectBankAccount, { params: { id: data.id }, body });
  assert.partialDeepStrictEqual(rejected.data, { state: "REJECTED", stateReason: "电话核实有误" });
  app.passTime(86_400 * 2);
  await bankAccountJob.run(work, { id: data.id });
  assert.equal(await inUse(partner), old.data.id);
});

test("PT-R16 the approval fixes who confirms: a contact named afterwards does not get the code", async () => {
  const partner = await givenPartner(app);
  const { add, approve, filer, confirm } = await desk(partner);
  const { data } = await approve((await add("12345678")).data);
  await app.arrange(async (tx) => {
    await changeRecord(tx, partners, partner, { contactPhone: "13955556666" });
  });
  app.passTime(120);
  const params = { id: data.id };
  const again = await filer.call(contract.sendBankAccountCode, { params, body: { version: data.version } });
  assert.equal(again.data.confirmPhone, "139****2222");
  const sent = await app.rows("select mobile_phone from sms_outbox order by created_at desc, id desc limit 1");
  assert.deepEqual(sent, [{ mobilePhone: "13911112222" }]);
  assert.equal((await confirm(data, await sentCode())).data.state, "ACTIVE");
});

test("PT-R19 accounts change while a partner comes in or works, and in no other state", async () => {
  const states = ["DRAFT", "REVIEW", "REJECTED", "ONBOARDING", "ACTIVE", "SUSPENDED", "EXITING", "TERMINATED"] as const;
  const open: readonly string[] = ["ONBOARDING", "ACTIVE"];
  for (const state of states) {
    const partner = await givenPartner(app, { state });
    const { add, approve, confirm } = await desk(partner);
    const locked = ["PARTNER_FIELD_LOCKED", `当前为【${contract.partnerStates.label(state)}】，不能修改结算账户`];
    const added = await add("12345678");
    if (open.includes(state)) {
      const approved = await approve(added.data);
      assert.equal((await confirm(approved.data, await sentCode())).data.state, "ACTIVE", state);
      continue;
    }
    assert.deepEqual(whyNot(added), locked, state);
    const turn = (to: string) => app.rows("update partner set state = $2 where id = $1", [partner.id, to]);
    await turn("ACTIVE");
    const { data } = await add("12345678");
    await turn(state);
    assert.deepEqual(whyNot(await approve(data)), locked, state);
    await turn("ACTIVE");
    const approved = await approve(data);
    await turn(state);
    assert.deepEqual(whyNot(await confirm(approved.data, await sentCode())), locked, state);
  }
});

test("PT-R16 after a change of the company's name, pending accounts in the old name are refused, and the number in use is verified again", async () => {
  const partner = await givenPartner(app);
  const { add, approve, confirm } = await desk(partner);
  const old = await confirm((await approve((await add("11112222")).data)).data, await sentCode());
  const later = await desk(partner);
  const { data } = await later.add("33334444");
  const fullName = `${partner.fullName}（更名）`;
  await app.rows("update partner set full_name = $2 where id = $1", [partner.id, fullName]);
  assert.deepEqual(whyNot(await later.approve(data)), ["PARTNER_ACCOUNT_NAME", "账户名须与公司全称一致"]);
  assert.equal(await inUse(partner), old.data.id, "settlements go on as the bank knows the company");
  const body = { reason: "公司已更名", version: data.version };
  await later.finance.call(contract.rejectBankAccount, { params: { id: data.id }, body });
  const renewed = await desk({ ...partner, fullName });
  assert.equal((await renewed.add("11112222")).success, true);
});

test("partner 7 the number of an account is shown to holders of the code alone, with a reason", async () => {
  const partner = await givenPartner(app);
  const { add, filer } = await desk(partner);
  const { data } = await add("6222021234567777");
  const body = { bizType: "partnerBankAccount", bizId: data.id, field: "accountNo", reason: "打款核对" };
  assert.equal((await filer.call(unmask, { body })).msgCode, "COMMON_FORBIDDEN");
  const holder = await app.signIn({ permissions: [...codes, "partner:account:unmask"] });
  assert.equal((await holder.call(unmask, { body })).data.value, "6222021234567777");
  const [row] = await app.rows<{ diffs: unknown }>(
    "select diffs from audit_log where biz_id = $1 and action_name = '提交结算账户'",
    [data.id],
  );
  assert.ok(row && !JSON.stringify(row.diffs).includes("6222021234567777"));
});

test("PT-R16 a rejected account does not block a new one, and the note of finance stays", async () => {
  const partner = await givenPartner(app);
  const { add, confirm, finance } = await desk(partner);
  const { data: wrong } = await add("11112222");
  const no = { params: { id: wrong.id }, body: { reason: "户名不符", version: wrong.version } };
  assert.equal((await finance.call(contract.rejectBankAccount, no)).data.state, "REJECTED");
  const { data } = await add("33334444");
  const yes = { params: { id: data.id }, body: { note: "已打款核对", version: data.version } };
  const approved = await finance.call(contract.approveBankAccount, yes);
  assert.deepEqual([approved.data.state, approved.data.stateReason], ["CONFIRM", "已打款核对"]);
  assert.equal((await confirm(approved.data, await sentCode())).data.state, "ACTIVE");
  const later = await desk(partner);
  const { data: next } = await later.add("55556666");
  const silent = { params: { id: next.id }, body: { note: "", version: next.version } };
  assert.equal((await later.finance.call(contract.approveBankAccount, silent)).data.stateReason, null);
});

test("PT-R16 the list shows the last 100 accounts", async () => {
  const partner = await givenPartner(app);
  await app.rows(
    `insert into partner_bank_account (id, created_at, created_by, updated_at, updated_by, partner_id, account_name, bank,
       branch, account_no_cipher, account_no_hash, account_no_masked, reason, state)
     select gen_random_uuid(), now() + n * interval '1 second', $1, now(), $1, $1, '账户', '银行', '支行', '', '',
       n::text, '更换', 'REJECTED' from generate_series(1, 101) n`,
    [partner.id],
  );
  const { filer } = await desk(partner);
  const { list } = (await filer.call(contract.listBankAccounts, { params: { id: partner.id } })).data;
  assert.deepEqual([list.length, list[0]?.accountNo, list.at(-1)?.accountNo], [100, "101", "2"]);
});
