import assert from "node:assert/strict";
import { test } from "node:test";
import { givenUser } from "@ops/authority/server/testing";
import * as contract from "../../contract/index.ts";
import { givenPartner, givenStaff, idNoOf, testApp } from "../testing.ts";
import { refusal, STAFF_CODES, staffStory } from "./testing.ts";

const app = testApp();
const { formOf, hq, adminOf, added, rowOf, isUsable, dayIn, certOf } = staffStory(app);

/** Finds in the log what this reader learned about people outside of the scope. */
const toldTo = async ({ user }: { user: { id: string } }) => {
  const rows = await app.rows<{ summary: string }>(
    "select summary from audit_log where action = 'SEARCH wholeValue' and actor_id = $1 order by occurred_at, id",
    [user.id],
  );
  return rows.map(({ summary }) => summary.split("：")[1]);
};

test("PT-R9 the phone of somebody of the same partner is told by name, of another partner without it", async () => {
  const [mine, other] = [await givenPartner(app), await givenPartner(app)];
  const phone = "13512340001";
  await givenStaff(app, { partner: mine, phone, name: "李雷" });
  await givenStaff(app, { partner: other, phone: "13512340002", name: "韩梅" });
  const admin = await adminOf(mine);
  const form = await formOf(mine);
  const taken = await admin.call(contract.createStaff, { body: { ...form, phone } });
  assert.deepEqual(refusal(taken), [false, "PARTNER_STAFF_PHONE", "该手机号已被李雷使用"]);
  assert.deepEqual(await toldTo(admin), [], "who sees the person is told nothing new");
  const hidden = await admin.call(contract.createStaff, { body: { ...form, phone: "13512340002" } });
  assert.deepEqual(refusal(hidden), [false, "PARTNER_STAFF_PHONE", "该手机号已被他人使用"]);
  assert.deepEqual(await toldTo(admin), ["该手机号已被他人使用"]);
});

test("PT-R9 a phone whose account belongs to somebody else of a partner is taken, whatever the records of people say", async () => {
  const partner = await givenPartner(app);
  const admin = await adminOf(partner);
  const other = await givenStaff(app, { partner: await givenPartner(app) });
  const alone = await givenUser(app);
  await app.rows("update app_user set mobile_phone = '13512340101' where id = $1", [other.userId]);
  await app.rows("update app_user set user_type = 'PARTNER', valid_until = now() + interval '1 year' where id = $1", [
    alone.id,
  ]);
  for (const phone of ["13512340101", alone.mobilePhone]) {
    const answer = await admin.call(contract.createStaff, { body: { ...(await formOf(partner)), phone } });
    assert.deepEqual(refusal(answer), [false, "PARTNER_STAFF_PHONE", "该手机号已被他人使用"]);
  }
  assert.equal((await toldTo(admin)).length, 2);
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

test("PT-R9, PF-R104 whose numbers belong to people of the brand cannot be tried out: each is logged, 30 a day end it", async () => {
  const partner = await givenPartner(app);
  const admin = await adminOf(partner);
  const form = await formOf(partner);
  const enter = (phone: string) => admin.call(contract.createStaff, { body: { ...form, phone } });
  const phones = await Promise.all(Array.from({ length: 30 }, async () => (await givenUser(app)).mobilePhone));
  for (const phone of phones) assert.equal((await enter(phone)).msgCode, "PARTNER_STAFF_EMPLOYEE");
  const last = phones.at(-1) ?? "";
  const logged = await app.rows<{ summary: string }>(
    "select summary from audit_log where action = 'SEARCH wholeValue' and actor_id = $1 order by id desc limit 1",
    [admin.user.id],
  );
  const shown = `${last.slice(0, 3)}****${last.slice(-4)} ${form.idNo.slice(0, 4)}**********${form.idNo.slice(-4)}`;
  assert.deepEqual(logged, [{ summary: `录入人员 ${shown}：该人员为公司员工` }]);

  // nobody has this number: if it were accepted, refusals of other numbers would still tell something
  const free = "13512340077";
  const limit = [false, "UNMASK_SEARCH_LIMIT", "今日按完整号码查询的次数已达上限，请明天再试或联系管理员"];
  assert.deepEqual(refusal(await enter(last)), limit);
  assert.deepEqual(refusal(await enter(free)), limit);
  const codes = [...STAFF_CODES, "authority:user:unmask", "partner:staff:unmask"];
  const narrow = await adminOf(partner, codes);
  for (const phone of phones) await narrow.call(contract.createStaff, { body: { ...form, phone } });
  const beyond = await narrow.call(contract.createStaff, { body: { ...form, phone: last } });
  assert.deepEqual(refusal(beyond), limit, "sees the people of one partner in clear, not those of the brand");
  const knowing = await app.signIn({ permissions: codes });
  assert.equal(
    (await knowing.call(contract.createStaff, { body: { ...form, phone: last } })).msgCode,
    "PARTNER_STAFF_EMPLOYEE",
  );
  assert.equal((await knowing.call(contract.createStaff, { body: { ...form, phone: free } })).success, true);
});

/** Makes phone numbers that have the same mask as this one. */
const alikes = (phone: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${phone.slice(0, 3)}${String(n).padStart(4, "0")}${phone.slice(-4)}`);

test("PT-R9, PF-R104 the phone of one of the own people is not tried out with the id number of another", async () => {
  const partner = await givenPartner(app);
  const admin = await adminOf(partner);
  const idNo = idNoOf(88_010);
  await givenStaff(app, { partner, phone: "13612345678", name: "李雷" });
  await givenStaff(app, { partner, idNo, name: "韩梅" });
  const form = { ...(await formOf(partner)), idNo };
  const enter = (phone: string) => admin.call(contract.createStaff, { body: { ...form, phone } });
  for (const phone of alikes("13612345678", 30)) {
    assert.deepEqual(refusal(await enter(phone)), [false, "PARTNER_STAFF_ID_NO", "该身份证号已被韩梅使用"]);
  }
  for (const phone of ["13612345678", "13699995678"]) {
    assert.equal((await enter(phone)).msgCode, "UNMASK_SEARCH_LIMIT");
  }
  assert.equal((await toldTo(admin)).length, 30);
});

test("PT-R9, PF-R104 a phone or id number that an edit may not change is not tried out by it", async () => {
  const partner = await givenPartner(app);
  const office = await hq();
  const phone = "13712345678";
  const kept = await givenStaff(app, { partner, positionCode: "ADMIN", phone });
  await app.rows("update partner_staff set freeze_sources = '{INACTIVE}' where id = $1", [kept.id]);
  const edit = (wishes: object) => {
    const { name, positionCode, roleIds, version } = kept;
    const plain = { name, positionCode, joinOn: "2026-01-05", contractType: "FULL" as const, roleIds, version };
    return office.call(contract.editStaff, { params: kept, body: { ...plain, ...wishes } });
  };
  for (const guess of alikes(phone, 20))
    assert.equal((await edit({ phone: guess })).msgCode, "PARTNER_STAFF_PHONE_KEPT");
  for (let n = 0; n < 10; n++) {
    assert.equal((await edit({ idNo: idNoOf(89_000 + n) })).msgCode, "PARTNER_STAFF_FIXED");
  }
  for (const guess of [phone, "13799995678"])
    assert.equal((await edit({ phone: guess })).msgCode, "UNMASK_SEARCH_LIMIT");
  assert.equal((await edit({ idNo: idNoOf(89_100) })).msgCode, "UNMASK_SEARCH_LIMIT");
  assert.equal((await edit({ name: "改名" })).msg, "", "what asks for no number goes on");
});

test("PT-R9 whoever is on the list is refused without the reason, until the last day has passed", async () => {
  const partner = await givenPartner(app);
  const office = await hq();
  const admin = await adminOf(partner, [...STAFF_CODES, "partner:staff:blacklist"]);
  const form = await formOf(partner);
  const entry = { name: "王小满", idNo: form.idNo, phone: null, reason: "飞单", untilOn: "2026-01-01" };
  await office.call(contract.addToBlacklist, { body: entry });
  const past = await admin.call(contract.createStaff, { body: form });
  assert.equal(past.success, true); // the restriction has ended on 2026-01-01
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
  assert.deepEqual(await toldTo(admin), ["该人员在限制名单中，不能录入"]);
  const byId = await formOf(partner);
  await office.call(contract.addToBlacklist, { body: { ...entry, idNo: byId.idNo, untilOn: dayIn(0) } });
  assert.equal((await admin.call(contract.createStaff, { body: byId })).msgCode, "PARTNER_STAFF_BLACK", "its last day");
  assert.equal((await admin.call(contract.listBlacklist, {})).data.total, 0); // only headquarters sees the list
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
  const { partnerId: _partner, storeId: _store, phone: _phone, idNo: _idNo, ...fields } = form;
  const late = await admin.call(contract.editStaff, { params: data, body: { ...fields, version: 9 } });
  assert.equal(late.msgCode, "COMMON_VERSION_CONFLICT");
  assert.deepEqual(Object.keys(late.data).sort(), Object.keys(data).sort());
  assert.deepEqual([late.data.phone, late.data.idNo], [data.phone, data.idNo]);
  const found = await admin.call(contract.listStaffs, { query: { phone: form.phone } });
  assert.deepEqual(
    found.data.list.map(({ id }) => id),
    [data.id],
  );
});

test("PF-R104 people of partners are found by a whole phone only, counted and logged; half a phone is refused", async () => {
  const staff = await givenStaff(app, { partner: await givenPartner(app), phone: "13912349876" });
  const client = await app.signIn({ permissions: ["partner:staff:view"] });
  const found = (phone: string) => client.call(contract.listStaffs, { query: { phone } });
  for (const part of ["1380", "139123498766"]) {
    assert.partialDeepStrictEqual(await found(part), { msgCode: "COMMON_PARAM", msg: "请输入完整手机号" });
  }
  assert.equal((await found("13912349876")).data.list[0]?.id, staff.id);
  const [logged] = await app.auditOf(staff);
  assert.equal(logged?.summary, "手机号 139****9876：找到1条");
  for (let n = 0; n < 30; n++) await client.call(contract.countStaffs, { query: { phone: `1990001${1_000 + n}` } });
  assert.equal((await found("13912349876")).msgCode, "UNMASK_SEARCH_LIMIT");
});

test("PT-R9 the approval looks again: whoever was listed or got an account of the brand meanwhile is refused", async () => {
  const partner = await givenPartner(app);
  const office = await hq();
  const [good, listed, employed] = [
    await added(office, partner),
    await added(office, partner, { phone: "13512349001" }),
    await added(office, partner, { phone: "13512349002" }),
  ];
  await office.call(contract.addToBlacklist, {
    body: { name: "某", idNo: null, phone: "13512349001", reason: "飞单", untilOn: null },
  });
  const employee = await givenUser(app);
  await app.rows("update app_user set mobile_phone = '13512349002' where id = $1", [employee.id]);
  const single = await office.call(contract.approveStaff, { params: employed, body: { version: employed.version } });
  assert.deepEqual(refusal(single), [false, "PARTNER_STAFF_EMPLOYEE", "该人员为公司员工"]);
  const staffs = [good, listed, employed].map(({ id, version }) => ({ id, version }));
  const { data } = await office.call(contract.approveStaffs, { body: { staffs } });
  assert.deepEqual(
    [data.done, data.refusals.map(({ msg }) => msg).sort()],
    [1, ["该人员为公司员工", "该人员在限制名单中，不能录入"]],
  );
});

test("PT-R9 no account opens over one of the brand: 开通 is refused, a last certificate stands and waits", async () => {
  const partner = await givenPartner(app);
  const office = await hq();
  const [asked, certified] = [
    await givenStaff(app, { partner, state: "TRAINING", positionCode: "ADMIN", phone: "13512349003" }),
    await givenStaff(app, { partner, state: "TRAINING", positionCode: "DELIVERY", phone: "13512349004" }),
  ];
  for (const phone of ["13512349003", "13512349004"]) {
    await app.rows("update app_user set mobile_phone = $2 where id = $1", [(await givenUser(app)).id, phone]);
  }
  const opened = await office.call(contract.openStaffAccount, { params: asked, body: { version: asked.version } });
  assert.deepEqual(refusal(opened), [false, "PARTNER_STAFF_EMPLOYEE", "该人员为公司员工"]);
  const saved = await office.call(contract.saveStaffCert, {
    params: { id: certified.id },
    body: { ...certOf("DELIVERY", 100), version: certified.version },
  });
  assert.deepEqual([saved.data.state, saved.data.missingCerts], ["TRAINING", []], saved.msg);
});

test("PT-R9 a phone that was given out anew brings nobody the account of whoever had it before", async () => {
  const [first, second] = [await givenPartner(app), await givenPartner(app)];
  const office = await hq();
  const phone = "13512349010";
  const former = await givenStaff(app, { partner: first, phone, name: "前任", positionCode: "ADMIN" });
  const leave = { leaveOn: dayIn(0), receivers: [], isEmergency: false, reason: "离职" };
  await office.call(contract.leaveStaff, { params: former, body: { ...leave, version: former.version } });
  const next = await added(office, second, { phone, name: "后任" });
  const approved = await office.call(contract.approveStaff, { params: next, body: { version: next.version } });
  assert.equal(approved.data.state, "ACTIVE", approved.msg);
  const { userId } = await rowOf(next);
  assert.notEqual(userId, former.userId);
  const accounts = await app.rows(
    `select id, user_name as name, mobile_phone = $3 as "hasPhone", left(mobile_phone, 3) || '-' || right(mobile_phone, 4) as shown,
       status = 'LEFT' as "isClosed" from app_user where id in ($1, $2) order by user_name`,
    [former.userId, userId, phone],
  );
  assert.deepEqual(accounts, [
    { id: former.userId, name: "前任", hasPhone: false, shown: "135-9010", isClosed: true },
    { id: userId, name: "后任", hasPhone: true, shown: "135-9010", isClosed: false },
  ]);
});

test("PT-R9 the same person at another partner has the account of before; a new phone may be one given out anew", async () => {
  const [first, second] = [await givenPartner(app), await givenPartner(app)];
  const office = await hq();
  const [idNo, phone, recycled] = [idNoOf(88_001), "13512349020", "13512349021"];
  const before = await givenStaff(app, { partner: first, phone, idNo, positionCode: "ADMIN" });
  const other = await givenStaff(app, { partner: first, phone: recycled, positionCode: "ADMIN" });
  const leave = { leaveOn: dayIn(0), receivers: [], isEmergency: false, reason: "离职" };
  for (const one of [before, other]) {
    await office.call(contract.leaveStaff, { params: one, body: { ...leave, version: one.version } });
  }
  const again = await added(office, second, { phone, idNo });
  const { data } = await office.call(contract.approveStaff, { params: again, body: { version: again.version } });
  assert.equal((await rowOf(again)).userId, before.userId);
  assert.equal(await isUsable(before), true, "the account works again");
  const [post] = await app.rows("select organization_id from membership where user_id = $1 and status <> 'ENDED'", [
    before.userId,
  ]);
  assert.deepEqual(post, { organizationId: second.orgId });
  const { name, positionCode, joinOn, contractType, roleIds, version } = data;
  const edited = await office.call(contract.editStaff, {
    params: again,
    body: { name, phone: recycled, positionCode, joinOn, contractType, roleIds, version },
  });
  assert.equal(edited.data.phone, "135****9021", edited.msg);
  assert.deepEqual(await app.rows("select mobile_phone from app_user where id = $1", [before.userId]), [
    { mobilePhone: recycled },
  ]);
});

test("PT-R9 whoever has an account gets a phone back that an older account of the same person had", async () => {
  const [first, second] = [await givenPartner(app), await givenPartner(app)];
  const office = await hq();
  const [idNo, phone] = [idNoOf(88_002), "13512349030"];
  const older = await givenStaff(app, { partner: first, phone, idNo, positionCode: "ADMIN" });
  const leave = { leaveOn: dayIn(0), receivers: [], isEmergency: false, reason: "离职" };
  await office.call(contract.leaveStaff, { params: older, body: { ...leave, version: older.version } });
  const now = await givenStaff(app, { partner: second, phone: "13512349031", idNo, positionCode: "ADMIN" });
  assert.notEqual(now.userId, older.userId);
  const { name, positionCode, roleIds, version } = now;
  const body = { name, phone, positionCode, joinOn: "2026-01-05", contractType: "FULL" as const, roleIds, version };
  assert.equal((await office.call(contract.editStaff, { params: now, body })).msg, "");
  const holders = await app.rows("select id from app_user where mobile_phone = $1", [phone]);
  assert.deepEqual(holders, [{ id: now.userId }]);
});

test("PT-R9 a change of phone or id number is looked at like a new person; nothing new is not looked at", async () => {
  const partner = await givenPartner(app);
  const office = await hq();
  const [idNo, other] = [idNoOf(88_003), await givenStaff(app, { partner, name: "占号", phone: "13512349040" })];
  const [active, training, rejected] = [
    await givenStaff(app, { partner, positionCode: "ADMIN", idNo }),
    await givenStaff(app, { partner, positionCode: "ADMIN", state: "TRAINING" }),
    await givenStaff(app, { partner, positionCode: "ADMIN", state: "REJECTED", phone: "13512349041" }),
  ];
  const edit = async (staff: typeof active, wishes: object) => {
    const { name, positionCode, roleIds } = staff;
    const plain = { name, positionCode, joinOn: "2026-01-05", contractType: "FULL" as const, roleIds };
    const body = { ...plain, version: (await rowOf(staff)).version, ...wishes };
    return office.call(contract.editStaff, { params: staff, body });
  };
  assert.equal((await edit(active, { phone: "13512349040" })).msg, `该手机号已被${other.name}使用`);
  assert.equal((await edit(active, { idNo })).msg, "", "the same number is no other");
  const renumbered = await edit(training, { idNo: idNoOf(88_004) });
  assert.deepEqual([renumbered.msg, renumbered.data.idNo.slice(-4)], ["", idNoOf(88_004).slice(-4)]);
  const entry = { name: "某", reason: "飞单", untilOn: null };
  await office.call(contract.addToBlacklist, { body: { ...entry, idNo, phone: null } });
  assert.equal((await edit(active, { name: "改名" })).msg, "", "who works is still written about");
  await office.call(contract.addToBlacklist, { body: { ...entry, idNo: null, phone: "13512349041" } });
  assert.equal((await edit(rejected, {})).msgCode, "PARTNER_STAFF_BLACK", "handed in again is looked at again");
});
