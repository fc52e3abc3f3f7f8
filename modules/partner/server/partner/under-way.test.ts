import assert from "node:assert/strict";
import { test } from "node:test";
import * as contract from "../../contract/index.ts";
import { dayIn, givenContract, givenPaper, givenPartner, testApp } from "../testing.ts";

const app = testApp();
const view = ["partner:partner:view"];
const all = [...view, "partner:contract:view", "partner:staff:view", "partner:account:edit", "partner:suspension:view"];

test("PT-5.1 a partner tells what is open with it and how much stands behind its tabs", async () => {
  const reader = await app.signIn({ permissions: all });
  const partner = await givenPartner(app);
  const calm = await reader.call(contract.getPartner, { params: { id: partner.id } });
  assert.deepEqual(calm.data.work, []);
  assert.deepEqual(calm.data.counts, {
    papers: 0,
    tasks: 0,
    assessments: 0,
    contracts: 0,
    accounts: 0,
    suspensions: 0,
  });

  await givenPaper(app, partner, { kind: "LICENSE", state: "WAITING" });
  const other = await givenPartner(app);
  for (const kind of ["DATA", "INSURANCE"] as const) {
    await givenPaper(app, partner, { kind, state: "EXPIRED" });
    await givenPaper(app, other, { kind, state: "VALID" });
  }
  await givenPaper(app, partner, { kind: "OTHER", state: "EXPIRED" });
  await givenPaper(app, partner, { kind: "OTHER", state: "VALID" });
  const endOn = dayIn(app, 30);
  await givenContract(app, partner, { endOn });
  const busy = await reader.call(contract.getPartner, { params: { id: partner.id } });
  assert.deepEqual(busy.data.work, [
    { tab: "papers", text: "资质待审核 1 项" },
    { tab: "papers", text: "资质已过期 2 项" },
    { tab: "contracts", text: `主合同将于 ${endOn} 到期` },
  ]);
  assert.partialDeepStrictEqual(busy.data.counts, { papers: 5, contracts: 1 });
});

test("PT-5.1 names, accounts and suspensions that wait for somebody are open work, each for those who see it", async () => {
  const [reader, plain] = [await app.signIn({ permissions: all }), await app.signIn({ permissions: view })];
  const [clerk, finance] = [
    await app.signIn({ permissions: [...view, "partner:partner:edit", "partner:partner:suspend", ...all] }),
    await app.signIn({ permissions: [...view, "partner:account:edit", "partner:account:approve"] }),
  ];
  const [partner, other] = [await givenPartner(app), await givenPartner(app)];
  const work = async (who: typeof reader, { id }: { id: string }) => {
    const { data } = await who.call(contract.getPartner, { params: { id } });
    return [data.work?.map(({ tab, text }) => `${tab} ${text}`), data.counts];
  };
  const { fullName, uscc } = partner;
  const params = { id: partner.id };
  const { data: request } = await clerk.call(contract.requestPartnerChange, {
    params,
    body: { fullName, shortName: "新简称", uscc, reason: "工商变更" },
  });
  const body = { accountName: fullName, bank: "银行", branch: "支行", accountNo: "12345678", reason: "首次" };
  const { data: account } = await clerk.call(contract.addBankAccount, { params, body });
  const draft = { reason: "违规", fileIds: [] };
  const { data: seen } = await clerk.call(contract.previewSuspension, { params, body: draft });
  await clerk.call(contract.previewSuspension, { params: { id: other.id }, body: draft });
  const [name, money] = ["basic 名称变更待审核", "accounts 结算账户待审批"];
  const none = { papers: 0, tasks: 0, assessments: 0 };
  const counts = { ...none, contracts: 0, accounts: 1, suspensions: 1 };
  assert.deepEqual(await work(reader, partner), [[name, money], counts], "a draft waits for nobody");
  await clerk.call(contract.submitSuspension, { params, body: { plan: [], version: seen.version } });
  assert.deepEqual(await work(reader, partner), [[name, money, "suspensions 暂停申请待复核"], counts]);
  assert.deepEqual(await work(plain, partner), [[name], none]);
  assert.deepEqual(await work(reader, other), [[], { ...none, contracts: 0, accounts: 0, suspensions: 1 }]);
  await app.rows("update partner_change set state = 'REJECTED' where id = $1", [request.id]);
  const no = { params: { id: account.id }, body: { reason: "有误", version: account.version } };
  assert.equal((await finance.call(contract.rejectBankAccount, no)).msg, "");
  assert.deepEqual(await work(reader, partner), [["suspensions 暂停申请待复核"], counts]);
});

test("PT-5.1 what a reader may not see is neither counted nor named", async () => {
  const reader = await app.signIn({ permissions: view });
  const partner = await givenPartner(app);
  await givenContract(app, partner, { endOn: dayIn(app, 5) });
  const { data } = await reader.call(contract.getPartner, { params: { id: partner.id } });
  assert.deepEqual(data.work, []);
  assert.deepEqual(data.counts, { papers: 0, tasks: 0, assessments: 0 });
});

test("PT-5.1 on its last day a main contract still ends, the day after it has ended", async () => {
  const reader = await app.signIn({ permissions: all });
  const told = async (days: number, wishes: Parameters<typeof givenPartner>[1] = {}) => {
    const partner = await givenPartner(app, wishes);
    await givenContract(app, partner, { endOn: dayIn(app, days) });
    const { data } = await reader.call(contract.getPartner, { params: { id: partner.id } });
    return data.work?.map(({ text }) => text);
  };
  assert.deepEqual(await told(0), [`主合同将于 ${dayIn(app, 0)} 到期`]);
  assert.deepEqual(await told(-1), [`主合同已于 ${dayIn(app, -1)} 到期`]);
  assert.deepEqual(await told(-1, { state: "TERMINATED" }), [], "of a partner that is over it is nobody's work");
});

test("PT-5.1 a main contract that ends in 31 days is not open work yet", async () => {
  const reader = await app.signIn({ permissions: all });
  const partner = await givenPartner(app);
  await givenContract(app, partner, { endOn: dayIn(app, 31) });
  const { data } = await reader.call(contract.getPartner, { params: { id: partner.id } });
  assert.deepEqual(data.work, []);
});
