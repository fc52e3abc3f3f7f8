import assert from "node:assert/strict";
import { test } from "node:test";
import { AuthorityTestApp, exported, importing } from "@ops/authority/server/testing";
import { addToBlacklist, partnerModule } from "@ops/partner/server";
import { givenPartner, givenStaff as givenPartnerStaff } from "@ops/partner/server/testing";
import { addDays } from "@ops/platform/contract";
import { declareTestApp } from "@ops/platform/server/testing";
import { vehicleModule } from "@ops/vehicle/server";
import * as contract from "../../contract/index.ts";
import { storeModule } from "../index.ts";
import { givenNumbers, givenQuota, givenStore, givenStorePositions, givenStoreStaff } from "../testing.ts";
import { staffStory } from "./testing.ts";

const modules = [vehicleModule, partnerModule, storeModule];
const app = declareTestApp(new AuthorityTestApp(modules, undefined, { background: true }));
const { today, hq } = staffStory(app);
const excel = importing(app, contract.staffImport);

interface Typed {
  readonly phone?: string;
  readonly name?: string;
  readonly idNo?: string | null;
  readonly employed?: string;
  readonly day?: string;
  readonly source?: string;
}

async function givenPlace(quota: number) {
  await givenStorePositions(app);
  const store = await givenStore(app);
  await givenQuota(app, store.id, quota);
  const rowOf = (typed: Typed = {}) => {
    const numbers = { ...givenNumbers(), ...typed };
    const { phone, name = "导入人员", idNo, employed = null, day = today(), source = null } = numbers;
    return [phone, name, idNo, store.storeCode, "salesAdvisor", employed, day, source];
  };
  return { store, rowOf };
}

test("section 8: new people of a file become 待入职 with a seat; those with a live record are updated", async () => {
  const client = await hq();
  const { store, rowOf } = await givenPlace(3);
  const { phone } = givenNumbers();
  const { phone: returning } = givenNumbers();
  await givenStoreStaff(app, { state: "LEFT", phone: returning });
  const known = await givenStoreStaff(app, {
    storeId: store.id,
    phone,
    state: "CANDIDATE",
    name: "原名",
    source: "HUNTER",
  });
  const { task } = await excel.run(client, [
    rowOf({ name: "新人", employed: "实习", source: "校招" }),
    rowOf({ name: "又一", idNo: null }),
    rowOf({ name: "回来", idNo: null, phone: returning }),
    rowOf({ phone, name: "改名", idNo: null, day: addDays(today(), 2) }),
  ]);
  assert.equal(task.failCount, 0);
  const { data } = await client.call(contract.listStaff, {
    query: { storeId: store.id, sortBy: "name", sortOrder: "asc" },
  });
  assert.deepEqual(
    data.list.map(({ name, state, employType, source }) => [name, state, employType, source]).toSorted(),
    [
      ["又一", "TO_JOIN", "FULL", "IMPORT"],
      ["回来", "TO_JOIN", "FULL", "IMPORT"],
      ["改名", "CANDIDATE", "FULL", "HUNTER"],
      ["新人", "TO_JOIN", "INTERN", "CAMPUS"],
    ].toSorted(),
  );
  assert.equal(data.list.find(({ id }) => id === known.id)?.entryDate, addDays(today(), 2));
});

test("section 8: rows are refused with the words that the same person typed by hand gets", async () => {
  const client = await hq();
  const { store, rowOf } = await givenPlace(1);
  const working = givenNumbers();
  await givenStoreStaff(app, working);
  const closed = await givenStore(app, { state: "CLOSED" });
  await givenStoreStaff(app, { storeId: store.id, state: "TO_JOIN" });
  const [phone, , , , ...rest] = rowOf();
  assert.deepEqual(
    (
      await excel.problems(client, [
        rowOf({ idNo: "110101199001010010" }),
        [phone ?? "", "某人", null, closed.storeCode, ...rest],
        rowOf({ phone: working.phone, idNo: null }),
        rowOf(),
      ])
    ).map((problem) => problem.slice(2)),
    [
      "身份证号校验失败",
      "门店不存在或已闭店",
      "在职人员的门店与岗位请通过异动修改",
      "「销售顾问」编制已满（编制1，占用0，预占1）",
    ],
  );
});

test("ST-R8 earlier rows of a file take their seats: the second on the last seat fails at the check", async () => {
  const client = await hq();
  const { store, rowOf } = await givenPlace(2);
  const known = givenNumbers();
  const other = await givenStore(app);
  await givenQuota(app, other.id, 1);
  await givenStoreStaff(app, { ...known, storeId: other.id, state: "TO_JOIN" });
  const problems = await excel.problems(client, [
    rowOf({ day: addDays(today(), 5) }),
    rowOf({ idNo: "110101199001010010" }),
    rowOf({ phone: known.phone, idNo: null }),
    rowOf(),
  ]);
  assert.deepEqual(
    problems.map((problem) => problem.slice(2)),
    ["身份证号校验失败", "「销售顾问」编制已满（编制2，占用0，预占2）"],
    "a row that fails takes none, somebody who comes from elsewhere takes one",
  );
  assert.equal((await app.rows("select 1 from store_staff where store_id = $1", [store.id])).length, 0);
});

test("ST-R9 two rows of a file with one id number: the second is told at the check, unless the first fails", async () => {
  const client = await hq();
  const { rowOf } = await givenPlace(9);
  const [{ idNo }, { idNo: other }] = [givenNumbers(), givenNumbers()];
  const problems = await excel.problems(client, [
    rowOf({ idNo }),
    rowOf({ idNo: idNo.toLowerCase() }),
    rowOf({ idNo: other, day: "2001-01-01" }),
    rowOf({ idNo: other }),
    rowOf({ idNo: null }),
    rowOf({ idNo: null }),
  ]);
  assert.deepEqual(problems, ["3 身份证号与第2行重复", "4 入职人员须年满18周岁"]);
});

test("ST-R9 of the rows of a file those are refused whose numbers somebody here, of a partner or of the list has", async () => {
  const client = await hq();
  const { rowOf } = await givenPlace(5);
  const [live, partners, listed] = [givenNumbers(), givenNumbers(), givenNumbers()];
  await givenStoreStaff(app, live);
  await givenPartnerStaff(app, { partner: await givenPartner(app), phone: partners.phone });
  const reason = { name: "某某", phone: null, reason: "飞单", untilOn: null };
  await app.arrange((tx) => addToBlacklist(tx, { ...reason, idNo: listed.idNo }));
  const rows = [rowOf({ idNo: live.idNo }), rowOf({ phone: partners.phone }), rowOf({ idNo: listed.idNo }), rowOf()];
  const problems = await excel.problems(client, rows);
  assert.deepEqual(
    problems.map((problem) => problem.replace(/：.*/, "")),
    ["2 该身份证号已有在职或在招记录", "3 该人员为合作伙伴员工", "4 该人员在限制名单中，不能录入"],
  );
});

test("section 8: the file of people shows phones masked", async () => {
  const client = await hq();
  const { phone } = givenNumbers();
  const staff = await givenStoreStaff(app, { phone, name: "导出人" });
  const { rows } = await exported(app, client, contract.staffSheet, { query: { storeId: staff.storeId } });
  assert.equal(rows.length, 1);
  assert.equal(JSON.stringify(rows).includes(phone), false);
});
