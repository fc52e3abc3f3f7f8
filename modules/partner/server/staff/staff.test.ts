import assert from "node:assert/strict";
import { test } from "node:test";
import { accountsOf } from "@ops/authority/server";
import { givenUser, type TestClient } from "@ops/authority/server/testing";
import * as contract from "../../contract/index.ts";
import type { PartnerRow } from "../partner/tables.ts";
import { givenPartner, givenPartnerRole, givenStaff, givenStore, idNoOf, testApp } from "../testing.ts";

const app = testApp();
const EDIT = ["partner:staff:edit", "partner:staff:view", "partner:staff:approve", "partner:staff:account"];
let n = 0;

/** A valid form; phone and id number are new each time. */
async function formOf(partner: PartnerRow) {
  const role = await givenPartnerRole(app);
  const no = ++n;
  return {
    partnerId: partner.id,
    name: "王小满",
    phone: `1350000${String(no).padStart(4, "0")}`,
    idNo: idNoOf(no),
    storeId: null,
    positionCode: "ADMIN", // needs no certificate
    joinOn: "2026-03-01",
    contractType: "FULL" as const,
    roleIds: [role.id],
  };
}

const hq = () => app.signIn({ permissions: [...EDIT, "partner:staff:blacklist"], scope: "ALL" });
/** Somebody who looks after the partner's own people only. */
const adminOf = ({ orgId }: PartnerRow, permissions = EDIT) =>
  app.signIn({ permissions, scope: "ORG_TREE", organization: { id: orgId ?? "" } });

const refusal = ({ success, msgCode, msg }: { success: boolean; msgCode: string; msg: string }) => [
  success,
  msgCode,
  msg,
];

async function added(client: TestClient, partner: PartnerRow) {
  const answer = await client.call(contract.createStaff, { body: await formOf(partner) });
  assert.equal(answer.success, true, answer.msg);
  return answer.data;
}

test("PT-R9 the phone of somebody of the same partner is told by name, of another partner without it", async () => {
  const [mine, other] = [await givenPartner(app), await givenPartner(app)];
  const phone = "13512340001";
  await givenStaff(app, { partner: mine, phone, name: "李雷" });
  await givenStaff(app, { partner: other, phone: "13512340002", name: "韩梅" });
  const admin = await adminOf(mine);
  const form = await formOf(mine);
  const taken = await admin.call(contract.createStaff, { body: { ...form, phone } });
  assert.deepEqual(refusal(taken), [false, "PARTNER_STAFF_PHONE", "该手机号已被李雷使用"]);
  const hidden = await admin.call(contract.createStaff, { body: { ...form, phone: "13512340002" } });
  assert.deepEqual(refusal(hidden), [false, "PARTNER_STAFF_PHONE", "该手机号已被他人使用"]);
});

test("PT-R9 the same id number twice, a wrong one and one in small letters", async () => {
  const partner = await givenPartner(app);
  await givenStaff(app, { partner, idNo: "11010519491231002X", name: "赵六" });
  const admin = await adminOf(partner);
  const form = await formOf(partner);
  const twice = await admin.call(contract.createStaff, { body: { ...form, idNo: "11010519491231002x " } });
  assert.deepEqual(refusal(twice), [false, "PARTNER_STAFF_ID_NO", "该身份证号已被赵六使用"]);
  const wrong = await admin.call(contract.createStaff, { body: { ...form, idNo: "110105194912310021" } });
  assert.match(wrong.msg, /身份证号校验失败/);
});

test("PT-R9 an employee of the brand is refused", async () => {
  const partner = await givenPartner(app);
  const { mobilePhone: phone } = await givenUser(app);
  const answer = await (await hq()).call(contract.createStaff, { body: { ...(await formOf(partner)), phone } });
  assert.deepEqual(refusal(answer), [false, "PARTNER_STAFF_EMPLOYEE", "该人员为公司员工"]);
});

test("PT-R9 whoever is on the list is refused without the reason, until the last day has passed", async () => {
  const partner = await givenPartner(app);
  const office = await hq();
  const admin = await adminOf(partner, [...EDIT, "partner:staff:blacklist"]);
  const form = await formOf(partner);
  const entry = { name: "王小满", idNo: form.idNo, phone: null, reason: "飞单", untilOn: "2026-01-01" };
  await office.call(contract.addToBlacklist, { body: entry });
  const past = await admin.call(contract.createStaff, { body: form });
  assert.equal(past.success, true); // 2026-01-01 is over
  const next = await formOf(partner);
  const listed = await office.call(contract.addToBlacklist, {
    body: { ...entry, idNo: null, phone: next.phone, untilOn: null },
  });
  assert.deepEqual(
    [listed.data.phone, listed.data.idNo],
    [`${next.phone.slice(0, 3)}****${next.phone.slice(-4)}`, null],
  );
  const refused = await admin.call(contract.createStaff, { body: next });
  assert.deepEqual(refusal(refused), [false, "PARTNER_STAFF_BLACK", "该人员在限制名单中，不能录入"]);
  assert.equal((await admin.call(contract.listBlacklist, {})).data.total, 0); // HQ alone
  assert.equal(
    (await admin.call(contract.addToBlacklist, { body: { ...entry, phone: "13599990000" } })).success,
    false,
  );
  const twice = await office.call(contract.addToBlacklist, { body: { ...entry, idNo: null, phone: next.phone } });
  assert.deepEqual(refusal(twice), [false, "PARTNER_STAFF_BLACK_DUP", "该人员已在限制名单中"]);
  await office.call(contract.removeFromBlacklist, { params: { id: listed.data.id }, query: { version: 1 } });
  assert.equal((await admin.call(contract.createStaff, { body: next })).success, true);
});

test("PT-R9 personal data lies under seal and leaves masked", async () => {
  const partner = await givenPartner(app);
  const admin = await adminOf(partner);
  const form = await formOf(partner);
  const { data } = await admin.call(contract.createStaff, { body: form });
  assert.deepEqual([data.phone, data.idNo], [`${form.phone.slice(0, 3)}****${form.phone.slice(-4)}`, data.idNo]);
  assert.match(data.idNo, /^\d{4}\*{10}\d{3}[\dX]$/);
  const [row] = await app.rows<{ text: string }>("select s::text as text from partner_staff s where id = $1", [
    data.id,
  ]);
  assert.ok(row && !row.text.includes(form.phone) && !row.text.includes(form.idNo));
  const [audit] = await app.auditOf(data);
  assert.ok(!JSON.stringify(audit).includes(form.phone));
  assert.match(data.staffNo, /^HBY\d{7}$/);
  const found = await admin.call(contract.listStaffs, { query: { phone: form.phone } });
  assert.deepEqual(
    found.data.list.map(({ id }) => id),
    [data.id],
  );
});

test("PT-R10 two administrators take the last seat: one has it, the other is told the limit", async () => {
  const partner = await givenPartner(app, { accountLimit: 1 });
  const [one, two] = [await adminOf(partner), await adminOf(partner)];
  const waiting = [
    await givenStaff(app, { partner, state: "TRAINING", certWaiver: "x" }),
    await givenStaff(app, { partner, state: "TRAINING", certWaiver: "x" }),
  ];
  const answers = await Promise.all(
    waiting.map(({ id, version }, at) =>
      (at === 0 ? one : two).call(contract.openStaffAccount, { params: { id }, body: { version } }),
    ),
  );
  const refused = answers.filter(({ success }) => !success);
  assert.equal(refused.length, 1);
  assert.deepEqual(refused.map(refusal), [[false, "PARTNER_ACCOUNT_LIMIT", "账号数已达合同上限1"]]);
  const [{ count } = { count: 0 }] = await app.rows<{ count: number }>(
    "select count(*)::int as count from partner_staff where partner_id = $1 and state = 'ACTIVE'",
    [partner.id],
  );
  assert.equal(count, 1);
});

test("PT-R10 without a seat an approval stands and the account waits until one is free", async () => {
  const partner = await givenPartner(app, { accountLimit: 1 });
  const admin = await adminOf(partner);
  await givenStaff(app, { partner });
  const { id, version } = await added(admin, partner);
  const approved = await admin.call(contract.approveStaff, { params: { id }, body: { version } });
  assert.deepEqual([approved.data.state, approved.data.account], ["TRAINING", "NONE"]);
  await app.rows("update partner set account_limit = 2 where id = $1", [partner.id]);
  const opened = await admin.call(contract.openStaffAccount, {
    params: { id },
    body: { version: approved.data.version },
  });
  assert.deepEqual([opened.data.state, opened.data.account], ["ACTIVE", "USABLE"]);
});

test("PT-R11 only roles that are marked for partners, and for the kind of this one", async () => {
  const partner = await givenPartner(app, { kinds: ["AGENT"] });
  const admin = await adminOf(partner);
  const form = await formOf(partner);
  const service = await givenPartnerRole(app, { partnerKinds: ["SERVICE"] });
  const internal = await givenPartnerRole(app, { partnerKinds: [] });
  for (const { id } of [service, internal]) {
    const answer = await admin.call(contract.createStaff, { body: { ...form, roleIds: [id] } });
    assert.deepEqual(refusal(answer), [false, "PARTNER_ROLE", "该角色不能授予伙伴员工"]);
  }
  const choices = await admin.call(contract.listStaffChoices, { params: { id: partner.id } });
  const offered = choices.data.roles.map(({ id }) => id);
  assert.ok(offered.includes(form.roleIds[0] ?? "") && !offered.includes(service.id) && !offered.includes(internal.id));
});

test("PT-R11 what an account reaches ends at the partner's own organisation, whatever its role says", async () => {
  const [mine, other] = [await givenPartner(app), await givenPartner(app)];
  const role = await givenPartnerRole(app, { permissionCodes: EDIT });
  const person = await givenStaff(app, { partner: mine, roleIds: [role.id], positionCode: "ADMIN" });
  const foreign = await givenStaff(app, { partner: other });
  await app.rows("update role set data_scope = 'ALL' where id = $1", [role.id]);
  const user = { id: person.userId ?? "", userName: person.name, mobilePhone: "", staffNo: person.staffNo, version: 1 };
  const client = await app.clientOf(user, [mine.orgId ?? ""]);
  const { data } = await client.call(contract.listStaffs, {});
  assert.deepEqual(
    data.list.map(({ id }) => id),
    [person.id],
  );
  const byUrl = await client.call(contract.getStaff, { params: { id: foreign.id } });
  assert.deepEqual([byUrl.success, byUrl.msgCode], [false, "COMMON_NOT_FOUND"]);
  const added = await client.call(contract.createStaff, { body: await formOf(other) });
  assert.equal(added.msgCode, "COMMON_NOT_FOUND");
});

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
  const again = await admin.call(contract.editStaff, {
    params: { id: staff.id },
    body: { name, positionCode, joinOn, contractType, roleIds, version: rejected.data.version },
  });
  assert.equal(again.data.state, "REVIEW");
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
  assert.deepEqual(refusal(closed), [false, "PARTNER_STAFF_PARTNER", "伙伴当前为【已暂停】，不能录入员工"]);
  const partner = await givenPartner(app);
  const [store, foreign] = [await givenStore(app, partner), await givenStore(app, other)];
  const form = { ...(await formOf(partner)), positionCode: "SALES" };
  const wrong = await office.call(contract.createStaff, { body: { ...form, storeId: foreign.id } });
  assert.deepEqual(refusal(wrong), [false, "PARTNER_STAFF_STORE", "门店不属于该伙伴"]);
  const none = await office.call(contract.createStaff, { body: form });
  assert.deepEqual(refusal(none), [false, "PARTNER_STAFF_STORE_NEEDED", "请选择门店！"]);
  const good = await office.call(contract.createStaff, { body: { ...form, storeId: store.id } });
  assert.deepEqual([good.data.storeName, good.data.state], [store.name, "REVIEW"]);
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
    permissions: EDIT,
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
  assert.equal((await manager.call(contract.getStaff, { params: { id: foreign.id } })).success, true); // looks, changes nothing
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
});
