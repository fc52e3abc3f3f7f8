import assert from "node:assert/strict";
import { test } from "node:test";
import { givenOrganization } from "@ops/authority/server/testing";
import { addDays, dayOf } from "@ops/platform/contract";
import * as contract from "../../contract/index.ts";
import { givenStore, givenStorePositions, testApp } from "../testing.ts";
import { adoptQuotas, applyTemplate } from "./template.ts";
import { givenSeat } from "./testing.ts";

const app = testApp();
const SALES = "salesAdvisor";
const codes = ["list", "edit", "template"].map((act) => `store:headcount:${act}`);
const whyNot = ({ msgCode, msg }: { msgCode: string; msg: string }) => `${msgCode} ${msg}`.trim();

async function givenKeeper() {
  await givenStorePositions(app);
  return app.signIn({ permissions: codes });
}

const quotasOf = async (storeId: string) =>
  (
    await app.rows<{ told: string }>(
      `select position_code || ' ' || effective_from || ' ' || quota || ' ' || source || ' ' || coalesce(reason, '-') as told
       from headcount_quota where store_id = $1 order by position_code, effective_from`,
      [storeId],
    )
  ).map(({ told }) => told);

test("ST-R8 a quota is set from a day on, with a reason; one of the same day is overwritten and the log tells", async () => {
  const keeper = await givenKeeper();
  const { id: storeId } = await givenStore(app);
  const today = dayOf(app.now());
  const save = (quota: number, effectiveFrom = today, more: object = {}) =>
    keeper.call(contract.saveQuotas, {
      body: { effectiveFrom, reason: "扩编", cells: [{ storeId, positionCode: SALES, quota }], ...more },
    });
  assert.equal(whyNot(await save(4)), "");
  assert.equal(whyNot(await save(5)), "");
  assert.equal(whyNot(await save(200, addDays(today, -30))), "");
  assert.equal(whyNot(await save(0, addDays(today, 7))), "");
  assert.deepEqual(await quotasOf(storeId), [
    `${SALES} ${addDays(today, -30)} 200 MANUAL 扩编`,
    `${SALES} ${today} 5 MANUAL 扩编`,
    `${SALES} ${addDays(today, 7)} 0 MANUAL 扩编`,
  ]);
  assert.equal(whyNot(await save(4, addDays(today, -31))), "STORE_HEADCOUNT_DAY 生效日期不能早于30天前");
  for (const quota of [-1, 201, 1.5]) assert.equal(whyNot(await save(quota)), "COMMON_PARAM 编制须为0-200");
  assert.equal((await save(3, today, { reason: " " })).msgCode, "COMMON_PARAM");
  const cell = { storeId, positionCode: SALES, quota: 1 };
  assert.equal(
    whyNot(await save(1, today, { cells: [cell, cell] })),
    "STORE_HEADCOUNT_TWICE 同一门店的同一岗位只能填写一次",
  );
  assert.equal(
    whyNot(await save(1, today, { cells: [{ ...cell, positionCode: "none" }] })),
    "STORE_POSITION_UNKNOWN 岗位编码「none」不存在",
  );
  const many = (count: number) => Array.from({ length: count }, () => cell);
  assert.equal((await save(1, today, { cells: many(501) })).msgCode, "COMMON_PARAM");
  assert.equal((await save(1, today, { cells: many(500) })).msgCode, "STORE_HEADCOUNT_TWICE");
  const { id: closed } = await givenStore(app, { state: "CLOSED" });
  assert.equal((await save(1, today, { cells: [{ ...cell, storeId: closed }] })).msgCode, "STORE_CLOSED");
  const [log] = await app.rows<{ reason: string; diffs: { label: string; before: string; after: string }[] }>(
    "select reason, diffs from audit_log where action_name = '调整编制' and diffs::text like '%\"4\"%' and diffs::text like '%\"5\"%'",
  );
  assert.deepEqual(
    [log?.reason, log?.diffs.map(({ label, before, after }) => [label, before, after])],
    ["扩编", [["编制", "4", "5"]]],
  );
});

test("ST-R8 a keeper of one store sees and changes the seats of no other", async () => {
  await givenStorePositions(app);
  const [own, other] = [await givenStore(app), await givenStore(app)];
  const keeper = await app.signIn({ permissions: codes, scope: "ORG", organization: { id: own.id } });
  const body = { effectiveFrom: dayOf(app.now()), reason: "扩编" };
  const cellOf = ({ id: storeId }: { id: string }) => ({ storeId, positionCode: SALES, quota: 2 });
  assert.equal((await keeper.call(contract.saveQuotas, { body: { ...body, cells: [cellOf(own)] } })).msg, "");
  const both = await keeper.call(contract.saveQuotas, { body: { ...body, cells: [cellOf(own), cellOf(other)] } });
  assert.equal(both.msgCode, "COMMON_NOT_FOUND");
  const apply = await keeper.call(contract.applyTemplates, { body: { ...body, storeIds: [other.id] } });
  assert.equal(apply.msgCode, "COMMON_NOT_FOUND");
  const grid = await keeper.call(contract.listHeadcounts, { query: {} });
  assert.deepEqual(
    grid.data.list.map(({ id, cells }) => [id, cells.length]),
    [[own.id, 1]],
  );
  const history = await keeper.call(contract.listQuotas, { query: {} });
  assert.deepEqual(
    history.data.list.map(({ storeName, positionName, quota, source, reason, updatedByName }) => [
      storeName,
      positionName,
      quota,
      source,
      reason,
      updatedByName,
    ]),
    [[own.name, "销售顾问", 2, "MANUAL", "扩编", keeper.user.userName]],
  );
});

test("ST-R8 the grid shows the stores of an organisation and all below, found by name or code, without closed ones", async () => {
  const keeper = await givenKeeper();
  const region = await givenOrganization(app, { type: "REGION" });
  const organization = await givenOrganization(app, { parent: region });
  const store = await givenStore(app, { organization, storeCode: "S999999001" });
  await givenStore(app, { organization: await givenOrganization(app, { parent: region }), state: "CLOSED" });
  const found = async (query: object) =>
    (await keeper.call(contract.listHeadcounts, { query })).data.list.map(({ id }) => id);
  assert.deepEqual(await found({ orgId: region.id }), [store.id]);
  assert.deepEqual(await found({ orgId: store.id }), [store.id]);
  assert.deepEqual(await found({ keyword: "999999" }), [store.id]);
  assert.deepEqual(await found({ keyword: "没有这家" }), []);
});

test("ST-R8 a template is saved as a whole and applied to stores of its type and level from a day on", async () => {
  const keeper = await givenKeeper();
  const kind = { storeType: "MALL", storeLevel: "A" } as const;
  const save = (rows: { positionCode: string; quota: number; minOpen: number }[]) =>
    keeper.call(contract.saveTemplate, { body: { ...kind, rows } });
  const manager = { positionCode: "storeManager", quota: 1, minOpen: 1 };
  const { data } = await save([manager, { positionCode: SALES, quota: 5, minOpen: 3 }]);
  assert.deepEqual(
    data.map(({ positionName, quota, minOpen }) => [positionName, quota, minOpen]),
    [
      ["销售顾问", 5, 3],
      ["店长", 1, 1],
    ],
  );
  await save([{ positionCode: SALES, quota: 6, minOpen: 6 }]);
  const listed = (await keeper.call(contract.listTemplates, {})).data.filter(({ storeType }) => storeType === "MALL");
  assert.deepEqual(
    listed.map(({ storeLevel, positionCode, quota, version }) => [storeLevel, positionCode, quota, version]),
    [["A", SALES, 6, 2]],
  );
  await save([{ positionCode: SALES, quota: 6, minOpen: 5 }]);
  const bigger = { storeType: "MALL", storeLevel: "S" as const, rows: [manager] };
  await keeper.call(contract.saveTemplate, { body: bigger });
  const kept = (await keeper.call(contract.listTemplates, {})).data.filter(({ storeType }) => storeType === "MALL");
  assert.deepEqual(
    kept.map(({ storeLevel, positionCode, minOpen, version }) => [storeLevel, positionCode, minOpen, version]),
    [
      ["A", SALES, 5, 3],
      ["S", "storeManager", 1, 1],
    ],
    "each level has its own",
  );
  const over = await save([{ positionCode: SALES, quota: 6, minOpen: 7 }]);
  assert.equal(whyNot(over), "STORE_TEMPLATE_OPEN 开业最低人数不能大于编制");
  assert.equal((await save([manager, manager])).msgCode, "STORE_TEMPLATE_TWICE");
  assert.equal((await save([{ ...manager, positionCode: "none" }])).msgCode, "STORE_POSITION_UNKNOWN");
  const [fits, other] = [await givenStore(app, kind), await givenStore(app, { storeType: "POPUP", storeLevel: "A" })];
  const today = dayOf(app.now());
  const apply = (storeIds: string[], effectiveFrom = today) =>
    keeper.call(contract.applyTemplates, { body: { effectiveFrom, reason: "年度编制", storeIds } });
  assert.equal(whyNot(await apply([fits.id])), "");
  assert.deepEqual(await quotasOf(fits.id), [`${SALES} ${today} 6 TEMPLATE 年度编制`]);
  assert.equal(
    whyNot(await apply([fits.id, other.id])),
    `STORE_TEMPLATE_EMPTY 该门店类型和等级没有编制模板：${other.name}`,
  );
  assert.equal((await apply([fits.id], addDays(today, -31))).msgCode, "STORE_HEADCOUNT_DAY");
});

test("ST-R8 a new store begins with its template, one that was taken in with seats for everybody who is there", async () => {
  await givenStorePositions(app);
  const keeper = await app.signIn({ boolAdmin: true });
  const kind = { storeType: "FULL", storeLevel: "B" } as const;
  const rows = [
    { positionCode: SALES, quota: 2, minOpen: 1 },
    { positionCode: "storeManager", quota: 1, minOpen: 1 },
  ];
  await keeper.call(contract.saveTemplate, { body: { ...kind, rows } });
  const [made, taken] = [await givenStore(app, kind), await givenStore(app, kind)];
  await app.arrange((tx) => applyTemplate(tx, made, "2027-01-01"));
  assert.deepEqual(await quotasOf(made.id), [
    `${SALES} 2027-01-01 2 TEMPLATE -`,
    "storeManager 2027-01-01 1 TEMPLATE -",
  ]);
  for (let n = 0; n < 3; n++) await givenSeat(app, { storeId: taken.id, state: "IN_POST" });
  await givenSeat(app, { storeId: taken.id, state: "IN_POST", positionCode: "deliverySpecialist" });
  const adopted = [
    "deliverySpecialist 2027-01-01 1 ADOPTED -",
    `${SALES} 2027-01-01 3 ADOPTED -`,
    "storeManager 2027-01-01 1 ADOPTED -",
  ];
  await app.arrange((tx) => adoptQuotas(tx, [taken.id], "2027-01-01"));
  assert.deepEqual(await quotasOf(taken.id), adopted);
  await app.arrange((tx) => adoptQuotas(tx, [taken.id], "2027-02-01"));
  assert.deepEqual(await quotasOf(taken.id), adopted, "a store with quotas keeps them");
});
