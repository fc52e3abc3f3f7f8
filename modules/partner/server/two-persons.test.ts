import assert from "node:assert/strict";
import { test } from "node:test";
import { givenClient, signedCall } from "@ops/authority/server/testing";
import type { CallInput, Endpoint } from "@ops/platform/contract";
import * as contract from "../contract/index.ts";
import { givenGoodStanding } from "./suspension/testing.ts";
import { dayIn, givenPapers, givenPartner, givenTerms, testApp } from "./testing.ts";

const app = testApp();
const permissions = [
  ...["view", "edit", "approve", "suspend"].map((act) => `partner:partner:${act}`),
  ...["contract:view", "contract:edit", "contract:approve", "contractTerms:view"].map((code) => `partner:${code}`),
  "partner:account:edit",
  "partner:account:approve",
  "partner:suspension:view",
];
const byPerson = ["COMMON_PERSON_ONLY", "须由登录人员办理，接口账号不能提交"];
const whyNot = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];

/** Signs in a person who also has a program with the same rights. */
async function personWithProgram(...endpoints: Endpoint[]) {
  const person = await app.signIn({ permissions });
  const keys = await givenClient(app, await app.signIn({ boolAdmin: true }), endpoints, {
    actAsUserId: person.user.id,
  });
  const call = <E extends Endpoint>(endpoint: E, input: CallInput<E>) => signedCall(app, keys, endpoint, input);
  return { person, call };
}

test("PT-R16 the author of an account does not approve it through a program, and no program files one", async () => {
  const { person, call } = await personWithProgram(contract.addBankAccount, contract.approveBankAccount);
  const partner = await givenPartner(app);
  const account = {
    accountName: partner.fullName,
    bank: "招商银行",
    branch: "杭州分行",
    accountNo: "6222021234566789",
  };
  const input = { params: { id: partner.id }, body: { ...account, reason: "更换开户行" } };
  assert.deepEqual(whyNot(await call(contract.addBankAccount, input)), byPerson);
  const { data } = await person.call(contract.addBankAccount, input);
  const approval = { params: { id: data.id }, body: { version: data.version } };
  const own = await call(contract.approveBankAccount, approval);
  assert.deepEqual(whyNot(own), ["PARTNER_ACCOUNT_SELF", "不能审批自己提交的账户变更"]);
});

test("partner 3.2 neither who wrote a contract nor who handed it in approves it, by a program neither", async () => {
  const { person, call } = await personWithProgram(contract.submitContract, contract.approveContract);
  const colleague = await app.signIn({ permissions });
  const partner = await givenPartner(app);
  const days = { startOn: dayIn(app, 0), endOn: dayIn(app, 364), terms: givenTerms, depositFen: 100_000 };
  const named = { partnerId: partner.id, contractNo: "TP-1", kind: "MAIN" as const, title: "年度合作合同" };
  const { data: draft } = await person.call(contract.createContract, { body: { ...named, ...days } });
  const handIn = { params: { id: draft.id }, body: { version: draft.version } };
  assert.deepEqual(whyNot(await call(contract.submitContract, handIn)), byPerson);
  const { data: waiting } = await colleague.call(contract.submitContract, handIn);
  const approval = { params: { id: draft.id }, body: { version: waiting.version } };
  const refused = ["PARTNER_CONTRACT_SELF", "不能审批自己提交的合同"];
  assert.deepEqual(whyNot(await person.call(contract.approveContract, approval)), refused);
  assert.deepEqual(whyNot(await call(contract.approveContract, approval)), refused);
  assert.deepEqual(whyNot(await colleague.call(contract.approveContract, approval)), refused);
  assert.equal((await person.call(contract.getContract, { params: { id: draft.id } })).data.isOwn, true);
  const third = await app.signIn({ permissions });
  assert.equal((await third.call(contract.approveContract, approval)).data.state, "APPROVED");
});

test("PT-R3 an application is handed in by a person and reviewed by another, not by the program of the first", async () => {
  const { person, call } = await personWithProgram(contract.submitPartner, contract.approvePartner);
  const partner = await givenPartner(app, { state: "DRAFT", orgId: null });
  await givenPapers(app, partner);
  const input = { params: { id: partner.id }, body: { version: partner.version } };
  assert.deepEqual(whyNot(await call(contract.submitPartner, input)), byPerson);
  const { data } = await person.call(contract.submitPartner, input);
  const approval = { params: { id: partner.id }, body: { version: data.version } };
  assert.equal((await call(contract.approvePartner, approval)).msg, "不能审核自己提交的申请");
});

test("PT-R19 a change of the name is asked for by a person and granted by another", async () => {
  const { person, call } = await personWithProgram(contract.requestPartnerChange, contract.approvePartnerChange);
  const { id, uscc } = await givenPartner(app);
  const names = { fullName: "两人更名有限公司", shortName: "两人更名", uscc };
  const input = { params: { id }, body: { ...names, reason: "工商变更" } };
  assert.deepEqual(whyNot(await call(contract.requestPartnerChange, input)), byPerson);
  const { data } = await person.call(contract.requestPartnerChange, input);
  const grant = { params: { id: data.id }, body: { version: data.version } };
  assert.equal((await call(contract.approvePartnerChange, grant)).msg, "不能审核自己提交的申请");
});

test("PT-R7 a suspension is handed in by a person and confirmed by another", async () => {
  const { person, call } = await personWithProgram(contract.submitSuspension, contract.confirmSuspension);
  const partner = await givenPartner(app);
  await givenGoodStanding(app, partner, ["CLUE"]);
  const params = { id: partner.id };
  const seen = await person.call(contract.previewSuspension, { params, body: { reason: "违规", fileIds: [] } });
  const input = { params, body: { plan: [], version: seen.data.version } };
  assert.deepEqual(whyNot(await call(contract.submitSuspension, input)), byPerson);
  const { data } = await person.call(contract.submitSuspension, input);
  const own = await call(contract.confirmSuspension, { params: { id: data.id }, body: { version: data.version } });
  assert.equal(own.msg, "须由另一人复核");
});
