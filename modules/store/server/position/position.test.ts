import assert from "node:assert/strict";
import { test } from "node:test";
import { givenPartner, givenStaff } from "@ops/partner/server/testing";
import { BusinessError } from "@ops/platform/contract";
import * as contract from "../../contract/index.ts";
import { givenSeat } from "../headcount/testing.ts";
import { givenStore, givenStorePositions, testApp } from "../testing.ts";
import { requireStorePosition, storePositions } from "./published.ts";

const app = testApp();
const codes = ["store:position:list", "store:position:edit"];

test("store 5.10 positions that fit stores are listed with their family, roles and heads, the set up ones first", async () => {
  await givenStorePositions(app);
  const partner = await givenPartner(app);
  const { id: storeId } = await givenStore(app);
  const { id: partnerStore } = await givenStore(app, { operateMode: "PARTNER", partnerId: partner.id });
  await givenStaff(app, { partner, storeId: partnerStore });
  for (const state of ["IN_POST", "MOVING", "LEAVING", "TRAINING", "TO_JOIN"] as const) {
    await givenSeat(app, { storeId, state, ...(state === "LEAVING" ? { leaveOn: "2027-01-01" } : {}) });
  }
  await app.rows(
    `insert into position (id, created_at, created_by, updated_at, updated_by, code, name, org_types, rank)
     values (gen_random_uuid(), now(), gen_random_uuid(), now(), gen_random_uuid(), 'techAdvisor', '技师', '{STORE}', 10),
       (gen_random_uuid(), now(), gen_random_uuid(), now(), gen_random_uuid(), 'clerk', '行政', '{DEPT}', 10)`,
  );
  const keeper = await app.signIn({ permissions: codes });
  const { data } = await keeper.call(contract.listStorePositions, {});
  assert.deepEqual(
    data
      .filter(({ positionCode }) => positionCode !== "PARTNER_STAFF") // of authority itself, for people of partners
      .map(({ name, family, heads, isShown }) => [name, family, heads, isShown]),
    [
      ["店长", "MANAGE", 0, true],
      ["销售顾问", "SALES", 4, true],
      ["交付专员", "DELIVERY", 0, true],
      ["技师", null, 0, false],
    ],
  );
  const own = await app.signIn({ permissions: codes, scope: "ORG", organization: { id: storeId } });
  const seen = (await own.call(contract.listStorePositions, {})).data.find(({ name }) => name === "销售顾问");
  assert.equal(seen?.heads, 3, "people in the reader's stores alone");
});

test("store 2.1 a position is set up without a version and changed with it; what is no position of stores is unknown", async () => {
  await givenStorePositions(app);
  const keeper = await app.signIn({ permissions: codes });
  const edit = (code: string, version: number | null, family = "TECH") =>
    keeper.call(contract.editStorePosition, {
      params: { code },
      body: { family, sort: 9, isShown: true, version },
    });
  await app.rows("delete from store_position where position_code = 'deliverySpecialist'");
  const made = await edit("deliverySpecialist", null);
  assert.deepEqual([made.data.family, made.data.sort, made.data.version], ["TECH", 9, 1]);
  assert.equal((await edit("deliverySpecialist", 1, "DELIVERY")).data.version, 2);
  assert.equal((await edit("deliverySpecialist", 1)).msgCode, "COMMON_VERSION_CONFLICT");
  assert.equal((await edit("deliverySpecialist", null)).msgCode, "COMMON_VERSION_CONFLICT");
  assert.equal((await edit("nobody", null)).msgCode, "COMMON_NOT_FOUND");
  assert.equal((await edit("salesAdvisor", 1, "OTHER")).msgCode, "COMMON_PARAM");
});

test("store 2.1 a position can be used in a store if it is enabled, shown there and fits the type", async () => {
  await givenStorePositions(app);
  const told = (code: string, orgType: "STORE" | "DELIVERY") =>
    app.arrange(async (tx) => {
      try {
        return (await requireStorePosition(tx, code, orgType)).family;
      } catch (refusal) {
        if (!(refusal instanceof BusinessError)) throw refusal;
        return refusal.message;
      }
    });
  assert.equal(await told("salesAdvisor", "STORE"), "SALES");
  assert.notEqual(await told("salesAdvisor", "DELIVERY"), "SALES");
  await app.rows("update store_position set is_shown = false where position_code = 'salesAdvisor'");
  assert.equal(await told("salesAdvisor", "STORE"), "岗位「销售顾问」未在门店启用");
  await app.rows("update store_position set is_shown = true where position_code = 'salesAdvisor'");
  await app.rows("update position set status = 'DISABLED' where code = 'salesAdvisor'");
  assert.notEqual(await told("salesAdvisor", "STORE"), "SALES");
  await app.rows("update position set status = 'ENABLED' where code = 'salesAdvisor'");
  const all = await app.arrange(storePositions);
  assert.deepEqual([...all.keys()].slice(0, 2), ["storeManager", "salesAdvisor"]);
});
