import assert from "node:assert/strict";
import { test } from "node:test";
import { givenOrganization } from "@ops/authority/server/testing";
import { newId } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { syncTasks } from "../onboarding/service.ts";
import { dayIn, givenContract, givenPaper, givenPapers, givenPartner, givenStaff, testApp } from "../testing.ts";
import type { PartnerRow } from "./tables.ts";

const app = testApp();
const VIEW = ["partner:partner:view"];
const EDIT = [...VIEW, "partner:partner:edit", "partner:onboard:handle"];

/** Whoever sees one region alone, and partners in it. */
async function given(permissions = VIEW) {
  const region = await givenOrganization(app, { type: "REGION" });
  const client = await app.signIn({ permissions, scope: "ORG_TREE", organization: region });
  const partner = async (wishes: Partial<PartnerRow> = {}) => {
    const organization = await givenOrganization(app, { type: "PARTNER", parent: region });
    return givenPartner(app, { regionId: region.id, orgId: organization.id, ...wishes });
  };
  return { region, client, partner };
}

test("partner 5.1 the list finds by state, level, region, manager, code, tag, contract and papers", async () => {
  const { client, partner, region } = await given();
  const manager = await app.signIn();
  const plain = await partner();
  const wanted = await partner({ state: "SUSPENDED", level: "S", managerId: manager.user.id, riskTags: ["DEPOSIT"] });
  type Asked = Parameters<typeof client.call<typeof contract.listPartners>>[1]["query"];
  const found = async (query: NonNullable<Asked>) => {
    const { data } = await client.call(contract.listPartners, { query });
    return data.list.map(({ id }) => id);
  };
  const { uscc } = wanted;
  for (const query of [
    ...[{ state: "SUSPENDED" as const }, { level: "S" as const }, { managerId: manager.user.id }],
    ...[{ uscc }, { riskTag: "DEPOSIT" as const }, { keyword: wanted.shortName }],
  ]) {
    assert.deepEqual(await found(query), [wanted.id], JSON.stringify(query));
  }
  assert.equal((await found({ regionId: region.id })).length, 2);
  assert.deepEqual(await found({ regionId: (await givenOrganization(app, { type: "REGION" })).id }), []);
  await givenContract(app, plain, { endOn: dayIn(app, -1) });
  await givenContract(app, wanted, { endOn: dayIn(app, 30) });
  assert.deepEqual(await found({ contractEnd: "ENDED" }), [plain.id]);
  assert.deepEqual(await found({ contractEnd: "30" }), [wanted.id]);
  await givenPaper(app, plain, { kind: "LICENSE", state: "EXPIRED" });
  await givenPaper(app, wanted, { kind: "LICENSE", state: "WAITING" });
  assert.deepEqual(await found({ papers: "EXPIRED" }), [plain.id]);
  assert.deepEqual(await found({ papers: "WAITING" }), [wanted.id]);
  assert.deepEqual(await found({ papers: "VALID" }), []);
  await givenPaper(app, plain, { kind: "LICENSE" });
  assert.deepEqual(await found({ papers: "VALID" }), [plain.id], "another of its kind holds");
});

test("partner 5.1 the cards count each state, ending contracts and expired papers of the reader's partners", async () => {
  const { client, partner } = await given();
  const states = ["ACTIVE", "ACTIVE", "ONBOARDING", "REVIEW", "SUSPENDED", "TERMINATED"] as const;
  const [first] = await Promise.all(states.map((state) => partner({ state })));
  assert.ok(first);
  await givenContract(app, first, { endOn: dayIn(app, 0) });
  await givenPaper(app, first, { kind: "DATA", state: "EXPIRED" });
  const counts = { active: 2, onboarding: 1, review: 1, contractEnding: 1, paperExpired: 1, suspended: 1 };
  assert.deepEqual((await client.call(contract.countPartners, {})).data, counts);
});

test("partner 5.1 the row shows stores, people, accounts, contract and deposit of its own partner", async () => {
  const { client, partner } = await given();
  const [mine, other] = [await partner({ accountLimit: 7 }), await partner()];
  for (const one of [mine, mine, other]) await givenStaff(app, { partner: one });
  await givenStaff(app, { partner: mine, state: "TRAINING" });
  await givenStaff(app, { partner: mine, state: "LEFT" });
  const { endOn } = await givenContract(app, mine, { endOn: dayIn(app, 12), terms: {} });
  const { data } = await client.call(contract.listPartners, { query: { keyword: mine.partnerNo } });
  const [row] = data.list;
  assert.ok(row);
  assert.partialDeepStrictEqual(row, { id: mine.id, contractEndOn: endOn, accountCount: 2, staffCount: 3 });
});

test("partner 5.1 the search offers partners that are not over", async () => {
  const { client, partner } = await given();
  const live = await partner({ shortName: "搜得到甲" });
  await partner({ shortName: "搜得到乙", state: "TERMINATED" });
  const { data } = await client.call(contract.searchPartners, { query: { keyword: "搜得到" } });
  assert.deepEqual(
    data.map(({ id }) => id),
    [live.id],
  );
});

test("partner 5.1 what is missing follows the state: papers first, then tasks, contract, deposit and account", async () => {
  const { client, partner } = await given();
  const missing = async ({ id }: PartnerRow) =>
    (await client.call(contract.getPartner, { params: { id } })).data.missing?.map(({ tab, text }) => `${tab} ${text}`);
  const papers = ["营业执照", "开户许可/账户证明", "责任保险", "数据安全承诺"];
  for (const state of ["DRAFT", "REJECTED", "REVIEW"] as const) {
    const one = await partner({ state });
    assert.deepEqual(
      await missing(one),
      papers.map((name) => `papers 资质：${name}（未上传）`),
      state,
    );
    await givenPapers(app, one, { state: "WAITING", expireOn: dayIn(app, 0) });
    const seen = state === "REVIEW" ? papers.map((name) => `papers 资质：${name}（待审核）`) : [];
    assert.deepEqual(await missing(one), seen, state);
    await app.rows("update partner_qualification set expire_on = $2 where partner_id = $1", [one.id, dayIn(app, -1)]);
    assert.deepEqual(
      await missing(one),
      papers.map((name) => `papers 资质：${name}（已过期）`),
      state,
    );
  }
  const coming = await partner({ state: "ONBOARDING", kinds: ["DELIVERY"] });
  await givenPapers(app, coming);
  await app.arrange((tx) => syncTasks(tx, coming));
  await app.rows("update partner_onboard_task set state = 'DONE' where partner_id = $1 and code in ('ADMIN', 'CERT')", [
    coming.id,
  ]);
  await givenContract(app, coming, { startOn: dayIn(app, 5), endOn: dayIn(app, 9), depositFen: 123_45 });
  assert.deepEqual(await missing(coming), [
    "tasks 入驻任务：结算账户校验",
    "contracts 生效中的主合同",
    "deposits 保证金（还差123.45元）",
    "accounts 已校验的结算账户",
  ]);
});

test("PT-5.1 every part that waits for somebody is named once, with its number", async () => {
  const codes = ["partner:contract:view", "partner:staff:view", "partner:account:edit", "partner:suspension:view"];
  const { client, partner } = await given([...VIEW, ...codes]);
  const [one, other] = [await partner({ state: "ONBOARDING" }), await partner()];
  const insert = (table: string, values: Record<string, unknown>) => {
    const id = newId();
    const row = { id, created_by: id, updated_by: id, partner_id: one.id, ...values };
    return app.rows(
      `insert into ${table} select * from jsonb_populate_record(null::${table},
        $1::jsonb || jsonb_build_object('created_at', now(), 'updated_at', now(), 'version', 1))`,
      [JSON.stringify(row)],
    );
  };
  await app.arrange((tx) => syncTasks(tx, one));
  await app.rows("update partner_onboard_task set due_on = $2 where partner_id = $1 and code = 'CONTRACT'", [
    ...[one.id, dayIn(app, -1)],
  ]);
  await app.rows(
    "update partner_onboard_task set due_on = $2, state = 'DONE' where partner_id = $1 and code = 'CERT'",
    [...[one.id, dayIn(app, -1)]],
  );
  await givenStaff(app, { partner: one, state: "REVIEW" });
  await givenStaff(app, { partner: one, state: "TRAINING" });
  await givenStaff(app, { partner: other, state: "REVIEW" });
  await givenContract(app, one, { state: "REVIEW", startOn: dayIn(app, 50), endOn: dayIn(app, 90) });
  const scored = { items: [], total_hundredths: 100, level: "C", state: "CLOSED" };
  await insert("partner_assessment", { ...scored, period: "2026-01", rectify_due_on: dayIn(app, 9) });
  await insert("partner_assessment", {
    ...{ ...scored, period: "2026-02", rectify_due_on: dayIn(app, 9), rectified_at: app.now().toISOString() },
  });
  const { data } = await client.call(contract.getPartner, { params: { id: one.id } });
  assert.deepEqual(data.work, [
    { tab: "contracts", text: "合同待审批 1 份" },
    { tab: "tasks", text: "入驻任务逾期 1 项" },
    { tab: "staff", text: "员工待审核 1 人" },
    { tab: "assessments", text: "整改待完成 1 项" },
  ]);
  assert.partialDeepStrictEqual(data.counts, { contracts: 1, tasks: 6, assessments: 2, suspensions: 0, papers: 0 });
});

test("PT-R2 PT-R19 an edit is checked as a new record is: names, manager, region, cities and group", async () => {
  const office = await app.signIn({ permissions: EDIT });
  const [draft, other] = [
    await givenPartner(app, { state: "DRAFT", orgId: null, managerId: office.user.id }),
    await givenPartner(app),
  ];
  const { fullName, shortName, uscc, regionId, cityCodes, managerId, contactName, version } = draft;
  const form = {
    ...{ fullName, shortName, uscc, kinds: ["AGENT" as const], regionId, cityCodes, managerId, parentPartnerId: null },
    ...{ registeredCapitalFen: null, foundedOn: null, regAddress: null, contactName, contactEmail: null, version },
  };
  const edit = (changes: object) =>
    office.call(contract.editPartner, { params: { id: draft.id }, body: { ...form, ...changes } });
  const stranger = await app.signIn();
  assert.equal((await edit({ fullName: other.fullName })).msgCode, "PARTNER_NAME_DUP");
  assert.equal((await edit({ uscc: other.uscc })).msgCode, "PARTNER_USCC_DUP");
  assert.equal((await edit({ managerId: stranger.user.id })).msgCode, "PARTNER_MANAGER");
  assert.equal((await edit({ regionId: other.orgId })).msgCode, "PARTNER_REGION");
  assert.equal((await edit({ cityCodes: ["330106"] })).msgCode, "PARTNER_CITY");
  assert.equal((await edit({ parentPartnerId: newId() })).msgCode, "COMMON_NOT_FOUND");
  assert.equal((await edit({ parentPartnerId: draft.id })).msgCode, "PARTNER_CYCLE");
  const saved = await edit({ parentPartnerId: other.id, cityCodes: ["330200", "330100"], legalPerson: "王法人" });
  assert.partialDeepStrictEqual(saved.data, { parent: { id: other.id }, legalPerson: "王**" });
  assert.equal((await office.call(contract.getPartner, { params: { id: draft.id } })).data.version, version + 1);
});

test("PT-R18 new kinds of a partner that comes in bring its tasks up to date", async () => {
  const office = await app.signIn({ permissions: EDIT });
  const partner = await givenPartner(app, { state: "ONBOARDING", managerId: office.user.id });
  await app.arrange((tx) => syncTasks(tx, partner));
  const { fullName, shortName, uscc, regionId, cityCodes, managerId, contactName, version } = partner;
  const body = {
    ...{ fullName, shortName, uscc, kinds: ["EVENT" as const], regionId, cityCodes, managerId, parentPartnerId: null },
    ...{ registeredCapitalFen: null, foundedOn: null, regAddress: null, contactName, contactEmail: null, version },
  };
  assert.equal((await office.call(contract.editPartner, { params: { id: partner.id }, body })).msg, "");
  const { data } = await office.call(contract.listOnboardTasks, { params: { id: partner.id } });
  assert.deepEqual(
    data.tasks.map(({ code }) => code),
    ["CONTRACT", "SETTLE"],
  );
});
