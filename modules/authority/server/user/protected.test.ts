import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addMembership,
  changePhone,
  editMembership,
  editUser,
  endMembership,
  getUser,
  listMemberships,
  rehireUser,
  resetPassword,
  unlockUser,
} from "../../contract/index.ts";
import {
  givenMember,
  givenMembership,
  givenOrganization,
  givenPosition,
  givenRole,
  givenUser,
  testApp,
} from "../testing.ts";

const app = testApp();
const actions = ["create", "edit", "unlock", "resetPwd", "list", "view"];
const permissions = actions.map((action) => `authority:user:${action}`);
const manager = () => app.signIn({ permissions });
let phones = 0;
const freePhone = () => `1360000${String(++phones).padStart(4, "0")}`;
const today = () => new Date(app.now().getTime() + 8 * 3_600_000).toISOString().slice(0, 10);

test("AU-R3 nobody takes over an account whose rights are above the own: no reset, no new phone, no unlock", async () => {
  const city = await givenOrganization(app, { type: "CITY" });
  const store = await givenOrganization(app, { parent: city });
  const me = await app.signIn({ permissions, scope: "ORG_TREE", organization: city });
  const cases = [
    { permissionCodes: ["clue:clue:export"], dataScope: "SELF" }, // a code that the operator lacks
    { permissionCodes: ["authority:user:list"], dataScope: "ALL" }, // held by the operator with a smaller scope
    { permissionCodes: ["clue:clue:export"], dataScope: "SELF", status: "DISABLED" }, // could be enabled at any time
  ] as const;
  for (const wishes of cases) {
    const role = await givenRole(app, { ...wishes, permissionCodes: [...wishes.permissionCodes] });
    const user = await givenUser(app);
    await givenMembership(app, { user, organization: store, roles: [role], isPrimary: true });
    const [params, reason] = [{ id: user.id }, { reason: "试", version: 1 }];
    const answers = [
      await me.call(resetPassword, { params, body: reason }),
      await me.call(changePhone, { params, body: { ...reason, mobilePhone: freePhone() } }),
      await me.call(unlockUser, { params, body: reason }),
    ];
    for (const { msgCode, msg } of answers) {
      assert.deepEqual([msgCode, msg], ["USER_RIGHTS_BEYOND", "无权操作权限高于自己的账号"]);
    }
  }
});

test("AU-R3 whoever holds no more than the operator is helped; an administrator helps everybody", async () => {
  const city = await givenOrganization(app, { type: "CITY" });
  const me = await app.signIn({ permissions, scope: "ORG_TREE", organization: city });
  const role = await givenRole(app, { permissionCodes: ["authority:user:list"], dataScope: "ORG" });
  const user = await givenUser(app);
  await givenMembership(app, { user, organization: city, roles: [role], isPrimary: true });
  const body = { reason: "忘记", version: 1 };
  assert.equal((await me.call(resetPassword, { params: { id: user.id }, body })).success, true);

  const [admin, high] = [
    await app.signIn({ boolAdmin: true }),
    await app.signIn({ permissions: ["clue:clue:export"] }),
  ];
  assert.equal((await admin.call(resetPassword, { params: { id: high.user.id }, body })).success, true);
});

test("AU-R11 name, phone and main membership of a staff account are kept by the staff module", async () => {
  const me = await manager();
  const user = await givenMember(app, { userName: "张三" });
  await app.rows("update app_user set source = 'STAFF' where id = $1", [user.id]);
  const params = { id: user.id };
  const fields = { userName: "张三", staffNo: null, email: null, remark: "备注", version: 1 };
  const refused = "该账号由员工管理维护";

  const renamed = await me.call(editUser, { params, body: { ...fields, userName: "李四" } });
  assert.deepEqual([renamed.msgCode, renamed.msg], ["USER_STAFF_MANAGED", refused]);
  const phone = { mobilePhone: freePhone(), reason: "换号", version: 1 };
  assert.equal((await me.call(changePhone, { params, body: phone })).msg, refused);
  const [main] = (await me.call(listMemberships, { params })).data;
  assert.ok(main);
  const dates = { startDate: main.startDate, endDate: null, isPrimary: true, version: 1 };
  assert.equal((await me.call(editMembership, { params: { id: main.id }, body: dates })).msg, refused);
  const end = { nextPrimaryId: null, reason: "调走", version: 1 };
  assert.equal((await me.call(endMembership, { params: { id: main.id }, body: end })).msg, refused);

  const positionId = await app.arrange((tx) => givenPosition(tx, "店长"));
  const post = { organizationId: (await givenOrganization(app)).id, positionId, startDate: today(), endDate: null };
  assert.equal((await me.call(addMembership, { params, body: { ...post, isPrimary: true } })).msg, refused);

  // the staff module does not own the other fields
  assert.equal((await me.call(addMembership, { params, body: { ...post, isPrimary: false } })).success, true);
  const edited = await me.call(editUser, { params, body: fields });
  assert.partialDeepStrictEqual(edited.data, { remark: "备注", source: "STAFF" });
});

test("authority 7 the e-mail leaves masked; the form sends the mask back to keep it, or a new one, or none", async () => {
  const me = await manager();
  const user = await givenMember(app);
  await app.rows("update app_user set email = 'zhangsan@brand.cn' where id = $1", [user.id]);
  const params = { id: user.id };
  const shown = (await me.call(getUser, { params })).data;
  assert.equal(shown.email, "zh***@brand.cn");
  const { userName, staffNo } = shown;
  const edit = (email: string | null, version: number) =>
    me.call(editUser, { params, body: { userName, staffNo, email, remark: null, version } });
  const stored = async () =>
    (await app.rows<{ email: string | null }>("select email from app_user where id = $1", [user.id]))[0]?.email;

  assert.equal((await edit("zh***@brand.cn", 1)).success, true);
  assert.equal(await stored(), "zhangsan@brand.cn");
  assert.equal((await edit("li***@brand.cn", 2)).msg, "请输入完整的邮箱");
  assert.equal((await edit("nonsense", 2)).msg, "邮箱格式不正确");
  assert.equal((await edit("lisi@brand.cn", 2)).data.email, "li***@brand.cn");
  assert.equal((await edit(null, 3)).data.email, null);
  assert.equal(await stored(), null);
});

test("authority 2.1 a remark is at most 400 wide, 汉字算2个", async () => {
  const me = await manager();
  const user = await givenMember(app);
  const { userName, staffNo } = user;
  const edit = (remark: string) =>
    me.call(editUser, { params: { id: user.id }, body: { userName, staffNo, email: null, remark, version: 1 } });
  assert.equal((await edit("备".repeat(201))).msg, "备注最多400个字符（汉字算2个）");
  assert.equal((await edit("备".repeat(200))).success, true);
});

test("authority 3 somebody who left comes back with a new initial password and none of the former rights", async () => {
  const me = await manager();
  const [user, role] = [await givenUser(app, { status: "LEFT" }), await givenRole(app)];
  const organization = await givenOrganization(app);
  await givenMembership(app, { user, organization, status: "ENDED" });
  const body = { reason: "返聘", version: 1 };
  const params = { id: user.id };
  const positionId = await app.arrange((tx) => givenPosition(tx, "店长"));
  const post = { organizationId: organization.id, positionId, startDate: today(), endDate: null, isPrimary: true };
  assert.equal((await me.call(addMembership, { params, body: post })).msg, "该用户已离职，请先办理复职");

  const { data } = await me.call(rehireUser, { params, body });

  assert.equal(data.initialPassword.length, 12);
  const { data: back } = await me.call(getUser, { params });
  assert.partialDeepStrictEqual(back, { status: "PENDING", mustChangePwd: true, boolAdmin: false, roleNames: [] });
  assert.equal(back.membershipCount, 0);
  assert.equal((await app.login({ mobilePhone: user.mobilePhone })).success, false); // the old password no longer works
  await givenMembership(app, { user, organization, roles: [role], isPrimary: true });
  const login = await app.login({ mobilePhone: user.mobilePhone, password: data.initialPassword });
  assert.equal(login.data.changePwdStatus, true);
  const [audit] = await app.auditOf(user);
  assert.partialDeepStrictEqual(audit, { actionName: "办理复职", reason: "返聘" });
  assert.equal(JSON.stringify(audit).includes(data.initialPassword), false);
});

test("authority 3 only somebody who left is rehired, and not while the leaving is still worked on", async () => {
  const me = await manager();
  const active = await givenMember(app);
  const body = { reason: "返聘", version: 1 };
  const illegal = await me.call(rehireUser, { params: { id: active.id }, body });
  assert.equal(illegal.msg, "账号当前状态为【正常】，不能执行【复职】");

  const leaving = await givenUser(app, { status: "LEFT" });
  await app.rows(
    `insert into offboarding (id, created_at, created_by, updated_at, updated_by, user_id, organization_ids, reason)
     values ($1, now(), $1, now(), $1, $1, '{}', '离职')`,
    [leaving.id],
  );
  const early = await me.call(rehireUser, { params: { id: leaving.id }, body });
  assert.deepEqual([early.msgCode, early.msg], ["OFFBOARD_RUNNING", "离职正在处理中，请稍后再试"]);
});
