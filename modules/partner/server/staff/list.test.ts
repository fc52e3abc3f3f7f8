import assert from "node:assert/strict";
import { test } from "node:test";
import type { QueryOf } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { givenPartner, givenStaff, givenStore, testApp } from "../testing.ts";
import { freezeStaff, setStaffReadOnly } from "./account/freeze.ts";
import { staffStory } from "./testing.ts";

type Asked = Partial<QueryOf<typeof contract.listStaffs>>;

const app = testApp();
const { adminOf, givenSales, hq } = staffStory(app);

test("partner 5.2 the sign-ins with somebody's account are shown with the person, and those of others are not", async () => {
  const partner = await givenPartner(app);
  const admin = await adminOf(partner);
  const [seen, other] = [await givenStaff(app, { partner }), await givenStaff(app, { partner })];
  const training = await givenStaff(app, { partner, state: "TRAINING" });
  const logged = (userId: string | null, result: string) =>
    app.rows(
      `insert into login_log (id, occurred_at, user_id, identity_masked, kind, result, ip, ip_region, device, trace_id)
       values ($1, $2, $3, '137****0000', 'PASSWORD', $4, '10.20.30.40', '浙江杭州', 'Chrome', '')`,
      [newId(), app.now(), userId, result],
    );
  await logged(seen.userId, "BAD_CREDENTIAL");
  await logged(seen.userId, "SUCCESS");
  await logged(other.userId, "SUCCESS");
  const loginsOf = async ({ id }: { id: string }, query = {}) =>
    (await admin.call(contract.listStaffLogins, { params: { id }, query })).data;
  const { list, total } = await loginsOf(seen);
  assert.deepEqual(
    [total, list.map(({ result }) => result).sort(), new Set(list.map(({ ip }) => ip))],
    [2, ["BAD_CREDENTIAL", "SUCCESS"], new Set(["10.20.*.*"])],
  );
  assert.equal((await loginsOf(seen, { pageNo: 2, pageSize: 1 })).list.length, 1);
  assert.equal((await loginsOf(training)).total, 0);
  const stranger = await adminOf(await givenPartner(app));
  const hidden = await stranger.call(contract.listStaffLogins, { params: { id: seen.id }, query: {} });
  assert.equal(hidden.msgCode, "COMMON_NOT_FOUND");
});

test("partner 5.2 the list finds people by the account that it shows", async () => {
  const partner = await givenPartner(app);
  const admin = await adminOf(partner);
  const given = () => givenStaff(app, { partner });
  const turn = ({ id }: { id: string }, state: string) =>
    app.rows(
      "update partner_staff set state = $2, leave_on = case $2 when 'LEFT' then '2026-06-30'::date end where id = $1",
      [id, state],
    );
  const usable = await given();
  const [readOnly, frozen, leaving] = [await given(), await given(), await given()];
  const [left, back] = [await given(), await given()];
  await app.arrange((tx) => setStaffReadOnly(tx, readOnly, true));
  await app.arrange((tx) => freezeStaff(tx, frozen, "MANUAL"));
  await turn(leaving, "LEAVING");
  await app.arrange((tx) => freezeStaff(tx, left, "SECURITY"));
  await turn(left, "LEFT");
  await turn(back, "REVIEW");
  const training = await givenStaff(app, { partner, state: "TRAINING" });
  const listed = async (query: Asked) => (await admin.call(contract.listStaffs, { query })).data.list;
  const expected = [
    ["USABLE", [usable]],
    ["READ_ONLY", [readOnly]],
    ["FROZEN", [frozen, leaving]],
    ["CLOSED", [left, back]],
    ["NONE", [training]],
  ] as const;
  const shown = await listed({});
  assert.equal(shown.length, 7);
  for (const [account, people] of expected) {
    const wanted = people.map(({ id }) => id).sort();
    assert.deepEqual((await listed({ account })).map(({ id }) => id).sort(), wanted, `found as ${account}`);
    const told = shown.filter((one) => one.account === account);
    assert.deepEqual(told.map(({ id }) => id).sort(), wanted, `shown as ${account}`);
  }
  const bySource = async (freezeSource: contract.FreezeSource) => (await listed({ freezeSource })).map(({ id }) => id);
  assert.deepEqual([await bySource("MANUAL"), await bySource("INACTIVE")], [[frozen.id], []]);
});

test("partner 5.2 the list finds people by what they are called, where they work and how they stand", async () => {
  const partner = await givenPartner(app);
  const [store, other] = [await givenStore(app, partner), await givenPartner(app)];
  const office = await hq();
  const seller = await givenStaff(app, { partner, name: "寻人甲", storeId: store.id });
  const leader = await givenStaff(app, { partner, name: "寻人乙", positionCode: "MANAGER" });
  const foreign = await givenStaff(app, { partner: other, name: "寻人丙", state: "TRAINING" });
  const found = async (query: Asked) => {
    const { data } = await office.call(contract.listStaffs, { query: { name: "寻人", ...query } });
    return data.list.map(({ name }) => name).sort();
  };
  assert.deepEqual(await found({}), ["寻人丙", "寻人乙", "寻人甲"]);
  assert.deepEqual(await found({ name: "人甲" }), ["寻人甲"]);
  assert.deepEqual(await found({ staffNo: leader.staffNo }), ["寻人乙"]);
  assert.deepEqual(await found({ partnerId: partner.id }), ["寻人乙", "寻人甲"]);
  assert.deepEqual(await found({ storeId: store.id }), ["寻人甲"]);
  assert.deepEqual(await found({ positionCode: "MANAGER" }), ["寻人乙"]);
  assert.deepEqual(await found({ state: "TRAINING" }), ["寻人丙"]);
  const at = "2026-11-01 09:30:00";
  await app.rows("update app_user set last_login_at = $2 where id = $1", [seller.userId, `${at}+08`]);
  const { data } = await office.call(contract.getStaff, { params: { id: seller.id } });
  assert.deepEqual([data.partnerName, data.storeName], [partner.shortName, store.name]);
  const { data: unseen } = await office.call(contract.getStaff, { params: { id: foreign.id } });
  assert.deepEqual([data.lastLoginAt, unseen.lastLoginAt, unseen.storeName], [at, null, null]);
  const centre = await givenStore(app, partner, "DELIVERY");
  const choices = await office.call(contract.listStaffChoices, { params: { id: partner.id } });
  assert.deepEqual(
    new Map(choices.data.stores.map(({ id, name }) => [id, name])),
    new Map([
      [store.id, store.name],
      [centre.id, centre.name],
    ]),
  );
  const draft = await givenPartner(app, { state: "DRAFT", orgId: null });
  const none = await office.call(contract.listStaffChoices, { params: { id: draft.id } });
  assert.deepEqual([none.msg, none.data.stores], ["", []]);
  assert.deepEqual(data.reach, [
    `最多看到${partner.shortName} · ${store.name}的数据，看不到其他伙伴和品牌内部数据`,
    `按角色「${data.roleNames[0]}」使用功能`,
  ]);
  const bare = await givenStaff(app, { partner: other, state: "TRAINING", roleIds: [] });
  assert.deepEqual((await office.call(contract.getStaff, { params: { id: bare.id } })).data.reach, [
    `最多看到${other.shortName}全公司的数据，看不到其他伙伴和品牌内部数据`,
    "还没有角色，登录后看不到任何功能",
  ]);
  assert.equal(foreign.partnerId, other.id);
});

test("section 7: with a scope of one's own somebody sees oneself; who looks after no partner has none to choose", async () => {
  const partner = await givenPartner(app);
  const [own] = [await givenStaff(app, { partner }), await givenStaff(app, { partner })];
  const client = await app.signIn({ permissions: ["partner:staff:view"], scope: "SELF" });
  const seen = async () => (await client.call(contract.listStaffs, {})).data.list.map(({ id }) => id);
  assert.deepEqual(await seen(), []);
  assert.deepEqual((await client.call(contract.listStaffPartners, {})).data, []);
  await app.rows("update partner_staff set user_id = $2 where id = $1", [own.id, client.user.id]);
  assert.deepEqual(await seen(), [own.id]);
});

test("partner 5.2 the list finds people by certificates and last sign-in, and counts them by state", async () => {
  const partner = await givenPartner(app);
  const usable = await givenStaff(app, { partner });
  const { staff: certified } = await givenSales(partner, 10);
  const { staff: safe } = await givenSales(partner, 200);
  const training = await givenStaff(app, { partner, state: "TRAINING" });
  const ids = async (query: Asked) => {
    const admin = await adminOf(partner);
    return (await admin.call(contract.listStaffs, { query })).data.list.map(({ id }) => id).sort();
  };
  const sorted = (...rows: { id: string }[]) => rows.map(({ id }) => id).sort();
  assert.deepEqual(await ids({ certStanding: "ENDING" }), sorted(certified));
  assert.deepEqual(await ids({ certStanding: "MISSING" }), sorted(training));
  assert.deepEqual(await ids({ certStanding: "WAIVED" }), sorted(usable));
  assert.deepEqual(await ids({ certStanding: "VALID" }), sorted(safe));
  assert.deepEqual(await ids({ certStanding: "EXPIRED" }), []);
  const active = sorted(usable, certified, safe);
  const idleFor = async () => [
    await ids({ lastLogin: "7" }),
    await ids({ lastLogin: "OVER_30" }),
    await ids({ lastLogin: "OVER_60" }),
  ];
  app.passTime(6.9 * 86_400);
  assert.deepEqual(await idleFor(), [active, [], []]);
  app.passTime(0.2 * 86_400);
  assert.deepEqual(await idleFor(), [[], [], []]);
  app.passTime(22.8 * 86_400);
  assert.deepEqual(await idleFor(), [[], [], []]);
  app.passTime(0.2 * 86_400);
  assert.deepEqual(await idleFor(), [[], active, []]);
  assert.deepEqual(await ids({ certStanding: "EXPIRED" }), sorted(certified));
  app.passTime(29.8 * 86_400);
  assert.deepEqual(await idleFor(), [[], active, []]);
  app.passTime(0.2 * 86_400);
  assert.deepEqual(await idleFor(), [[], active, active]);
  const counts = (await (await adminOf(partner)).call(contract.countStaffs, {})).data;
  assert.deepEqual(
    counts.filter(({ count }) => count > 0).map(({ state, count }) => [state, count]),
    [
      ["TRAINING", 1],
      ["ACTIVE", 3],
    ],
  );
});
