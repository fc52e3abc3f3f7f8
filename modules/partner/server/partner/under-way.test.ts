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
    ...{ papers: 0, tasks: 0, assessments: 0, contracts: 0, accounts: 0, suspensions: 0 },
  });

  await givenPaper(app, partner, { kind: "LICENSE", state: "WAITING" });
  await givenPaper(app, partner, { kind: "DATA", state: "EXPIRED" });
  await givenPaper(app, partner, { kind: "OTHER", state: "EXPIRED" });
  await givenPaper(app, partner, { kind: "OTHER", state: "VALID" });
  const endOn = dayIn(app, 30);
  await givenContract(app, partner, { endOn });
  const busy = await reader.call(contract.getPartner, { params: { id: partner.id } });
  assert.deepEqual(busy.data.work, [
    { tab: "papers", text: "资质待审核 1 项" },
    { tab: "papers", text: "资质已过期 1 项" },
    { tab: "contracts", text: `主合同将于 ${endOn} 到期` },
  ]);
  assert.partialDeepStrictEqual(busy.data.counts, { papers: 4, contracts: 1 });
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
  const told = async (days: number) => {
    const partner = await givenPartner(app);
    await givenContract(app, partner, { endOn: dayIn(app, days) });
    const { data } = await reader.call(contract.getPartner, { params: { id: partner.id } });
    return data.work?.map(({ text }) => text);
  };
  assert.deepEqual(await told(0), [`主合同将于 ${dayIn(app, 0)} 到期`]);
  assert.deepEqual(await told(-1), [`主合同已于 ${dayIn(app, -1)} 到期`]);
});

test("PT-5.1 a main contract that ends in 31 days is not open work yet", async () => {
  const reader = await app.signIn({ permissions: all });
  const partner = await givenPartner(app);
  await givenContract(app, partner, { endOn: dayIn(app, 31) });
  const { data } = await reader.call(contract.getPartner, { params: { id: partner.id } });
  assert.deepEqual(data.work, []);
});
