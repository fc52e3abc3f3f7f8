import assert from "node:assert/strict";
import { test } from "node:test";
import * as contract from "../../contract/index.ts";
import { dayIn, givenContract, givenPartner, givenTerms, testApp } from "../testing.ts";

const app = testApp();
const codes = ["contract:view", "contract:edit", "contract:approve", "contractTerms:view"].map(
  (code) => `partner:${code}`,
);
const person = () => app.signIn({ permissions: codes });
const whyNot = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];

test("PT-R5 a contract is renewed once, by default with its terms and from the day after its end", async () => {
  const partner = await givenPartner(app);
  const client = await person();
  const old = await givenContract(app, partner, { endOn: dayIn(app, 20), depositFen: 500_00, title: "年度合同" });
  const renew = (wishes: { contractNo: string; startOn?: string; endOn: string }) =>
    client.call(contract.renewContract, { params: { id: old.id }, body: { ...wishes, version: old.version } });
  assert.deepEqual(whyNot(await renew({ contractNo: "XQ-1", endOn: dayIn(app, 20) })), [
    "PARTNER_CONTRACT_DAYS",
    "结束日期不能早于开始日期",
  ]);
  assert.deepEqual(whyNot(await renew({ contractNo: old.contractNo, endOn: dayIn(app, 300) })), [
    "PARTNER_CONTRACT_NO",
    `合同号${old.contractNo}已存在`,
  ]);
  const { data } = await renew({ contractNo: "XQ-1", startOn: dayIn(app, 31), endOn: dayIn(app, 31) });
  assert.partialDeepStrictEqual(data, {
    state: "DRAFT",
    kind: "MAIN",
    title: "年度合同",
    terms: givenTerms,
    depositFen: 500_00,
    startOn: dayIn(app, 31),
    gapDays: 10,
    prevContractNo: old.contractNo,
  });
  assert.deepEqual(whyNot(await renew({ contractNo: "XQ-2", endOn: dayIn(app, 300) })), [
    "PARTNER_CONTRACT_RENEWED",
    "已有续签合同XQ-1",
  ]);
  await app.rows("update partner_contract set state = 'TERMINATED', terminated_on = $2 where id = $1", [
    data.id,
    dayIn(app, 0),
  ]);
  assert.equal((await renew({ contractNo: "XQ-3", endOn: dayIn(app, 300) })).msg, "");
  const draft = await client.call(contract.createContract, {
    body: {
      partnerId: partner.id,
      contractNo: "XQ-4",
      kind: "NDA",
      title: "保密",
      startOn: dayIn(app, 0),
      endOn: dayIn(app, 1),
    },
  });
  const early = await client.call(contract.renewContract, {
    params: { id: draft.data.id },
    body: { contractNo: "XQ-5", endOn: dayIn(app, 300), version: draft.data.version },
  });
  assert.equal(early.msgCode, "PARTNER_STATE_ILLEGAL");
});

test("partner 2.2 a contract follows one of the same partner and kind; only commercial ones have terms and a deposit", async () => {
  const [partner, other] = [await givenPartner(app), await givenPartner(app)];
  const client = await person();
  const [main, foreign] = [await givenContract(app, partner), await givenContract(app, other)];
  let no = 0;
  const create = (wishes: object) =>
    client.call(contract.createContract, {
      body: {
        partnerId: partner.id,
        contractNo: `GZ-${++no}`,
        kind: "MAIN" as const,
        title: "合同",
        startOn: dayIn(app, 300),
        endOn: dayIn(app, 400),
        terms: givenTerms,
        depositFen: 100,
        ...wishes,
      },
    });
  const wrong = ["PARTNER_CONTRACT_PREV", "只能续签本伙伴的同类合同"];
  assert.deepEqual(whyNot(await create({ prevContractId: foreign.id })), wrong);
  assert.deepEqual(whyNot(await create({ prevContractId: main.id, kind: "SUPPLEMENT" })), wrong);
  assert.equal((await create({ prevContractId: main.id })).data.prevContractNo, main.contractNo);
  assert.partialDeepStrictEqual((await create({ kind: "NDA" })).data, { terms: {}, depositFen: null });
  const supplement = { kind: "SUPPLEMENT", terms: { accountLimit: 9 } };
  assert.partialDeepStrictEqual((await create(supplement)).data, { terms: { accountLimit: 9 }, depositFen: 100 });
  assert.equal((await create({ startOn: dayIn(app, 5), endOn: dayIn(app, 5) })).msg, "", "one day is a time");
});

test("partner 5.1 contracts are found by partner, kind, state, number and title", async () => {
  const partner = await givenPartner(app);
  const client = await person();
  const main = await givenContract(app, partner, { title: "杭州年度合同" });
  const extra = await givenContract(app, partner, { kind: "SUPPLEMENT", terms: {}, title: "补充Alpha" });
  await givenContract(app, await givenPartner(app), { title: "杭州年度合同" });
  type Asked = { kind?: "MAIN" | "SUPPLEMENT"; state?: "EFFECTIVE" | "DRAFT"; keyword?: string };
  const found = async (query: Asked) => {
    const { data } = await client.call(contract.listContracts, { query: { partnerId: partner.id, ...query } });
    return data.list.map(({ id }) => id).sort();
  };
  assert.deepEqual(await found({}), [main.id, extra.id].sort());
  assert.deepEqual(await found({ kind: "SUPPLEMENT" }), [extra.id]);
  assert.deepEqual([await found({ state: "DRAFT" }), (await found({ state: "EFFECTIVE" })).length], [[], 2]);
  assert.deepEqual(await found({ keyword: "年度" }), [main.id]);
  assert.deepEqual(await found({ keyword: "alpha" }), [extra.id]);
  assert.deepEqual(await found({ keyword: extra.contractNo.toLowerCase() }), [extra.id]);
});

test("partner 3.2 the author of a contract may not approve it, even if another person submitted it; the note of the review stays", async () => {
  const partner = await givenPartner(app);
  const [author, sender, approver] = [await person(), await person(), await person()];
  const { data } = await author.call(contract.createContract, {
    body: {
      partnerId: partner.id,
      contractNo: "SP-1",
      kind: "MAIN",
      title: "合同",
      terms: givenTerms,
      startOn: dayIn(app, 0),
      endOn: dayIn(app, 10),
    },
  });
  const params = { id: data.id };
  const waiting = await sender.call(contract.submitContract, { params, body: { version: data.version } });
  const body = { reason: "请改日期", version: waiting.data.version };
  for (const one of [author, sender]) {
    const approved = await one.call(contract.approveContract, { params, body: { version: body.version } });
    assert.equal(approved.msgCode, "PARTNER_CONTRACT_SELF");
    assert.equal((await one.call(contract.rejectContract, { params, body })).msgCode, "PARTNER_CONTRACT_SELF");
  }
  assert.deepEqual([waiting.data.isOwn, waiting.data.stateReason], [true, null]);
  const silently = await approver.call(contract.rejectContract, { params, body: { ...body, reason: "" } });
  assert.equal(silently.msg, "请输入原因！");
  const back = await approver.call(contract.rejectContract, { params, body });
  assert.deepEqual([back.data.state, back.data.stateReason, back.data.isOwn], ["DRAFT", "请改日期", false]);
  const again = await sender.call(contract.submitContract, { params, body: { version: back.data.version } });
  assert.deepEqual([again.data.state, again.data.stateReason], ["REVIEW", null]);
  const silent = { note: "", version: again.data.version };
  const { data: approved } = await approver.call(contract.approveContract, { params, body: silent });
  assert.deepEqual([approved.state, approved.stateReason], ["APPROVED", null]);
});

test("PT-R6 a later supplement overrides an earlier one, also for the deposit; a terminated one counts until its day", async () => {
  const partner = await givenPartner(app);
  const client = await person();
  await givenContract(app, partner, { depositFen: 100 });
  const days = { startOn: dayIn(app, -50), endOn: dayIn(app, 50), kind: "SUPPLEMENT" as const };
  await givenContract(app, partner, { ...days, startOn: dayIn(app, -20), terms: { accountLimit: 7 }, depositFen: 300 });
  await givenContract(app, partner, { ...days, terms: { accountLimit: 5 }, depositFen: 200 });
  const ended = { ...days, startOn: dayIn(app, -10), terms: { accountLimit: 9 }, effectiveOn: dayIn(app, -10) };
  await givenContract(app, partner, { ...ended, state: "TERMINATED", terminatedOn: dayIn(app, -2) });
  const termsOn = async (day: string) => {
    const asked = { params: { id: partner.id }, query: { day } };
    const { data } = await client.call(contract.getEffectiveTerms, asked);
    return data && [data.terms.accountLimit, data.depositFen];
  };
  assert.deepEqual(await termsOn(dayIn(app, -101)), null);
  assert.deepEqual(await termsOn(dayIn(app, -100)), [30, 100]);
  assert.deepEqual(await termsOn(dayIn(app, -50)), [5, 200]);
  assert.deepEqual(await termsOn(dayIn(app, -20)), [7, 300]);
  assert.deepEqual(await termsOn(dayIn(app, -3)), [9, 300]);
  assert.deepEqual(await termsOn(dayIn(app, -2)), [7, 300]);
  assert.deepEqual(await termsOn(dayIn(app, 50)), [7, 300]);
  assert.deepEqual(await termsOn(dayIn(app, 51)), [30, 100]);
  assert.deepEqual(await termsOn(dayIn(app, 265 + 15)), [30, 100], "the days of grace");
  assert.deepEqual(await termsOn(dayIn(app, 265 + 16)), null);
});

test("PT-R6 a partner has no terms if its main contracts are in the future, unsigned, terminated or another partner's", async () => {
  const client = await person();
  await givenContract(app, await givenPartner(app));
  await givenContract(app, await givenPartner(app), { endOn: dayIn(app, -1) });
  const over = { startOn: dayIn(app, -90), endOn: dayIn(app, -1) };
  const cases: readonly (readonly [string, Parameters<typeof givenContract>[2]])[] = [
    ["a supplement alone", { kind: "SUPPLEMENT" }],
    ["a supplement that ended yesterday", { ...over, kind: "SUPPLEMENT" }],
    ["one that begins tomorrow", { startOn: dayIn(app, 1), endOn: dayIn(app, 10) }],
    ["a draft of these days", { state: "DRAFT" }],
    ["a draft of days that are over", { ...over, state: "APPROVED" }],
    [
      "one that was ended before its time, without grace",
      { ...over, state: "TERMINATED", effectiveOn: over.startOn, terminatedOn: dayIn(app, -9) },
    ],
    ["one that was ended before it began", { state: "TERMINATED", terminatedOn: dayIn(app, 5) }],
  ];
  for (const [name, wishes] of cases) {
    const partner = await givenPartner(app);
    await givenContract(app, partner, wishes);
    assert.equal((await client.call(contract.getEffectiveTerms, { params: { id: partner.id } })).data, null, name);
  }
});

test("PT-R6 the answer names the contract of each term, and in the days of grace until when the terms continue", async () => {
  const client = await person();
  const partner = await givenPartner(app);
  const days = { startOn: dayIn(app, -90), endOn: dayIn(app, -5) };
  const main = await givenContract(app, partner, days);
  const extra = await givenContract(app, partner, {
    ...days,
    startOn: dayIn(app, -95),
    kind: "SUPPLEMENT",
    terms: { sla: "24小时响应" },
  });
  const from = ({ id, contractNo, kind }: typeof main) => ({ contractId: id, contractNo, kind });
  const { data } = await client.call(contract.getEffectiveTerms, { params: { id: partner.id } });
  assert.deepEqual(data, {
    day: dayIn(app, 0),
    mainContractNo: main.contractNo,
    endOn: main.endOn,
    depositFen: 0,
    terms: { ...givenTerms, sla: "24小时响应" },
    graceUntil: dayIn(app, 10),
    depositSource: from(main),
    sources: [...contract.mainTerms.map((term) => ({ term, ...from(main) })), { term: "sla", ...from(extra) }],
  });
});

test("partner 12 the days without a main contract before one are shown, whatever other contracts end in between", async () => {
  const client = await person();
  const partner = await givenPartner(app);
  const spans = (from: number, to: number) => ({ startOn: dayIn(app, from), endOn: dayIn(app, to) });
  const first = await givenContract(app, partner, spans(-300, -200));
  const second = await givenContract(app, partner, { ...spans(-190, -100), prevContractId: first.id });
  await givenContract(app, partner, { ...spans(-80, -70), state: "TERMINATED", terminatedOn: dayIn(app, -75) });
  await givenContract(app, partner, { ...spans(-80, -60), kind: "NDA" });
  await givenContract(app, await givenPartner(app), spans(-80, -60));
  const renewal = await givenContract(app, partner, { ...spans(-50, 9), state: "DRAFT", prevContractId: second.id });
  await givenContract(app, partner, { ...spans(-100, -90), state: "DRAFT" });
  const { data } = await client.call(contract.listContracts, { query: { partnerId: partner.id, pageSize: 100 } });
  const told = data.list.toSorted((a, b) => a.contractNo.localeCompare(b.contractNo));
  assert.deepEqual(
    told.map(({ kind, state, gapDays, prevContractNo, isRenewed }) => [
      kind,
      state,
      gapDays,
      prevContractNo,
      isRenewed,
    ]),
    [
      ["MAIN", "RENEWED", 0, null, true],
      ["MAIN", "EXPIRED", 9, first.contractNo, true],
      ["MAIN", "TERMINATED", 19, null, false],
      ["NDA", "EXPIRED", 0, null, false],
      ["MAIN", "DRAFT", 49, second.contractNo, false],
      ["MAIN", "DRAFT", 99, null, false],
    ],
  );
  assert.ok(
    data.list.every(({ partnerName, partnerId }) => partnerName === partner.shortName && partnerId === partner.id),
  );
  await app.rows("update partner_contract set state = 'TERMINATED', terminated_on = now() where id = $1", [renewal.id]);
  const { data: followed } = await client.call(contract.getContract, { params: { id: second.id } });
  assert.equal(followed.isRenewed, false, "what was ended is no renewal");
});
