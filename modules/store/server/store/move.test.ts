import assert from "node:assert/strict";
import { test } from "node:test";
import { givenOrganization } from "@ops/authority/server/testing";
import { givenPartner, givenStaff } from "@ops/partner/server/testing";
import type { BodyInputOf } from "@ops/platform/contract";
import * as contract from "../../contract/index.ts";
import { givenMove, givenSeat } from "../headcount/testing.ts";
import { givenStore, givenStorePositions, givenStoreStaff, testApp } from "../testing.ts";
import { givenKeeper, organizationOf } from "./testing.ts";

const app = testApp();

test("ST-R6 变更归属 sets mode, partner and parent together, with its reason in the log", async () => {
  const { region, create } = await givenKeeper(app);
  const hq = await app.signIn({ boolAdmin: true });
  const partner = await givenPartner(app);
  const { data: store } = await create();
  const move = (body: Omit<BodyInputOf<typeof contract.moveStore>, "reason">) =>
    hq.call(contract.moveStore, { params: { id: store.id }, body: { reason: "转为合伙经营", ...body } });
  const same = await move({ operateMode: "DIRECT", regionId: region.id, version: 1 });
  assert.equal(same.msgCode, "STORE_MOVE_SAME");
  const moved = await move({ operateMode: "PARTNER", partnerId: partner.id, version: 1 });
  assert.deepEqual([moved.msg, moved.data.operateMode, moved.data.partnerId], ["", "PARTNER", partner.id]);
  assert.equal((await organizationOf(app, store.id))?.parentId, partner.orgId);
  const [log] = await app.rows<{ reason: string; bizType: string }>(
    `select reason, biz_type as "bizType" from audit_log where action_name = '变更门店归属' and biz_id = $1`,
    [store.id],
  );
  assert.deepEqual([log?.reason, log?.bizType], ["转为合伙经营", "store"]);
  assert.ok((await app.published(contract.storeChanged)).some(({ storeId }) => storeId === store.id));
  const back = await move({ operateMode: "DIRECT", regionId: region.id, version: 2 });
  assert.deepEqual([back.msg, back.data.partnerId, back.data.partnerName], ["", null, null]);
  assert.equal((await organizationOf(app, store.id))?.parentId, region.id);
  const stale = await move({ operateMode: "PARTNER", partnerId: partner.id, version: 2 });
  assert.equal(stale.msgCode, "COMMON_VERSION_CONFLICT");
  await app.rows("update store set state = 'CLOSED' where id = $1", [store.id]);
  assert.equal((await move({ operateMode: "PARTNER", partnerId: partner.id, version: 3 })).msgCode, "STORE_CLOSED");
});

test("ST-R6 nobody of the other company may still work there", async () => {
  await givenStorePositions(app);
  const { region, create } = await givenKeeper(app);
  const hq = await app.signIn({ boolAdmin: true });
  const [partner, other] = [await givenPartner(app), await givenPartner(app)];
  const move = (id: string, body: Omit<BodyInputOf<typeof contract.moveStore>, "reason" | "version">) =>
    hq.call(contract.moveStore, { params: { id }, body: { reason: "经营调整", version: 1, ...body } });
  const { data: own } = await create();
  await givenSeat(app, { storeId: own.id, state: "IN_POST" });
  await givenSeat(app, { storeId: own.id, state: "LEAVING", leaveOn: "2099-01-01" });
  await givenSeat(app, { storeId: own.id, state: "TO_JOIN", entryDate: "2099-01-01" });
  await givenSeat(app, { storeId: own.id, state: "CANDIDATE" });
  const { data: near } = await create();
  for (const state of ["WAITING", "REJECTED"]) {
    const staffId = await givenSeat(app, { storeId: near.id, state: "MOVING" });
    const way = { from: { storeId: near.id }, to: { storeId: own.id }, effectiveDate: "2099-01-01" };
    await givenMove(app, { staffId, ...way, state });
  }
  const refused = await move(own.id, { operateMode: "PARTNER", partnerId: partner.id });
  assert.deepEqual(
    [refused.msgCode, refused.msg],
    ["STORE_MOVE_PEOPLE", "门店仍有直营人员4人"],
    "somebody is about to come",
  );
  const region2 = await givenOrganization(app, { type: "REGION" });
  const within = await hq.call(contract.moveStore, {
    params: { id: own.id },
    body: { operateMode: "DIRECT", regionId: region2.id, reason: "大区调整", version: 1 },
  });
  assert.equal(within.msg, "", "own people move along to another region");
  await app.node.events.deliverAll();
  const told = (await app.published(contract.storeChanged)).filter(({ storeId }) => storeId === own.id);
  assert.equal(told.length, 2, "once by the move, and once because its organisation lies elsewhere");
  const organization = await givenOrganization(app, { parent: await pathOf(partner.orgId) });
  const theirs = await givenStore(app, { organization, operateMode: "PARTNER", partnerId: partner.id });
  await givenStaff(app, { partner, storeId: theirs.id });
  const toBrand = await move(theirs.id, { operateMode: "DIRECT", regionId: region.id });
  assert.equal(toBrand.msg, "门店仍有合作伙伴人员1人");
  assert.equal((await move(theirs.id, { operateMode: "PARTNER", partnerId: other.id })).msgCode, "STORE_MOVE_PEOPLE");
  const mode = await move(theirs.id, { operateMode: "AUTHORIZED", partnerId: partner.id });
  assert.equal(mode.msg, "", "the same partner keeps its people");
});

async function pathOf(id: string | null) {
  const [found] = await app.rows<{ id: string; name: string; path: string; level: number }>(
    "select id, name, path, level from organization where id = $1",
    [id],
  );
  assert.ok(found);
  return found;
}

test("ST-R4 the manager of a store is in post there, own or of its partner", async () => {
  await givenStorePositions(app);
  const store = await givenStore(app);
  const hq = await app.signIn({ boolAdmin: true });
  const person = await app.signIn({ organization: { id: store.id } });
  const set = (userId: string | null) =>
    hq.call(contract.setStoreManager, { params: { id: store.id }, body: { userId, version: 1 } });
  const refused = await set(person.user.id);
  assert.deepEqual(
    [refused.msgCode, refused.msg, refused.data],
    ["STORE_MANAGER", "店长须为本店在岗人员", { field: "userId" }],
  );
  await givenSeat(app, { storeId: store.id, state: "IN_POST", userId: person.user.id });
  for (const state of ["TRAINING", "TO_JOIN", "CANDIDATE"] as const) {
    await givenSeat(app, { storeId: store.id, state, entryDate: "2026-01-04" });
  }
  for (const state of ["LEFT", "LEAVING"] as const) {
    await givenSeat(app, { storeId: store.id, state, leaveOn: "2026-02-01", entryDate: "2026-01-04" });
  }
  const led = await set(person.user.id);
  assert.deepEqual([led.msg, led.data.managerName], ["", person.user.userName]);
  assert.equal((await app.auditOf(store)).at(-1)?.bizType, "store", "in the log of the store");
  const people = await hq.call(contract.listStoreStaff, { params: { id: store.id } });
  assert.deepEqual(
    people.data.slice(0, 1).map(({ group, positionName, stateName, phone }) => [group, positionName, stateName, phone]),
    [["IN_POST", "销售顾问", "在岗", "133****0000"]],
  );
  assert.deepEqual(
    people.data.map(({ group, stateName }) => `${group} ${stateName}`).toSorted(),
    ["IN_POST 在岗", "IN_POST 离职办理中", "TO_JOIN 待入职", "TRAINING 培训认证中"],
    "candidates are not there yet, and those who left are there no more",
  );
  assert.equal((await set(null)).data.managerName, null);
  const partner = await givenPartner(app);
  const organization = await givenOrganization(app, { parent: await pathOf(partner.orgId) });
  const theirs = await givenStore(app, { organization, operateMode: "PARTNER", partnerId: partner.id });
  const staff = await givenStaff(app, { partner, storeId: theirs.id });
  await app.rows("update app_user set status = 'ACTIVE' where id = $1", [staff.userId]);
  const lead = (userId: string | null) =>
    hq.call(contract.setStoreManager, { params: { id: theirs.id }, body: { userId, version: 1 } });
  assert.equal((await lead(person.user.id)).msgCode, "STORE_MANAGER", "somebody else is in post there");
  await app.rows("update partner_staff set state = 'TRAINING' where id = $1", [staff.id]);
  assert.equal((await lead(staff.userId)).msgCode, "STORE_MANAGER", "not in post now");
  await app.rows("update partner_staff set state = 'ACTIVE' where id = $1", [staff.id]);
  assert.equal((await lead(staff.userId)).msg, "");
  const others = await hq.call(contract.listStoreStaff, { params: { id: theirs.id } });
  assert.deepEqual(
    others.data.map(({ group, name }) => [group, name]),
    [["PARTNER", staff.name]],
  );
});

test("ST-R4 somebody who was just onboarded signs in before leading the store, and the refusal says so", async () => {
  const store = await givenStore(app);
  const { userId, name } = await givenStoreStaff(app, { storeId: store.id });
  const hq = await app.signIn({ boolAdmin: true });
  const lead = () => hq.call(contract.setStoreManager, { params: { id: store.id }, body: { userId, version: 1 } });
  const told = async (status: string) => {
    await app.rows("update app_user set status = $2 where id = $1", [userId, status]);
    const { msgCode, msg, data } = await lead();
    return [msgCode, msg, data];
  };
  const refused = (words: string) => [
    "STORE_MANAGER_ACCOUNT",
    `${name}的账号为${words}后才能设为店长`,
    { field: "userId" },
  ];
  assert.deepEqual(await told("PENDING"), refused("【待激活】，首次登录"));
  assert.deepEqual(await told("DORMANT"), refused("【休眠】，恢复正常"));
  await app.rows("update app_user set status = 'ACTIVE' where id = $1", [userId]);
  assert.deepEqual([(await lead()).msg, (await lead()).data.managerName], ["", name]);
});
