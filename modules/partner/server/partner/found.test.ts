import assert from "node:assert/strict";
import { test } from "node:test";
import { givenMembership, givenOrganization } from "@ops/authority/server/testing";
import { MOST_CHOICES, myTodos, searchRefs } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import type { PartnerRow } from "../company/tables.ts";
import { syncTasks } from "../onboarding/sync.ts";
import {
  dayIn,
  givenContract,
  givenPaper,
  givenPapers,
  givenPartner,
  givenStaff,
  givenStore,
  testApp,
} from "../testing.ts";

const app = testApp();
const VIEW = ["partner:partner:view"];
const EDIT = [...VIEW, "partner:partner:edit", "partner:onboard:handle"];

/** Signs in somebody who sees one region, and makes partners in it. */
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
    { state: "SUSPENDED" as const },
    { level: "S" as const },
    { managerId: manager.user.id },
    { uscc },
    { riskTag: "DEPOSIT" as const },
    { keyword: wanted.shortName },
  ]) {
    assert.deepEqual(await found(query), [wanted.id], JSON.stringify(query));
  }
  assert.equal((await found({ regionId: region.id })).length, 2);
  assert.deepEqual(await found({ regionId: (await givenOrganization(app, { type: "REGION" })).id }), []);
  await givenContract(app, plain, { endOn: dayIn(app, -1) });
  await givenContract(app, wanted, { endOn: dayIn(app, 30) });
  const last = await partner({ state: "EXITING" });
  await givenContract(app, last, { endOn: dayIn(app, 0) });
  assert.deepEqual(await found({ contractEnd: "ENDED" }), [plain.id]);
  assert.deepEqual((await found({ contractEnd: "30" })).toSorted(), [wanted.id, last.id].sort());
  await givenContract(app, wanted, { kind: "NDA", endOn: dayIn(app, 400) });
  assert.deepEqual((await found({ contractEnd: "30" })).length, 2, "main contracts alone count");
  await givenPaper(app, last, { kind: "LICENSE" });
  await givenPaper(app, plain, { kind: "LICENSE", state: "EXPIRED" });
  await givenPaper(app, wanted, { kind: "LICENSE", state: "WAITING" });
  assert.deepEqual(await found({ papers: "EXPIRED" }), [plain.id]);
  assert.deepEqual(await found({ papers: "WAITING" }), [wanted.id]);
  assert.deepEqual(await found({ papers: "VALID" }), [last.id]);
  await givenPaper(app, plain, { kind: "LICENSE" });
  assert.deepEqual((await found({ papers: "VALID" })).length, 2, "another of its kind holds");
  await givenPaper(app, plain, { kind: "DATA", state: "EXPIRED" });
  assert.deepEqual(await found({ papers: "EXPIRED" }), [plain.id], "but none of this kind");
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
  const { client, partner, region } = await given();
  const [mine, other] = [await partner({ accountLimit: 7 }), await partner()];
  for (const one of [mine, mine, other]) await givenStaff(app, { partner: one });
  await givenStaff(app, { partner: mine, state: "TRAINING" });
  await givenStaff(app, { partner: mine, state: "LEFT" });
  const { endOn } = await givenContract(app, mine, { endOn: dayIn(app, 12), terms: {} });
  await givenContract(app, other, { endOn: dayIn(app, 99), terms: {} });
  const [one, two] = [await givenStore(app, mine), await givenStore(app, mine, "DELIVERY")];
  for (const state of ["TRAINING", "REVIEW", "LEFT", "REJECTED"] as const) {
    await givenStaff(app, { partner: mine, storeId: one.id, state });
  }
  await givenStaff(app, { partner: other, storeId: one.id, state: "TRAINING" });
  const finance = await app.signIn({ permissions: ["partner:deposit:edit"] });
  for (const amountFen of [700, 5]) {
    const body = { kind: "PAY" as const, amountFen, happenedOn: dayIn(app, 0), voucher: "PZ1" };
    await finance.call(contract.addDeposit, { params: { id: mine.id }, body });
  }
  const { data } = await client.call(contract.listPartners, {});
  const told = data.list.map((row) => [
    row.id,
    row.storeCount,
    row.staffCount,
    row.accountCount,
    row.contractEndOn,
    row.depositFen,
    row.regionName,
    row.cities,
    row.onboarding,
  ]);
  const shared = [region.name, [{ code: "330100", name: "杭州市" }], null];
  assert.deepEqual(
    new Map(told.map(([id, ...facts]) => [id, facts])),
    new Map([
      [mine.id, [2, 5, 2, endOn, 705, ...shared]],
      [other.id, [0, 2, 1, dayIn(app, 99), 0, ...shared]],
    ]),
  );
  const stores = await client.call(contract.listPartnerStores, { params: { id: mine.id } });
  assert.deepEqual(
    new Map(stores.data.map(({ id, name, staffCount }) => [id, [name, staffCount]])),
    new Map([
      [one.id, [one.name, 2]],
      [two.id, [two.name, 0]],
    ]),
  );
});

test("partner 5.1 the row of a partner that comes in tells how far it is, the required tasks alone", async () => {
  const { client, partner } = await given();
  const [ahead, behind] = [
    await partner({ state: "ONBOARDING", kinds: ["DELIVERY"] }),
    await partner({ state: "ONBOARDING", kinds: ["EVENT"] }),
  ];
  await partner();
  for (const one of [ahead, behind]) await app.arrange((tx) => syncTasks(tx, one));
  await app.rows(
    "update partner_onboard_task set state = 'DONE' where partner_id = $1 and code in ('CONTRACT', 'ADMIN', 'DEPOSIT')",
    [ahead.id],
  );
  const { data } = await client.call(contract.listPartners, { query: { state: "ONBOARDING" } });
  const day = (days: number) => dayIn(app, days);
  assert.deepEqual(
    new Map(data.list.map(({ id, onboarding }) => [id, onboarding])),
    new Map([
      [ahead.id, { done: 2, all: 4, readyOn: day(27), next: "关键岗位认证（至少2人）" }],
      [behind.id, { done: 0, all: 2, readyOn: day(10), next: "主合同签署" }],
    ]),
  );
  const { data: board } = await client.call(contract.showBoard, {});
  assert.deepEqual(
    board.map(({ stage, partners }) => [stage, partners.map(({ id }) => id)]),
    [
      ["REVIEW", []],
      ["CONTRACT", [behind.id]],
      ["PREPARING", [ahead.id]],
      ["READY", []],
    ],
  );
});

test("partner 5.1 the todos count what waits with the reader's partners, and nothing that is settled", async () => {
  const codes = ["partner:partner:approve", "partner:qualification:approve", "partner:onboard:handle"];
  const { client, partner } = await given([...VIEW, ...codes, "partner:contract:view", "partner:contract:approve"]);
  for (const state of ["REVIEW", "REVIEW", "DRAFT"] as const) await partner({ state });
  const [busy, ended] = [await partner(), await partner({ state: "TERMINATED" })];
  await givenPaper(app, busy, { kind: "LICENSE", state: "WAITING" });
  for (const one of [busy, ended]) await givenPaper(app, one, { kind: "DATA", state: "EXPIRED" });
  const task = async (wishes: Partial<PartnerRow>, late: number, state = "WAITING") => {
    const one = await partner({ state: "ONBOARDING", kinds: ["EVENT"] });
    await app.arrange((tx) => syncTasks(tx, one));
    await app.rows(
      "update partner_onboard_task set due_on = $2, state = $3 where partner_id = $1 and code = 'SETTLE'",
      [one.id, dayIn(app, -late), state],
    );
    await app.rows("update partner set state = $2 where id = $1", [one.id, wishes.state ?? "ONBOARDING"]);
  };
  await task({}, 1);
  await task({}, 0);
  await task({}, 1, "DONE");
  await task({ state: "ACTIVE" }, 1);
  const ending = async (days: number, wishes: Parameters<typeof givenContract>[2] = {}) => {
    const one = await partner();
    await givenContract(app, one, { endOn: dayIn(app, days), ...wishes });
    return one;
  };
  for (const days of [0, 30, 31, -1]) await ending(days);
  await ending(5, { kind: "SUPPLEMENT" });
  await ending(9, { startOn: dayIn(app, 3) });
  const next = { startOn: dayIn(app, 31), endOn: dayIn(app, 60) };
  await givenContract(app, await ending(30), next);
  await givenContract(app, await ending(30), { ...next, kind: "SUPPLEMENT" });
  await givenContract(app, await ending(30), { ...next, state: "REVIEW" });
  const { data } = await client.call(myTodos, {});
  assert.deepEqual(Object.fromEntries(data.map(({ key, count }) => [key, count])), {
    "partner.review": 2,
    "partner.paperWaiting": 1,
    "partner.paperExpired": 1,
    "partner.onboarding": 1,
    "partner.contractEnding": 4,
    "platform.approval": 1,
  });
});

test("partner 5.1 one chooses regions in reach and managers of the brand; who belongs to a partner is told so", async () => {
  const { client, partner, region } = await given();
  const one = await partner();
  const elsewhere = await givenOrganization(app, { type: "REGION" });
  const own = await app.signIn({ permissions: EDIT, scope: "ORG_TREE", organization: { id: one.orgId ?? "" } });
  const [office, both] = [await app.signIn({ permissions: EDIT }), await app.signIn({ permissions: VIEW })];
  await givenMembership(app, { user: both.user, organization: { id: one.orgId ?? "" } });
  const choice = ({ id, name }: { id: string; name: string }) => ({ id, name });
  const choices = async (who: typeof client, kind: string) => {
    const query = { by: "partner:partner:view" };
    return (await who.call(searchRefs, { params: { kind }, query })).data.map(choice);
  };
  const options = async (who: typeof client) => ({
    ...(await who.call(contract.listPartnerOptions, {})).data,
    regions: await choices(who, "partnerRegion"),
    managers: await choices(who, "channelManager"),
  });
  const near = await options(client);
  assert.deepEqual([near.regions, near.isOwnPerson], [[choice(region)], false]);
  assert.ok(near.managers.some(({ id, name }) => id === office.user.id && name === office.user.userName));
  assert.ok(!near.managers.some(({ id }) => id === client.user.id));
  const far = await options(office);
  assert.deepEqual(
    far.regions
      .filter(({ id }) => [region.id, elsewhere.id].includes(id))
      .map(({ id }) => id)
      .sort(),
    [region.id, elsewhere.id].sort(),
  );
  assert.deepEqual([far.isOwnPerson, (await options(own)).isOwnPerson], [false, true]);
  assert.equal((await options(both)).isOwnPerson, false, "who works for the brand as well is none of theirs alone");
  const self = await app.signIn({ permissions: VIEW, scope: "SELF" });
  assert.deepEqual((await options(self)).regions, []);
});

test("partner 5.1 the search offers partners that are not over", async () => {
  const { client, partner } = await given();
  const live = await partner({ shortName: "搜得到甲" });
  await partner({ shortName: "搜得到乙", state: "TERMINATED" });
  const search = { params: { kind: "partner" }, query: { by: "partner:partner:view", keyword: "搜得到" } };
  const { data } = await client.call(searchRefs, search);
  assert.deepEqual(
    data.map(({ id }) => id),
    [live.id],
  );
  await Promise.all(Array.from({ length: MOST_CHOICES }, (_, n) => partner({ shortName: `搜得到丙${n}` })));
  const many = await client.call(searchRefs, search);
  assert.equal(many.data.length, MOST_CHOICES, "the first of them are offered");
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
  const nearly = await partner({ state: "SUSPENDED" });
  await givenPapers(app, nearly);
  await givenContract(app, nearly, { depositFen: 1 });
  assert.deepEqual(await missing(nearly), ["deposits 保证金（还差0.01元）", "accounts 已校验的结算账户"]);
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
    one.id,
    dayIn(app, -1),
  ]);
  await app.rows(
    "update partner_onboard_task set due_on = $2, state = 'DONE' where partner_id = $1 and code = 'CERT'",
    [one.id, dayIn(app, -1)],
  );
  await givenStaff(app, { partner: one, state: "REVIEW" });
  await givenStaff(app, { partner: one, state: "TRAINING" });
  await givenStaff(app, { partner: other, state: "REVIEW" });
  await givenContract(app, one, { state: "REVIEW", startOn: dayIn(app, 50), endOn: dayIn(app, 90) });
  const scored = { items: [], total_hundredths: 100, level: "C", state: "CLOSED" };
  await insert("partner_assessment", { ...scored, period: "2026-01", rectify_due_on: dayIn(app, 9) });
  await insert("partner_assessment", {
    ...scored,
    period: "2026-02",
    rectify_due_on: dayIn(app, 9),
    rectified_at: app.now().toISOString(),
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

test("PT-R18 new kinds of a partner that comes in bring its tasks up to date", async () => {
  const office = await app.signIn({ permissions: EDIT });
  const partner = await givenPartner(app, { state: "ONBOARDING", managerId: office.user.id });
  await app.arrange((tx) => syncTasks(tx, partner));
  const { fullName, shortName, uscc, regionId, cityCodes, managerId, contactName, version } = partner;
  const body = {
    fullName,
    shortName,
    uscc,
    kinds: ["EVENT" as const],
    regionId,
    cityCodes,
    managerId,
    parentPartnerId: null,
    registeredCapitalFen: null,
    foundedOn: null,
    regAddress: null,
    contactName,
    contactEmail: null,
    version,
  };
  assert.equal((await office.call(contract.editPartner, { params: { id: partner.id }, body })).msg, "");
  const { data } = await office.call(contract.listOnboardTasks, { params: { id: partner.id } });
  assert.deepEqual(
    data.tasks.map(({ code }) => code),
    ["CONTRACT", "SETTLE"],
  );
});
