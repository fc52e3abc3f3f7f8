import assert from "node:assert/strict";
import { test } from "node:test";
import { dayOf, nextDay } from "@ops/platform/contract";
import {
  changePhone,
  createUser,
  deleteUser,
  editUser,
  isWellFormedPassword,
  listIdleUsers,
  listUsers,
  resetPassword,
  setAdmin,
  unlockUser,
  userInfo,
} from "../../contract/index.ts";
import { givenMember, givenMembership, givenOrganization, givenPosition, givenUser, testApp } from "../testing.ts";

const app = testApp();
const codes = ["create", "edit", "delete", "unlock", "resetPwd", "setAdmin", "list", "view"];
const permissions = codes.map((action) => `authority:user:${action}`);
const manager = () => app.signIn({ permissions });

let phones = 0;
const freePhone = () => `1370000${String(++phones).padStart(4, "0")}`;

async function person(wishes: object = {}) {
  const organization = await givenOrganization(app);
  const positionId = await app.arrange((tx) => givenPosition(tx, "顾问"));
  const post = { organizationId: organization.id, positionId, startDate: "2025-01-01", endDate: null, isPrimary: true };
  const base = { userName: "新人", staffNo: null, userType: "STORE", validUntil: null, email: null, remark: null };
  return { ...base, mobilePhone: freePhone(), memberships: [{ ...post, roleIds: [] }], ...wishes };
}

test("AU-R2 a new account gets 12 random characters once, is PENDING and has to change them", async () => {
  const me = await manager();
  const body = await person();

  const { data, success } = await me.call(createUser, { body });

  assert.equal(success, true);
  assert.equal(data.initialPassword.length, 12);
  assert.ok(isWellFormedPassword(data.initialPassword));
  const [row] = await app.rows("select status, must_change_pwd from app_user where id = $1", [data.id]);
  assert.deepEqual(row, { status: "PENDING", mustChangePwd: true });
  const login = await app.login({ mobilePhone: body.mobilePhone, password: data.initialPassword });
  assert.equal(login.data.changePwdStatus, true);
  const [audit] = await app.auditOf(data);
  assert.equal(audit?.actionName, "新增用户");
  assert.equal(JSON.stringify(audit).includes(data.initialPassword), false);
});

test("AU-R1 one account per phone, also when two create it at once; that of a deleted account is free", async () => {
  const me = await manager();
  const body = await person();
  const answers = await Promise.all(Array.from({ length: 6 }, () => me.call(createUser, { body })));
  assert.equal(answers.filter(({ success }) => success).length, 1);
  const refused = answers.filter(({ success }) => !success).map(({ msgCode, msg }) => `${msgCode} ${msg}`);
  assert.deepEqual([...new Set(refused)], ["USER_PHONE_EXISTS 手机号已存在"]);

  const id = answers.find(({ success }) => success)?.data.id ?? "";
  assert.equal((await me.call(deleteUser, { params: { id }, query: { version: 1 } })).data, true);
  assert.equal((await me.call(createUser, { body })).success, true);
});

test("AU-R1 a new phone needs a reason, ends all sessions and leaves the old number in the log, masked", async () => {
  const me = await manager();
  const target = await app.signIn();
  const taken = await givenMember(app);
  const change = (mobilePhone: string, reason = "换号") =>
    me.call(changePhone, { params: { id: target.user.id }, body: { mobilePhone, reason, version: 1 } });

  assert.equal((await change("123")).msg, "手机号格式不正确");
  assert.equal((await change(freePhone(), " ")).msg, "请输入原因！");
  assert.equal((await change(taken.mobilePhone)).msg, "手机号已存在");
  const mobilePhone = freePhone();
  assert.equal((await change(mobilePhone)).success, true);
  assert.equal((await target.call(userInfo, {})).msgCode, "SESSION_PHONE_CHANGED");
  const row = (await app.auditOf(target.user)).at(-1);
  const old = target.user.mobilePhone.replace(/^(...)....(....)$/, "$1****$2");
  assert.partialDeepStrictEqual(row, { actionName: "更换手机号", reason: "换号", diffs: [{ before: old }] });
  assert.equal((await app.login({ mobilePhone })).success, true);
});

test("AU-R3 a reset ends all sessions and shows a new password once; never of an administrator by others", async () => {
  const me = await manager();
  const target = await app.signIn();
  const reset = (id: string) => me.call(resetPassword, { params: { id }, body: { reason: "忘记", version: 1 } });

  const { data } = await reset(target.user.id);

  assert.equal((await target.call(userInfo, {})).msgCode, "SESSION_PWD_RESET");
  assert.equal((await app.login({ mobilePhone: target.user.mobilePhone })).success, false);
  const login = await app.login({ mobilePhone: target.user.mobilePhone, password: data.initialPassword });
  assert.equal(login.data.changePwdStatus, true);
  const admin = await givenUser(app, { boolAdmin: true });
  const refused = await reset(admin.id);
  assert.deepEqual([refused.msgCode, refused.msg], ["USER_ADMIN_PROTECTED", "无权操作管理员账号"]);
  assert.equal((await reset(me.user.id)).msg, "不能操作自己的账号");
});

test("AU-R3 AU-R27 a delegated administrator resets only people of the own tree", async () => {
  const organization = await givenOrganization(app, { type: "CITY" });
  const below = await givenOrganization(app, { parent: organization });
  const me = await app.signIn({ permissions, scope: "ORG_TREE", organization });
  const [own, foreign] = [await givenUser(app), await givenMember(app)];
  await givenMembership(app, { user: own, organization: below, isPrimary: true });
  const reset = (id: string) => me.call(resetPassword, { params: { id }, body: { reason: "忘记", version: 1 } });

  assert.equal((await reset(own.id)).success, true);
  assert.equal((await reset(foreign.id)).msgCode, "COMMON_NOT_FOUND");
  const seen = await me.call(listUsers, { query: { pageSize: 100 } });
  assert.deepEqual(seen.data.list.map(({ id }) => id).toSorted(), [own.id, me.user.id].toSorted());
});

test("AU-R27 a delegated administrator creates people in the own tree only, and never without a post", async () => {
  const organization = await givenOrganization(app, { type: "CITY" });
  const me = await app.signIn({ permissions, scope: "ORG_TREE", organization });
  const foreign = await me.call(createUser, { body: await person() });
  assert.deepEqual([foreign.msgCode, foreign.msg], ["ORG_OUT_OF_SCOPE", "无权在该组织创建用户"]);
  const nowhere = await me.call(createUser, { body: await person({ memberships: [] }) });
  assert.equal(nowhere.msg, "请至少添加一个任职");
  assert.deepEqual(
    await app.rows("select id from app_user where user_name = '新人' and created_by = $1", [me.user.id]),
    [],
  );
});

test("AU-R4 unlocking clears the lock and its level and is logged", async () => {
  const me = await manager();
  const user = await givenMember(app);
  const fail = () => app.login({ mobilePhone: user.mobilePhone, password: "Wrong@2025" });
  for (let n = 0; n < 5; n++) await fail();
  assert.equal((await app.login({ mobilePhone: user.mobilePhone })).msgCode, "LOGIN_LOCKED");
  const locked = await me.call(listUsers, { query: { isLocked: "1" } });
  assert.deepEqual(
    locked.data.list.map(({ id, lockedUntil }) => [id, lockedUntil !== null]),
    [[user.id, true]],
  );

  const { data } = await me.call(unlockUser, { params: { id: user.id }, body: { reason: "本人来电", version: 1 } });

  assert.equal(data.lockedUntil, null);
  assert.equal((await app.login({ mobilePhone: user.mobilePhone })).success, true);
  assert.partialDeepStrictEqual(await app.auditOf(user), [{ actionName: "解锁账号", reason: "本人来电" }]);
});

test("AU-R5 nobody changes the own validity or admin flag or deletes the own account", async () => {
  const me = await manager();
  const admin = await app.signIn({ boolAdmin: true });
  const params = { id: me.user.id };
  const fields = { userName: "我", staffNo: null, email: null, remark: null, version: 1 };
  assert.equal(
    (await me.call(editUser, { params, body: { ...fields, validUntil: "2099-01-01" } })).msg,
    "不能操作自己的账号",
  );
  assert.equal((await me.call(deleteUser, { params, query: { version: 1 } })).msg, "不能操作自己的账号");
  const body = { boolAdmin: false, userName: admin.user.userName, reason: "试", version: 1 };
  const own = await admin.call(setAdmin, { params: { id: admin.user.id }, body });
  assert.deepEqual([own.msgCode, own.msg], ["USER_SELF", "不能操作自己的账号"]);
});

test("AU-R7 the admin flag is given and taken by administrators only, who type the name; the person signs in anew", async () => {
  const [me, admin] = [await manager(), await app.signIn({ boolAdmin: true })];
  const target = await app.signIn({ userName: "李四" });
  const body = { boolAdmin: true, userName: "李四", reason: "轮值", version: 1 };
  const params = { id: target.user.id };

  assert.equal((await me.call(setAdmin, { params, body })).msg, "无权操作管理员账号");
  assert.equal(
    (await admin.call(setAdmin, { params, body: { ...body, userName: "李五" } })).msg,
    "输入的姓名与账号不一致",
  );
  assert.equal((await admin.call(setAdmin, { params, body })).data.boolAdmin, true);
  assert.equal((await target.call(userInfo, {})).msgCode, "SESSION_KICKED");
  const taken = await admin.call(setAdmin, { params, body: { ...body, boolAdmin: false, version: 2 } });
  assert.equal(taken.data.boolAdmin, false);
});

test("AU-R6 two administrators who take each other's flag at once leave one", async () => {
  await app.rows("update app_user set bool_admin = false where bool_admin");
  const [first, second] = [await app.signIn({ boolAdmin: true }), await app.signIn({ boolAdmin: true })];
  const take = (by: typeof first, { user }: typeof first) =>
    by.call(setAdmin, {
      params: { id: user.id },
      body: { boolAdmin: false, userName: user.userName, reason: "互相", version: 1 },
    });

  await Promise.all([take(first, second), take(second, first)]);

  assert.equal((await app.rows("select id from app_user where bool_admin")).length, 1);
});

test("authority 3 only an account that was never used is deleted", async () => {
  const me = await manager();
  const used = await givenMember(app);
  const answer = await me.call(deleteUser, { params: { id: used.id }, query: { version: 1 } });
  assert.deepEqual([answer.msgCode, answer.msg], ["USER_USED", "该账号已使用过，只能停用"]);
});

test("AU-R58 people of other companies need an end within a year and never become administrators", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const msgOf = async (wishes: object) => (await admin.call(createUser, { body: await person(wishes) })).msg;
  const year = app.now().getUTCFullYear();
  assert.equal(await msgOf({ userType: "PARTNER" }), "请选择有效期！");
  assert.equal(await msgOf({ userType: "CARRIER", validUntil: `${year + 3}-01-01` }), "外部人员的有效期不能超过1年");
  assert.equal(await msgOf({ userType: "CARRIER", validUntil: "2020-01-01" }), "有效期不能早于今天");
  assert.equal(await msgOf({ userType: "ALIEN" }), "用户类型不在字典中");
  const outsider = await givenMember(app, { userType: "PARTNER", validUntil: "2099-01-01", userName: "外人" });
  const body = { boolAdmin: true, userName: "外人", reason: "试", version: 1 };
  assert.equal((await admin.call(setAdmin, { params: { id: outsider.id }, body })).msg, "外部人员不能授予全部数据范围");
});

test("AU-R58 the account of an outsider may last to the same day of the next year, not a day longer", () =>
  app.holdTime(async () => {
    if (dayOf(app.now()).endsWith("-02-29")) app.passTime(86_400);
    const admin = await app.signIn({ boolAdmin: true });
    const today = dayOf(app.now());
    const last = `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`;
    const msgOf = async (wishes: object) => (await admin.call(createUser, { body: await person(wishes) })).msg;
    assert.equal(await msgOf({ userType: "CARRIER", validUntil: nextDay(last) }), "外部人员的有效期不能超过1年");
    assert.equal(await msgOf({ userType: "CARRIER", validUntil: last }), "");
    assert.equal(await msgOf({ userType: "CARRIER", validUntil: today }), "");
    assert.equal(await msgOf({ validUntil: nextDay(last) }), "");
  }));

test("AU-R59 a system account cannot sign in to the console", async () => {
  const service = await givenMember(app, { userType: "SERVICE" });
  const answer = await app.login({ mobilePhone: service.mobilePhone });
  assert.deepEqual([answer.msgCode, answer.msg], ["ACCOUNT_SERVICE", "该账号不能登录控制台"]);
});

test("authority 5.1 the list filters by organisation, position, idle days and validity", async () => {
  const me = await app.signIn({ boolAdmin: true });
  const city = await givenOrganization(app, { type: "CITY" });
  const store = await givenOrganization(app, { parent: city });
  const user = await givenUser(app, { validUntil: "2031-05-05" });
  await givenMembership(app, { user, organization: store, isPrimary: true, positionName: "稀有职位" });
  await app.rows("update app_user set created_at = now() - interval '50 days', last_active_at = null where id = $1", [
    user.id,
  ]);
  const idsOf = async (query: object) => (await me.call(listUsers, { query })).data.list.map(({ id }) => id);

  assert.deepEqual(await idsOf({ organizationId: city.id }), [user.id]);
  assert.deepEqual(await idsOf({ organizationId: city.id, withChildren: "0" }), []);
  assert.deepEqual(await idsOf({ organizationId: store.id, withChildren: "0" }), [user.id]);
  const positionId = await app.arrange((tx) => givenPosition(tx, "稀有职位"));
  assert.deepEqual(await idsOf({ positionId }), [user.id]);
  const idleIds = async (query: object) => (await me.call(listIdleUsers, { query })).data.list.map(({ id }) => id);
  assert.deepEqual(await idleIds({}), [user.id]);
  assert.deepEqual(await idleIds({ idle: "45-59" }), [user.id]);
  assert.deepEqual(await idleIds({ idle: "60+" }), []);
  assert.deepEqual(await idsOf({ validUntil: "2031-05-05,2031-05-05" }), [user.id]);
  assert.ok((await idsOf({ validUntil: "0001-01-01,9999-12-31" })).includes(user.id));
});
