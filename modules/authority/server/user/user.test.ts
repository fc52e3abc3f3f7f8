import assert from "node:assert/strict";
import { test } from "node:test";
import { disableUser, editUser, enableUser, getUser, listUsers, userInfo } from "../../contract/index.ts";
import { givenMember, givenMembership, givenOrganization, givenRole, givenUser, testApp } from "../testing.ts";

const app = testApp();

const editor = () =>
  app.signIn({ permissions: ["authority:user:edit", "authority:user:view", "authority:user:disable"] });

test("authority 6 the list shows people with masked phones and their primary post, newest first", async () => {
  const reader = await app.signIn({ permissions: ["authority:user:list"] });
  const organization = await givenOrganization(app);
  const user = await givenUser(app);
  await givenMembership(app, { user, organization, isPrimary: true, positionName: "店长" });

  const { data } = await reader.call(listUsers, { query: {} });

  const { pageNo, pageSize, totalKind, list } = data;
  assert.deepEqual({ pageNo, pageSize, totalKind }, { pageNo: 1, pageSize: 10, totalKind: "exact" });
  assert.partialDeepStrictEqual(list[0], {
    id: user.id,
    mobilePhone: user.mobilePhone.replace(/^(...)....(....)$/, "$1****$2"),
    primaryPost: `${organization.name}(店长)`,
    status: "ACTIVE",
    version: 1,
  });
  assert.equal(JSON.stringify(data).includes("argon2"), false);
  assert.equal(JSON.stringify(data).includes(user.mobilePhone), false);
});

test("authority 5.1 the one search box finds part of a name, or a whole phone or staff number, never a part of them", async () => {
  const reader = await app.signIn({ permissions: ["authority:user:list"] });
  const user = await givenUser(app, { userName: "欧阳小明", mobilePhone: "13677778888", staffNo: "QA7788" });
  const find = async (keyword: string) =>
    (await reader.call(listUsers, { query: { keyword } })).data.list.map((found) => found.id);

  for (const keyword of ["欧阳小明", "阳小", "小", "13677778888", "QA7788", " 欧阳 "]) {
    assert.deepEqual(await find(keyword), [user.id], keyword);
  }
  for (const keyword of ["1367777", "8888", "QA77", "欧%明", "_", "%", "欧_小明"]) {
    assert.deepEqual(await find(keyword), [], keyword);
  }
});

test("authority 6 filters by type, status and day of creation; sorts by what the contract names and nothing else", async () => {
  const reader = await app.signIn({ permissions: ["authority:user:list"] });
  const partner = await givenUser(app, { userType: "CARRIER", status: "DORMANT", validUntil: "2099-01-01" });
  const query = { userType: "CARRIER", status: "DORMANT" } as const;

  assert.deepEqual(
    (await reader.call(listUsers, { query })).data.list.map((user) => user.id),
    [partner.id],
  );
  assert.equal(
    (await reader.call(listUsers, { query: { ...query, createdAt: "2020-01-01,2020-12-31" } })).data.total,
    0,
  );
  const byName = await reader.call(listUsers, { query: { sortBy: "userName", sortOrder: "asc", pageSize: 100 } });
  const names = byName.data.list.map((user) => user.userName);
  assert.deepEqual(
    names,
    names.toSorted((a, b) => Buffer.from(a).compare(Buffer.from(b))),
  );
  for (const sortBy of ["passwordHash", "mobilePhone", "password_hash"]) {
    const response = await fetch(`${app.origin}/user/v1/users?sortBy=${sortBy}`, {
      headers: { authorization: reader.token, applicationid: "1" },
    });
    const refused = await response.json();
    assert.partialDeepStrictEqual(refused, { success: false, msgCode: "COMMON_PARAM" });
  }
});

test("authority 6 an edit is saved with version, editor and labelled differences", async () => {
  const me = await editor();
  const user = await givenMember(app, { userName: "旧名" });
  const body = { userName: "新名", staffNo: user.staffNo, email: "new@x.cn", remark: "调岗", version: user.version };

  const { data } = await me.call(editUser, { params: { id: user.id }, body });

  assert.partialDeepStrictEqual(data, { userName: "新名", email: "ne***@x.cn", remark: "调岗", version: 2 });
  const [row] = await app.auditOf(user);
  assert.deepEqual([row?.actionName, row?.actorName], ["编辑用户", me.user.userName]);
  assert.deepEqual(
    row?.diffs.map(({ label, before, after }) => [label, before, after]),
    [
      ["姓名", "旧名", "新名"],
      ["邮箱", null, "ne***@x.cn"],
      ["备注", null, "调岗"],
    ],
  );
});

test("authority 5.2 an edit refuses bad input and a staff number that is taken", async () => {
  const me = await editor();
  const user = await givenMember(app);
  const other = await givenMember(app);
  const good = { userName: "名", staffNo: "NEW001", email: null, remark: null, version: 1 };
  const msgOf = async (body: typeof good) => (await me.call(editUser, { params: { id: user.id }, body })).msg;

  assert.equal(await msgOf({ ...good, userName: " " }), "请输入姓名！");
  assert.equal(await msgOf({ ...good, userName: "一".repeat(21) }), "姓名最多40个字符（汉字算2个）");
  assert.equal(await msgOf({ ...good, staffNo: "a" }), "工号格式不正确");
  assert.equal(await msgOf({ ...good, staffNo: other.staffNo }), "工号已存在");
  assert.equal(await msgOf(good), "");
});

test("QUALITY 3 protected fields in a body are never applied", async () => {
  const me = await editor();
  const user = await givenMember(app);
  const smuggled = { boolAdmin: true, status: "LEFT", passwordHash: "x", mobilePhone: "13000000000", id: me.user.id };
  const body = { userName: "名", staffNo: null, email: null, remark: null, version: 1, ...smuggled };

  await me.call(editUser, { params: { id: user.id }, body });

  const [row] = await app.rows("select bool_admin, status, mobile_phone from app_user where id = $1", [user.id]);
  assert.deepEqual(row, { boolAdmin: false, status: "ACTIVE", mobilePhone: user.mobilePhone });
});

test("PF-R90 an edit of an old version is refused with the name, the time and the present record", async () => {
  const [first, second] = [await editor(), await editor()];
  const user = await givenMember(app);
  const body = { userName: "甲", staffNo: null, email: null, remark: null, version: 1 };
  await first.call(editUser, { params: { id: user.id }, body });

  const { msgCode, msg, data } = await second.call(editUser, {
    params: { id: user.id },
    body: { ...body, userName: "乙" },
  });

  assert.equal(msgCode, "COMMON_VERSION_CONFLICT");
  assert.match(
    msg,
    new RegExp(`^数据已被${first.user.userName}于\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d修改，请刷新后重试$`),
  );
  assert.partialDeepStrictEqual(data, { userName: "甲", version: 2 });
  assert.equal(JSON.stringify(data).includes("argon2"), false);
});

test("authority 3 disabling ends the sessions in the same transaction and is audited with its reason", async () => {
  const me = await editor();
  const target = await app.signIn();
  const params = { id: target.user.id };

  const { data } = await me.call(disableUser, { params, body: { reason: "离岗", version: 1 } });

  assert.deepEqual([data.status, data.version], ["DISABLED", 2]);
  assert.deepEqual((await target.call(userInfo, {})).msgCode, "SESSION_DISABLED");
  const sessions = await app.rows("select end_reason, ended_by from session where user_id = $1", [target.user.id]);
  assert.deepEqual(sessions, [{ endReason: "DISABLED", endedBy: me.user.id }]);
  assert.partialDeepStrictEqual(await app.auditOf(target.user), [
    { actionName: "停用账号", reason: "离岗", diffs: [{ label: "账号状态", before: "正常", after: "停用" }] },
  ]);
});

test("authority 3 the moves between states obey the machine; illegal ones have one text", async () => {
  const me = await editor();
  const act = async (
    status: "PENDING" | "ACTIVE" | "DISABLED" | "DORMANT" | "LEFT",
    move: typeof disableUser | typeof enableUser,
  ) => {
    const user = await givenMember(app, { status });
    const answer = await me.call(move, { params: { id: user.id }, body: { reason: "测试", version: 1 } });
    return answer.success ? answer.data.status : `${answer.msgCode} ${answer.msg}`;
  };

  assert.equal(await act("PENDING", disableUser), "DISABLED");
  assert.equal(await act("DORMANT", disableUser), "DISABLED");
  assert.equal(await act("DISABLED", enableUser), "ACTIVE");
  assert.equal(await act("DORMANT", enableUser), "ACTIVE");
  const illegal = (state: string, move: string) =>
    `AUTHORITY_STATE_ILLEGAL 账号当前状态为【${state}】，不能执行【${move}】`;
  assert.equal(await act("DISABLED", disableUser), illegal("停用", "停用"));
  assert.equal(await act("LEFT", disableUser), illegal("已离职", "停用"));
  assert.equal(await act("ACTIVE", enableUser), illegal("正常", "启用"));
  assert.equal(await act("LEFT", enableUser), illegal("已离职", "启用"));
});

test("authority 3 an account whose validity is over cannot be enabled; one that slept needs a new password", async () => {
  const me = await editor();
  const over = await givenMember(app, { status: "DISABLED", validUntil: "2025-01-01" });
  const asleep = await givenMember(app, { status: "DORMANT" });
  const enable = (id: string) => me.call(enableUser, { params: { id }, body: { reason: "返岗", version: 1 } });

  assert.equal((await enable(over.id)).msg, "账号已过有效期，请先修改有效期");
  assert.equal((await enable(asleep.id)).success, true);
  assert.equal((await app.login({ mobilePhone: asleep.mobilePhone })).data.changePwdStatus, true);
});

test("AU-R5 nobody changes the own status", async () => {
  const me = await editor();
  for (const move of [disableUser, enableUser]) {
    const answer = await me.call(move, { params: { id: me.user.id }, body: { reason: "测试", version: 1 } });
    assert.deepEqual([answer.msgCode, answer.msg], ["USER_SELF", "不能操作自己的账号"]);
  }
});

test("AU-R3 a non-administrator cannot touch an administrator", async () => {
  const me = await editor();
  const admin = await givenUser(app, { boolAdmin: true });
  const answer = await me.call(disableUser, { params: { id: admin.id }, body: { reason: "测试", version: 1 } });
  assert.deepEqual([answer.msgCode, answer.msg], ["USER_ADMIN_PROTECTED", "无权操作管理员账号"]);
});

test("PF-R84 a garbled id or reason is COMMON_PARAM, never a fault", async () => {
  const me = await editor();
  const body = { reason: "", version: 1 };
  const answer = await me.call(disableUser, { params: { id: me.user.id }, body });
  assert.deepEqual([answer.msgCode, answer.msg], ["COMMON_PARAM", "请输入原因！"]);
  assert.equal((await me.call(getUser, { params: { id: "1 or 1=1" } })).msgCode, "COMMON_PARAM");
});

test("authority 2.1 the gender of a person is kept, told by its word in the log, and stays when it is left out", async () => {
  const me = await editor();
  const user = await givenUser(app);
  const params = { id: user.id };
  const given = await me.call(editUser, { params, body: { userName: user.userName, gender: "FEMALE", version: 1 } });
  assert.equal(given.data.gender, "FEMALE");
  assert.partialDeepStrictEqual(await app.auditOf(user), [{ diffs: [{ label: "性别", before: null, after: "女" }] }]);
  const kept = await me.call(editUser, { params, body: { userName: user.userName, version: given.data.version } });
  assert.equal(kept.data.gender, "FEMALE");
});

test("AU-R32 the list of people tells the risk of the riskiest role that each holds; administrators hold everything", async () => {
  const me = await app.signIn({ boolAdmin: true });
  const [low, high] = [await givenRole(app), await givenRole(app)];
  await app.rows("update role set risk_points = 40 where id = $1", [high.id]);
  const organization = await givenOrganization(app);
  const named = async (userName: string, roles: { id: string }[], wishes: object = {}) => {
    const user = await givenUser(app, { userName, ...wishes });
    await givenMembership(app, { user, organization, roles, isPrimary: true });
    return userName;
  };
  const expected = [
    [await named("风险甲", []), "LOW"],
    [await named("风险乙", [low, high]), "HIGH"],
    [await named("风险丙", [low]), "LOW"],
    [await named("风险丁", [], { boolAdmin: true }), "CRITICAL"],
  ];
  for (const [keyword = "", risk] of expected) {
    const { data } = await me.call(listUsers, { query: { keyword } });
    assert.equal(data.list[0]?.risk, risk, keyword);
  }
  await app.rows("update role_grant set status = 'REVOKED' where role_id = $1", [high.id]);
  assert.equal((await me.call(listUsers, { query: { keyword: "风险乙" } })).data.list[0]?.risk, "LOW");
});
