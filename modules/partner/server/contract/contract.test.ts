import assert from "node:assert/strict";
import { test } from "node:test";
import { removeFile } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import type { PartnerRow } from "../company/tables.ts";
import { dayIn, givenContract, givenPartner, givenTerms, givenUpload, testApp } from "../testing.ts";

const app = testApp();
const codes = ["contract:view", "contract:edit", "contract:approve", "contractTerms:view"].map(
  (code) => `partner:${code}`,
);
const whyNot = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];
const author = once(() => app.signIn({ permissions: codes }));
const approver = once(() => app.signIn({ permissions: codes }));

/** Makes the value at its first use, because the app runs only inside of tests. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

let written = 0;

async function create(partner: PartnerRow, wishes: object = {}) {
  const body = {
    partnerId: partner.id,
    contractNo: `T${++written}`,
    kind: "MAIN" as const,
    title: "年度合作合同",
    startOn: dayIn(app, 0),
    endOn: dayIn(app, 364),
    terms: givenTerms,
    depositFen: 100_000,
    ...wishes,
  };
  return (await author()).call(contract.createContract, { body });
}

async function submit({ id, version }: { id: string; version: number }) {
  return (await author()).call(contract.submitContract, { params: { id }, body: { version } });
}

async function review({ id, version }: { id: string; version: number }, isApproved = true) {
  const reviewer = await approver();
  const params = { id };
  if (isApproved) return reviewer.call(contract.approveContract, { params, body: { version } });
  return reviewer.call(contract.rejectContract, { params, body: { reason: "条款不全", version } });
}

async function sign({ id, version }: { id: string; version: number }, fileIds: string[]) {
  const signature = { signedOn: dayIn(app, 0), brandSigner: "王总", partnerSigner: "张总" };
  return (await author()).call(contract.signContract, { params: { id }, body: { ...signature, fileIds, version } });
}

test("partner 3.2 a contract is drafted, approved by another, signed with its file, and in force from its first day", async () => {
  const partner = await givenPartner(app);
  const draft = await create(partner);
  assert.partialDeepStrictEqual(draft.data, { state: "DRAFT", partnerName: partner.shortName, terms: givenTerms });
  const waiting = await submit(draft.data);
  assert.equal(waiting.data.state, "REVIEW");
  const { id, version } = waiting.data;
  const own = await (await author()).call(contract.approveContract, { params: { id }, body: { version } });
  assert.deepEqual(whyNot(own), ["PARTNER_CONTRACT_SELF", "不能审批自己提交的合同"]);
  const approved = await review(waiting.data);
  assert.equal(approved.data.state, "APPROVED");
  assert.deepEqual(whyNot(await sign(approved.data, [])), ["PARTNER_CONTRACT_FILE", "请上传已签署合同"]);
  const fileId = await givenUpload(app, await author(), "partnerContract");
  const signed = await sign(approved.data, [fileId]);
  assert.partialDeepStrictEqual(signed.data, { state: "EFFECTIVE", brandSigner: "王总" });
  assert.match(signed.data.files[0]?.sha256 ?? "", /^[0-9a-f]{64}$/);
  const [after] = await app.rows("select account_limit, flags from partner where id = $1", [partner.id]);
  assert.deepEqual(after, { accountLimit: 30, flags: ["CLUE", "ORDER"] });
});

test("partner 12 a signed contract keeps its files and its text", async () => {
  const partner = await givenPartner(app);
  const approved = await review((await submit((await create(partner)).data)).data);
  const fileId = await givenUpload(app, await author(), "partnerContract");
  const { data } = await sign(approved.data, [fileId]);
  const removed = await (await author()).call(removeFile, { params: { id: fileId } });
  assert.deepEqual(whyNot(removed), ["PARTNER_CONTRACT_SIGNED_FILE", "合同已签署，附件不能删除，如有变更请签补充协议"]);
  const edited = await (await author()).call(contract.editContract, {
    params: { id: data.id },
    body: { title: "改", startOn: data.startOn, endOn: data.endOn, version: data.version },
  });
  assert.deepEqual(whyNot(edited), ["PARTNER_STATE_ILLEGAL", "合同当前状态为【生效中】，不能执行【修改】"]);
  assert.deepEqual(whyNot(await sign(data, [])), [
    "PARTNER_STATE_ILLEGAL",
    "合同当前状态为【生效中】，不能执行【签署】",
  ]);
});

test("partner 2.2 main contracts of a partner never overlap, not even when two are handed in at once", async () => {
  const partner = await givenPartner(app);
  const drafts = [
    (await create(partner)).data,
    (await create(partner, { startOn: dayIn(app, 364), endOn: dayIn(app, 400) })).data,
  ];
  const answers = await Promise.all(drafts.map(submit));
  const [refused] = answers.filter(({ success }) => !success);
  const taken = answers.find(({ success }) => success)?.data.contractNo;
  assert.ok(refused);
  assert.deepEqual(whyNot(refused), ["PARTNER_CONTRACT_OVERLAP", `与合同${taken}有效期重叠`]);
  const byHand = app.rows("update partner_contract set state = 'REVIEW' where partner_id = $1", [partner.id]);
  await assert.rejects(byHand, { code: "23P01" });
  const supplement = await create(partner, { kind: "SUPPLEMENT", terms: { accountLimit: 50 } });
  assert.equal((await submit(supplement.data)).success, true);
  const next = await create(partner, { startOn: dayIn(app, 401), endOn: dayIn(app, 402) });
  await create(partner, { ...next.data, kind: "SUPPLEMENT", contractNo: "T-S", terms: {}, prevContractId: null });
  await app.rows("update partner_contract set state = 'REVIEW' where contract_no = 'T-S'");
  assert.equal((await submit(next.data)).msg, "", "a supplement stands in no main contract's way");
});

test("partner 2.2 a draft says its days, its terms and a number of its own; a rejected one is a draft again", async () => {
  const partner = await givenPartner(app);
  const backwards = await create(partner, { startOn: dayIn(app, 2), endOn: dayIn(app, 1) });
  assert.deepEqual(whyNot(backwards), ["PARTNER_CONTRACT_DAYS", "结束日期不能早于开始日期"]);
  const { data } = await create(partner, { terms: { accountLimit: 5 } });
  const again = await create(partner, { contractNo: data.contractNo });
  assert.deepEqual(whyNot(again), ["PARTNER_CONTRACT_NO", `合同号${data.contractNo}已存在`]);
  assert.equal(
    (await create(partner, { contractNo: "合〔2026〕1; --" })).msg,
    "合同号只能用汉字、字母、数字、括号和-_/",
  );
  assert.deepEqual(whyNot(await submit(data)), [
    "PARTNER_CONTRACT_TERMS",
    "主合同须填写：权限开关、服务城市、独家合作",
  ]);
  const { isExclusive: _, ...three } = givenTerms;
  const { data: nearly } = await create(partner, { terms: three });
  assert.equal((await submit(nearly)).msg, "主合同须填写：独家合作");
  const edited = await (await author()).call(contract.editContract, {
    params: { id: data.id },
    body: { title: "改过的合同", startOn: data.startOn, endOn: data.endOn, terms: givenTerms, version: data.version },
  });
  const rejected = await review((await submit(edited.data)).data, false);
  assert.partialDeepStrictEqual(rejected.data, { state: "DRAFT", title: "改过的合同" });
  const gone = await givenPartner(app, { state: "EXITING" });
  assert.deepEqual(whyNot(await create(gone)), ["PARTNER_CLOSED", "合作伙伴为【清退中】，不能新增合同"]);
});

test("partner 7 terms are for holders of their code; a contract is where its partner is", async () => {
  const partner = await givenPartner(app);
  const { data } = await create(partner);
  const params = { id: data.id };
  const plain = await app.signIn({ permissions: ["partner:contract:view", "partner:contract:edit"] });
  assert.equal((await plain.call(contract.getContract, { params })).data.terms, null);
  const { title, startOn, endOn, version } = data;
  const secretly = { title, startOn, endOn, version, terms: { ...givenTerms, accountLimit: 999 } };
  assert.equal((await plain.call(contract.editContract, { params, body: secretly })).msgCode, "COMMON_FORBIDDEN");
  const renamed = await plain.call(contract.editContract, { params, body: { title: "新名", startOn, endOn, version } });
  assert.equal(renamed.success, true);
  assert.deepEqual((await (await author()).call(contract.getContract, { params })).data.terms, givenTerms);
  const elsewhere = await app.signIn({ permissions: codes, scope: "ORG_TREE" });
  assert.equal((await elsewhere.call(contract.getContract, { params })).msgCode, "COMMON_NOT_FOUND");
  const terms = await elsewhere.call(contract.getEffectiveTerms, { params: { id: partner.id } });
  assert.equal(terms.msgCode, "COMMON_NOT_FOUND");
  const listed = await elsewhere.call(contract.listContracts, { query: { partnerId: partner.id } });
  assert.equal(listed.data.total, 0);
});

test("PT-R6 the terms in force are those of the main contract with its supplements by date, each with its source", async () => {
  const partner = await givenPartner(app);
  const main = await givenContract(app, partner, { depositFen: 500_000 });
  const later = { startOn: dayIn(app, 10), endOn: dayIn(app, 100), kind: "SUPPLEMENT" as const };
  const supplement = await givenContract(app, partner, { ...later, terms: { accountLimit: 60 } });
  const termsOn = async (day?: string) => {
    const query = day ? { day } : {};
    return (await (await author()).call(contract.getEffectiveTerms, { params: { id: partner.id }, query })).data;
  };
  const today = await termsOn();
  assert.partialDeepStrictEqual(today, { terms: givenTerms, depositFen: 500_000, graceUntil: null });
  assert.deepEqual(new Set(today?.sources.map(({ contractNo }) => contractNo)), new Set([main.contractNo]));
  const then = await termsOn(dayIn(app, 10));
  assert.equal(then?.terms.accountLimit, 60);
  assert.deepEqual(
    then?.sources.map(({ term, contractNo }) => [term, contractNo]),
    [
      ["accountLimit", supplement.contractNo],
      ["flags", main.contractNo],
      ["serviceCities", main.contractNo],
      ["isExclusive", main.contractNo],
    ],
  );
  assert.equal((await termsOn(dayIn(app, 101)))?.terms.accountLimit, 30);
  assert.equal(await termsOn(dayIn(app, 600)), null);
});

test("PT-R19 seats, flags and cities of a partner that works follow each change of the terms; before that only the seats", async () => {
  const standing = async ({ id }: PartnerRow) => {
    const [row] = await app.rows("select account_limit, flags, city_codes, version from partner where id = $1", [id]);
    return Object.values(row ?? {});
  };
  const wide = { ...givenTerms, serviceCities: ["330200"] };
  const coming = await givenPartner(app, { state: "ONBOARDING" });
  await givenContract(app, coming, { terms: wide });
  assert.deepEqual(await standing(coming), [30, [], ["330100"], 2]);

  const partner = await givenPartner(app);
  await givenContract(app, partner);
  assert.deepEqual(await standing(partner), [30, ["CLUE", "ORDER"], ["330100"], 2]);
  const supplement = (terms: contract.ContractTerms) => givenContract(app, partner, { kind: "SUPPLEMENT", terms });
  await supplement({ accountLimit: 40 });
  assert.deepEqual(await standing(partner), [40, ["CLUE", "ORDER"], ["330100"], 3]);
  await supplement({ flags: ["CLUE"] });
  assert.deepEqual(await standing(partner), [40, ["CLUE"], ["330100"], 4]);
  await supplement({ serviceCities: ["330100", "330200"] });
  assert.deepEqual(await standing(partner), [40, ["CLUE"], ["330100", "330200"], 5]);
  await supplement({ accountLimit: 40 });
  assert.deepEqual(await standing(partner), [40, ["CLUE"], ["330100", "330200"], 5], "the same again writes nothing");
});

test("partner 3.2 a contract that is ended holds no longer from that day on, and with it what it gave", async () => {
  const partner = await givenPartner(app);
  const { id, version, contractNo } = await givenContract(app, partner);
  const body = { reason: "严重违约", version };
  const { data } = await (await approver()).call(contract.terminateContract, { params: { id }, body });
  assert.partialDeepStrictEqual(data, { state: "TERMINATED", terminatedOn: dayIn(app, 0), stateReason: "严重违约" });
  const [row] = await app.rows("select flags, risk_tags from partner where id = $1", [partner.id]);
  assert.deepEqual(row, { flags: [], riskTags: ["CONTRACT"] });
  const drafted = await app.rows("select reason from partner_suspension where partner_id = $1", [partner.id]);
  assert.deepEqual(drafted, [{ reason: `合同${contractNo}已解除` }]);
  assert.equal(
    (await (await author()).call(contract.getContract, { params: { id: newId() } })).msgCode,
    "COMMON_NOT_FOUND",
  );
});
