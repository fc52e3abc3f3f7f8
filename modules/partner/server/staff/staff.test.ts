import assert from "node:assert/strict";
import { test } from "node:test";
import { accountsOf } from "@ops/authority/server";
import { newId } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { givenPartner, givenPartnerRole, givenStaff, givenStore, idNoOf, testApp } from "../testing.ts";
import { setStaffReadOnly } from "./account/freeze.ts";
import { refusal, STAFF_CODES, staffStory } from "./testing.ts";

const app = testApp();
const { formOf, hq, adminOf, added, rowOf } = staffStory(app);

test("section 3.3: added, rejected, applied again, approved; the account opens by itself and its password goes out", async () => {
  const partner = await givenPartner(app);
  const admin = await adminOf(partner);
  const staff = await added(admin, partner);
  const rejected = await admin.call(contract.rejectStaff, {
    params: { id: staff.id },
    body: { version: staff.version, reason: "证件照不清" },
  });
  assert.deepEqual([rejected.data.state, rejected.data.stateReason], ["REJECTED", "证件照不清"]);
  const { name, positionCode, joinOn, contractType, roleIds } = staff;
  const second = await adminOf(partner);
  const resubmit = () =>
    second.call(contract.editStaff, {
      params: { id: staff.id },
      body: { name, positionCode, joinOn, contractType, roleIds, version: rejected.data.version },
    });
  await app.rows("update partner set state = 'SUSPENDED' where id = $1", [partner.id]);
  assert.equal((await resubmit()).msg, "伙伴当前为【已暂停】，不能录入员工或开通账号");
  await app.rows("update partner set state = 'ACTIVE' where id = $1", [partner.id]);
  const again = await resubmit();
  assert.deepEqual(
    [again.data.state, again.data.stateReason, again.data.submittedByName],
    ["REVIEW", null, second.user.userName],
  );
  const approved = await admin.call(contract.approveStaff, {
    params: { id: staff.id },
    body: { version: again.data.version },
  });
  assert.deepEqual([approved.data.state, approved.data.account], ["ACTIVE", "USABLE"]);
  const twice = await admin.call(contract.approveStaff, {
    params: { id: staff.id },
    body: { version: approved.data.version },
  });
  assert.deepEqual(refusal(twice), [
    false,
    "PARTNER_STAFF_STATE_ILLEGAL",
    "伙伴员工当前状态为【在职】，不能执行【审核通过】",
  ]);
});

test("section 3.3: nobody is added to a partner that is not 入驻中 or 合作中, and the store is one of its own", async () => {
  const [suspended, other] = [await givenPartner(app, { state: "SUSPENDED" }), await givenPartner(app)];
  const office = await hq();
  const closed = await office.call(contract.createStaff, { body: await formOf(suspended) });
  assert.deepEqual(refusal(closed), [false, "PARTNER_STAFF_PARTNER", "伙伴当前为【已暂停】，不能录入员工或开通账号"]);
  const partner = await givenPartner(app);
  const [store, foreign] = [await givenStore(app, partner), await givenStore(app, other)];
  const form = { ...(await formOf(partner)), positionCode: "SALES" };
  const wrong = await office.call(contract.createStaff, { body: { ...form, storeId: foreign.id } });
  assert.deepEqual(refusal(wrong), [false, "PARTNER_STAFF_STORE", "门店不属于该伙伴"]);
  const none = await office.call(contract.createStaff, { body: form });
  assert.deepEqual(refusal(none), [false, "PARTNER_STAFF_STORE_NEEDED", "请选择门店！"]);
  const good = await office.call(contract.createStaff, { body: { ...form, storeId: store.id } });
  assert.deepEqual([good.data.storeName, good.data.state], [store.name, "REVIEW"]);
  const chief = await office.call(contract.createStaff, { body: await formOf(partner) });
  assert.deepEqual([chief.msg, chief.data.storeName], ["", null], "an administrator works for the whole company");
  const { id, name, joinOn, contractType, roleIds, version } = chief.data;
  const edit = (wishes: object) => {
    const body = { name, positionCode: "ADMIN", joinOn, contractType, roleIds, version, ...wishes };
    return office.call(contract.editStaff, { params: { id }, body });
  };
  assert.equal((await edit({ positionCode: "SALES" })).msgCode, "PARTNER_STAFF_STORE_NEEDED");
  const internal = await givenPartnerRole(app, { partnerKinds: [] });
  assert.equal((await edit({ roleIds: [internal.id] })).msgCode, "PARTNER_ROLE");
  const named = await edit({ wecomUserId: "wx-1" });
  assert.equal(named.data.wecomUserId, "wx-1", named.msg);
  assert.equal((await edit({ version: named.data.version })).data.wecomUserId, "wx-1", "what is not said stays");
});

test("section 3.3: whoever comes back is taken in like somebody new and brings nothing along", async () => {
  const partner = await givenPartner(app);
  const office = await hq();
  const staff = await givenStaff(app, { partner, positionCode: "ADMIN", name: "旧名" });
  const leave = { leaveOn: "2026-02-01", receivers: [], isEmergency: false, reason: "离职" };
  await app.arrange((tx) => setStaffReadOnly(tx, staff, true));
  const gone = await office.call(contract.leaveStaff, {
    params: staff,
    body: { ...leave, version: (await rowOf(staff)).version },
  });
  assert.equal(gone.data.state, "LEFT", gone.msg);
  const [row] = await app.rows("select is_read_only, freeze_sources from partner_staff where id = $1", [staff.id]);
  assert.deepEqual(row, { isReadOnly: false, freezeSources: [] });
  const back = async (wishes: object = {}) => {
    const told = { storeId: null, positionCode: "ADMIN", joinOn: "2026-03-01", contractType: "FULL" as const };
    const body = { ...told, roleIds: staff.roleIds, version: (await rowOf(staff)).version, ...wishes };
    return office.call(contract.rehireStaff, { params: staff, body });
  };
  const internal = await givenPartnerRole(app, { partnerKinds: [] });
  assert.equal((await back({ roleIds: [internal.id] })).msgCode, "PARTNER_ROLE");
  await app.rows("update partner set state = 'EXITING' where id = $1", [partner.id]);
  assert.equal((await back()).msg, "伙伴当前为【清退中】，不能录入员工或开通账号");
  await app.rows("update partner set state = 'ACTIVE' where id = $1", [partner.id]);
  const { data } = await back();
  assert.deepEqual(
    [data.state, data.leaveOn, data.stateReason, data.certWaiver, data.submittedByName, data.account],
    ["REVIEW", null, null, null, office.user.userName, "CLOSED"],
  );
  const { positionCode, joinOn, contractType, roleIds, version } = data;
  const body = { name: "新名", positionCode, joinOn, contractType, roleIds, version };
  assert.equal((await office.call(contract.editStaff, { params: staff, body })).msg, "");
  const [account] = await app.rows("select user_name, status from app_user where id = $1", [staff.userId]);
  assert.deepEqual(account, { userName: "旧名", status: "LEFT" }, "the account follows with the approval");
});

test("section 3.3: move to another store takes the account along; phone and name follow an edit", async () => {
  const partner = await givenPartner(app);
  const [one, two] = [await givenStore(app, partner), await givenStore(app, partner)];
  const staff = await givenStaff(app, { partner, storeId: one.id });
  const admin = await adminOf(partner);
  const moved = await admin.call(contract.moveStaff, {
    params: { id: staff.id },
    body: { storeId: two.id, reason: "支援新店", version: staff.version },
  });
  assert.equal(moved.data.storeName, two.name);
  const again = await admin.call(contract.moveStaff, {
    params: { id: staff.id },
    body: { storeId: two.id, reason: "支援新店", version: moved.data.version },
  });
  assert.deepEqual([again.msgCode, again.msg], ["PARTNER_STAFF_STORE_SAME", "请选择不同的门店"]);
  const posts = await app.rows<{ organizationId: string }>(
    `select organization_id as "organizationId" from membership where user_id = $1 and status <> 'ENDED'`,
    [staff.userId],
  );
  assert.deepEqual(posts, [{ organizationId: two.id }]);
  const { name: _name, positionCode, joinOn, contractType, roleIds, version } = moved.data;
  const edited = await admin.call(contract.editStaff, {
    params: { id: staff.id },
    body: { name: "新名字", phone: "13598760001", positionCode, joinOn, contractType, roleIds, version },
  });
  assert.equal(edited.data.phone, "135****0001");
  const [user] = await app.rows<{ name: string; phone: string }>(
    "select user_name as name, mobile_phone as phone from app_user where id = $1",
    [staff.userId],
  );
  assert.deepEqual(user, { name: "新名字", phone: "13598760001" });
  const fixed = await admin.call(contract.editStaff, {
    params: { id: staff.id },
    body: {
      name: "新名字",
      idNo: idNoOf(77_001),
      positionCode,
      joinOn,
      contractType,
      roleIds,
      version: edited.data.version,
    },
  });
  assert.deepEqual(refusal(fixed), [false, "PARTNER_STAFF_FIXED", "账号已开通，身份证号不能修改"]);
});

test("section 7: a manager with his own scope edits people of his partners and nobody else's", async () => {
  const manager = await app.signIn({
    permissions: STAFF_CODES,
    scope: "ALL",
    scopeOverrides: { "partner:staff:edit": "SELF" },
  });
  const [mine, other] = [await givenPartner(app, { managerId: manager.user.id }), await givenPartner(app)];
  const [own, foreign] = [await givenStaff(app, { partner: mine }), await givenStaff(app, { partner: other })];
  const edit = async ({ id, version, roleIds }: typeof own) => {
    const body = {
      name: "改名",
      positionCode: "SALES",
      joinOn: "2026-01-05",
      contractType: "FULL" as const,
      roleIds,
      version,
    };
    return manager.call(contract.editStaff, { params: { id }, body });
  };
  assert.equal((await edit(own)).success, true);
  assert.equal((await edit(foreign)).msgCode, "COMMON_NOT_FOUND");
  // the manager may read, but not change
  assert.equal((await manager.call(contract.getStaff, { params: { id: foreign.id } })).success, true);
});

test("batch approval does what it may and tells of the rest by name", async () => {
  const partner = await givenPartner(app);
  const admin = await adminOf(partner);
  const [one, two] = [await added(admin, partner), await added(admin, partner)];
  const active = await givenStaff(app, { partner, name: "周在职" });
  const people = [one, two, active].map(({ id, version }) => ({ id, version }));
  const { data } = await admin.call(contract.approveStaffs, { body: { staffs: people } });
  assert.deepEqual([data.done, data.refusals.map(({ name }) => name)], [2, ["周在职"]]);
  assert.equal((await app.arrange((tx) => accountsOf(tx, [active.userId ?? ""]))).size, 1);
  const late = await givenStaff(app, { partner, name: "吴在职" });
  const refused = [late, active].map(({ id, version }) => ({ id, version }));
  const again = await admin.call(contract.approveStaffs, { body: { staffs: refused } });
  const msg = "伙伴员工当前状态为【在职】，不能执行【审核通过】";
  const told = [active, late].toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ id, name }) => ({ id, name, msg }));
  assert.deepEqual(again.data, { done: 0, refusals: told });
});

test("section 3.3: a fault of ours ends a batch as a fault, and is no refusal of anybody", async () => {
  const partner = await givenPartner(app);
  const admin = await adminOf(partner);
  const { id, version } = await givenStaff(app, { partner, state: "REVIEW" });
  await app.rows("alter table partner_staff_cert rename to cert_away");
  const broken = await admin.call(contract.approveStaffs, { body: { staffs: [{ id, version }] } });
  await app.rows("alter table cert_away rename to partner_staff_cert");
  assert.equal(broken.status, 500);
  assert.equal((await rowOf({ id })).state, "REVIEW");
});

test("PF-R106 a batch with somebody else's person is refused as a whole and logged; a wrong id is refused and not", async () => {
  const partner = await givenPartner(app);
  const admin = await adminOf(partner);
  const own = await added(admin, partner);
  const foreign = await givenStaff(app, { partner: await givenPartner(app), state: "REVIEW" });
  const unknown = { id: newId(), version: 1 };
  const approve = (other: { id: string; version: number }) =>
    admin.call(contract.approveStaffs, { body: { staffs: [own, other].map(({ id, version }) => ({ id, version })) } });
  for (const other of [foreign, unknown]) assert.equal((await approve(other)).msgCode, "COMMON_NOT_FOUND");
  assert.partialDeepStrictEqual(await app.auditOf(foreign), [{ summary: "越权尝试", result: "REFUSED" }]);
  assert.deepEqual(await app.auditOf(unknown), []);
  const seen = await admin.call(contract.getStaff, { params: { id: own.id } });
  assert.equal(seen.data.state, "REVIEW");
});
