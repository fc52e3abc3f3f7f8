import assert from "node:assert/strict";
import { test } from "node:test";
import { givenOrganization } from "@ops/authority/server/testing";
import { newId } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import type { PartnerRow } from "../company/tables.ts";
import { dayIn, givenContract, givenPaper, givenPapers, givenPartner, givenTerms, testApp } from "../testing.ts";

const app = testApp();
const all = ["view", "edit", "approve", "activate"].map((act) => `partner:partner:${act}`);

const person = () => app.signIn({ permissions: all });
type Client = Awaited<ReturnType<typeof person>>;
type Act = typeof contract.submitPartner | typeof contract.approvePartner | typeof contract.activatePartner;

async function act(client: Client, endpoint: Act, { id }: { id: string }) {
  const { data } = await client.call(contract.getPartner, { params: { id } });
  return client.call(endpoint, { params: { id }, body: { version: data.version } });
}

async function draft(wishes: Partial<PartnerRow> = {}): Promise<PartnerRow> {
  return givenPartner(app, { state: "DRAFT", orgId: null, ...wishes });
}

/** Makes a partner that fulfils everything for its start, directly in the tables. */
async function readyPartner(wishes: Partial<PartnerRow> = {}): Promise<PartnerRow> {
  const partner = await givenPartner(app, { state: "ONBOARDING", ...wishes });
  await givenPapers(app, partner);
  await givenContract(app, partner);
  await app.rows(
    `insert into partner_bank_account (id, created_at, created_by, updated_at, updated_by, partner_id, account_name, bank,
       branch, account_no_cipher, account_no_hash, account_no_masked, reason, state, verified_at, confirmed_at, active_from)
     values ($1, now(), $1, now(), $1, $2, '账户', '银行', '支行', '', '', '6789', '首次', 'ACTIVE', now(), now(), now() - interval '1 day')`,
    [newId(), partner.id],
  );
  return partner;
}

/** Finds the notices that somebody got about a partner. */
async function heard({ user }: Client, { fullName }: PartnerRow): Promise<string[]> {
  const rows = await app.rows<{ title: string; content: string }>(
    "select title, content from notice where user_id = $1 and content like $2 order by created_at, id",
    [user.id, `${fullName}%`],
  );
  return rows.map(({ title, content }) => `${title} ${content}`);
}

test("PT-R3 an application names its missing papers; approved are those that hold", async () => {
  const author = await person();
  const legal = await person();
  const partner = await draft();
  const bare = await act(author, contract.submitPartner, partner);
  assert.deepEqual(
    [bare.msgCode, bare.msg],
    ["PARTNER_PAPERS", "缺少资质：营业执照、开户许可/账户证明、责任保险、数据安全承诺"],
  );
  await givenPapers(app, partner, { state: "WAITING" });
  await app.rows("update partner_qualification set kind = 'OTHER' where partner_id = $1 and kind = 'DATA'", [
    partner.id,
  ]);
  assert.equal((await act(author, contract.submitPartner, partner)).msg, "缺少资质：数据安全承诺");
  await givenPaper(app, partner, { kind: "DATA", state: "WAITING" });
  const { data: sent } = await act(author, contract.submitPartner, partner);
  assert.deepEqual([sent.state, sent.submittedByName], ["REVIEW", author.user.userName]);
  assert.deepEqual(await heard(legal, partner), [`入驻申请待审核 ${partner.fullName}的入驻申请待审核`]);
  assert.deepEqual(await heard(author, partner), [], "who handed it in knows");
  assert.equal((await act(author, contract.approvePartner, partner)).msg, "不能审核自己提交的申请");
  const unseen = await act(legal, contract.approvePartner, partner);
  const waiting = "营业执照（待审核）、开户许可/账户证明（待审核）、责任保险（待审核）、数据安全承诺（待审核）";
  assert.deepEqual([unseen.msgCode, unseen.msg], ["PARTNER_PAPERS_OPEN", `资质尚未通过审核：${waiting}`]);
  await app.rows("update partner_qualification set state = 'VALID' where partner_id = $1 and kind <> 'DATA'", [
    partner.id,
  ]);
  await app.rows("update partner_qualification set state = 'REJECTED' where partner_id = $1 and kind = 'DATA'", [
    partner.id,
  ]);
  assert.equal((await act(legal, contract.approvePartner, partner)).msg, "资质尚未通过审核：数据安全承诺（未通过）");
  await app.rows("update partner_qualification set state = 'VALID' where partner_id = $1", [partner.id]);
  const { data } = await act(legal, contract.approvePartner, partner);
  assert.partialDeepStrictEqual(data, { state: "ONBOARDING", orgName: partner.fullName });
  assert.ok(data.orgId);
  const [organization] = await app.rows("select type, ref_module, ref_id, parent_id from organization where id = $1", [
    data.orgId,
  ]);
  assert.deepEqual(organization, {
    type: "PARTNER",
    refModule: "partner",
    refId: partner.id,
    parentId: partner.regionId,
  });
  assert.deepEqual(data.onboarding && [data.onboarding.done, data.onboarding.all, data.onboarding.next], [
    0,
    6,
    "主合同签署",
  ]);
});

test("a rejected application tells why, is mended and handed in again", async () => {
  const author = await person();
  const legal = await person();
  const manager = await app.signIn({ permissions: ["partner:partner:view"], scope: "SELF" });
  const partner = await draft({ managerId: manager.user.id });
  await givenPapers(app, partner);
  const { data } = await act(author, contract.submitPartner, partner);
  const body = { reason: "营业执照经营范围不符", version: data.version };
  const own = await author.call(contract.rejectPartner, { params: { id: partner.id }, body });
  assert.deepEqual([own.msgCode, own.msg], ["PARTNER_REVIEW_SELF", "不能审核自己提交的申请"]);
  const rejected = await legal.call(contract.rejectPartner, { params: { id: partner.id }, body });
  assert.partialDeepStrictEqual(rejected.data, { state: "REJECTED", stateReason: "营业执照经营范围不符" });
  const told = [`入驻申请被驳回 ${partner.fullName}的入驻申请被驳回：营业执照经营范围不符`];
  assert.deepEqual([await heard(manager, partner), await heard(author, partner)], [told, told]);
  assert.equal((await act(author, contract.submitPartner, partner)).data.state, "REVIEW");
  const active = await givenPartner(app);
  const illegal = await act(author, contract.submitPartner, active);
  assert.equal(illegal.msgCode, "PARTNER_STATE_ILLEGAL");
  const nameless = await draft({ legalPersonCipher: null, legalPersonHash: null, legalPersonMasked: null });
  await givenPapers(app, nameless);
  assert.equal((await act(author, contract.submitPartner, nameless)).msg, "尚未完成：法定代表人");
});

test("PT-R18 a partner is 合作中 when all that is mandatory is there, and is told what is not", async () => {
  const head = await person();
  const bare = await givenPartner(app, { state: "ONBOARDING" });
  await givenPapers(app, bare);
  await givenPaper(app, bare, { kind: "OTHER", state: "WAITING" });
  const refused = await act(head, contract.activatePartner, bare);
  assert.deepEqual([refused.msgCode, refused.msg], ["PARTNER_NOT_READY", "尚未完成：生效中的主合同、已校验的结算账户"]);
  const { data: seen } = await head.call(contract.getPartner, { params: { id: bare.id } });
  assert.deepEqual(seen.missing, [
    { tab: "contracts", text: "生效中的主合同" },
    { tab: "accounts", text: "已校验的结算账户" },
  ]);
  const nearly = await readyPartner();
  await app.rows("update partner_bank_account set active_from = now() + interval '1 day' where partner_id = $1", [
    nearly.id,
  ]);
  assert.equal((await act(head, contract.activatePartner, nearly)).msg, "尚未完成：已校验的结算账户");
  const partner = await readyPartner();
  const { data } = await act(head, contract.activatePartner, partner);
  assert.partialDeepStrictEqual(data, { state: "ACTIVE", flags: ["CLUE", "ORDER"], accountLimit: 30, missing: [] });
});

test("PT-R4 where another partner of the kind works alone by contract, nobody else begins", async () => {
  const head = await person();
  const alone = await givenPartner(app, { kinds: ["SERVICE"], shortName: "独家服务" });
  const endOn = dayIn(app, 100);
  const terms = { ...givenTerms, serviceCities: ["510100"], isExclusive: true };
  await givenContract(app, alone, { terms, endOn });
  const rival = await readyPartner({ kinds: ["SERVICE"], cityCodes: ["330100", "510100"] });
  const refused = await act(head, contract.activatePartner, rival);
  assert.deepEqual([refused.msgCode, refused.msg], ["PARTNER_TERRITORY", `成都市已由独家服务独家合作至${endOn}`]);
  const other = await readyPartner({ kinds: ["CHARGER"], cityCodes: ["510100"] });
  assert.equal((await act(head, contract.activatePartner, other)).data.state, "ACTIVE");
});

test("PT-R4 of two rivals that are to work alone in a city and begin at once, one does", async () => {
  const head = await person();
  for (const city of ["420100", "420200", "420300", "420500"]) {
    const terms = JSON.stringify({ ...givenTerms, serviceCities: [city], isExclusive: true });
    const rivals = [await readyPartner({ cityCodes: [city] }), await readyPartner({ cityCodes: [city] })];
    const calls = [];
    for (const { id } of rivals) {
      await app.rows("update partner_contract set terms = $2 where partner_id = $1", [id, terms]);
      const { data } = await head.call(contract.getPartner, { params: { id } });
      calls.push({ params: { id }, body: { version: data.version } });
    }
    const answers = await Promise.all(calls.map((call) => head.call(contract.activatePartner, call)));
    assert.deepEqual(answers.map(({ msgCode }) => msgCode).sort(), ["", "PARTNER_TERRITORY"], city);
  }
});

test("the board shows each partner that is coming in once, by how far it is", async () => {
  const region = await givenOrganization(app, { type: "REGION" });
  const watcher = await app.signIn({ permissions: all, scope: "ORG_TREE", organization: region });
  const wishes = { regionId: region.id };
  const review = await givenPartner(app, { ...wishes, state: "REVIEW" });
  const ready = await givenPartner(app, { ...wishes, state: "ONBOARDING" });
  await givenPartner(app, { ...wishes, state: "ACTIVE" });
  const { data } = await watcher.call(contract.showBoard, {});
  assert.deepEqual(
    data.map(({ stage, total, partners }) => [stage, total, partners.map(({ id }) => id)]),
    [
      ["REVIEW", 1, [review.id]],
      ["CONTRACT", 0, []],
      ["PREPARING", 0, []],
      ["READY", 1, [ready.id]],
    ],
  );
});

test("PT-R2 a company that returns stands beside its former organisation, told by its number", async () => {
  const [author, legal] = [await person(), await person()];
  const former = await givenPartner(app, { state: "TERMINATED" });
  const partner = await draft({ priorPartnerId: former.id });
  await givenPapers(app, partner);
  await act(author, contract.submitPartner, partner);
  const { data } = await act(legal, contract.approvePartner, partner);
  assert.equal(data.orgName, `${partner.fullName}（${partner.partnerNo}）`);
});
