import assert from "node:assert/strict";
import { test } from "node:test";
import { dayOf, listNotices, wireTime } from "@ops/platform/contract";
import { setAdmin, syncInterfaces } from "../../contract/index.ts";
import { passwordMaxAgeDays } from "../params.ts";
import {
  givenMembership,
  givenOrganization,
  givenRole,
  givenUser,
  setParam,
  type TestClient,
  testApp,
} from "../testing.ts";
import { runSchedule } from "../testing-schedules.ts";

const app = testApp();
const DAY_MS = 86_400_000;

const daysAhead = (days: number) => dayOf(new Date(app.now().getTime() + days * DAY_MS));
const told = async (userId: string, title: string) =>
  app.rows<{ content: string; route: string | null }>(
    "select content, route from notice where user_id = $1 and title = $2 order by id",
    [userId, title],
  );

/** Somebody with a leader. */
async function led(wishes: Parameters<typeof givenUser>[1] = {}) {
  const [user, leader, organization] = [
    await givenUser(app, wishes),
    await givenUser(app),
    await givenOrganization(app),
  ];
  const membership = await givenMembership(app, { user, organization, isPrimary: true });
  await app.rows("update organization set leader_user_id = $1 where id = $2", [leader.id, organization.id]);
  return { user, leader, organization, membership };
}

test("AU-R8 the person and the leader hear 30, 7 and 1 days before validUntil, once per step", async () => {
  const title = "账号即将到期";
  const validUntil = daysAhead(31);
  const { user, leader } = await led({ validUntil, userName: "钱多多" });
  const counts: number[] = [];
  for (let day = 0; day <= 31; day++) {
    await runSchedule(app, "authority.reminders");
    await runSchedule(app, "authority.reminders");
    await app.rows("update notice set read_at = now() where user_id = $1", [user.id]);
    counts.push((await told(user.id, title)).length);
    app.passTime(86_400);
  }
  assert.deepEqual(
    [counts[0], counts[1], counts[23], counts[24], counts[29], counts[30], counts[31]],
    [0, 1, 1, 2, 2, 3, 3],
  );
  const [first] = await told(user.id, title);
  assert.equal(first?.content, `您的账号有效期至${validUntil}，还有30天，到期后将无法登录，请联系管理员。`);
  const route = "/AuthorityManagement/UserManagement";
  const content = (days: number) => `钱多多的账号有效期至${validUntil}，还有${days}天，如需继续使用请修改有效期。`;
  assert.deepEqual(
    await told(leader.id, title),
    [30, 7, 1].map((days) => ({ content: content(days), route })),
  );
});

/** All that was said to these people since. */
async function heardSince(at: Date, names: readonly string[]): Promise<string[]> {
  const rows = await app.rows<{ line: string }>(
    `select concat_ws(' ', u.user_name, n.category, n.level, n.content, n.route) as line
     from notice n join app_user u on u.id = n.user_id where n.created_at >= $1 and u.user_name = any($2) order by 1`,
    [at, names],
  );
  return rows.map(({ line }) => line);
}

test("AU-R8 only accounts that can sign in are told of, by the last step that has been reached", async () => {
  const at = app.now();
  const given = (userName: string, days: number, wishes: object = {}) =>
    givenUser(app, { userName, validUntil: daysAhead(days), ...wishes });
  await given("今天", 0);
  await given("两天", 2, { status: "PENDING" });
  await given("月内", 30);
  await given("以后", 31);
  await given("过期", -1);
  await given("停用", 5, { status: "DISABLED" });
  await given("系统", 5, { userType: "SERVICE" });
  const deleted = await given("删除", 5);
  await app.rows("update app_user set deleted_at = now() where id = $1", [deleted.id]);
  const own = await led({ userName: "自管", validUntil: daysAhead(7) });
  await app.rows("update organization set leader_user_id = $1 where id = $2", [own.user.id, own.organization.id]);
  const former = await led({ userName: "曾任", validUntil: daysAhead(7) });
  await app.rows("update membership set status = 'ENDED' where id = $1", [former.membership.id]);
  await runSchedule(app, "authority.reminders");
  const text = (name: string, days: number) =>
    `${name} WARNING WARN 您的账号有效期至${daysAhead(days)}，还有${days}天，到期后将无法登录，请联系管理员。`;
  const expected = [text("今天", 0), text("两天", 2), text("月内", 30), text("自管", 7), text("曾任", 7)];
  const names = ["今天", "两天", "月内", "以后", "过期", "停用", "系统", "删除", "自管", "曾任"];
  assert.deepEqual(await heardSince(at, names), expected.toSorted());
});

test("AU-R9 system accounts, those that a module keeps and those that do not work are not told of their sleep", async () => {
  const at = app.now();
  const given = async (userName: string, days: number, wishes: object = {}) => {
    const user = await givenUser(app, { userName, ...wishes });
    const past = new Date(at.getTime() - days * DAY_MS);
    await app.rows("update app_user set created_at = $2, last_active_at = $2 where id = $1", [user.id, past]);
    return user;
  };
  await given("闲置", 50);
  await given("刚闲", 44);
  await given("新近", 10);
  await given("待激活", 50, { status: "PENDING" });
  await given("系统", 50, { userType: "SERVICE" });
  const keptByModule = await given("伙伴", 50, { userType: "PARTNER", validUntil: daysAhead(300) });
  await app.rows("update app_user set source = 'STAFF' where id = $1", [keptByModule.id]);
  const deleted = await given("删除", 50);
  await app.rows("update app_user set deleted_at = now() where id = $1", [deleted.id]);
  const back = await given("返回", 50);
  await app.rows("update app_user set reactivated_at = $2 where id = $1", [back.id, at]);
  const { user, leader } = await led({ userName: "有人管" });
  const past = new Date(at.getTime() - 53 * DAY_MS);
  await app.rows("update app_user set created_at = $2, user_name = '组长' where id = $1", [leader.id, at]);
  await app.rows("update app_user set created_at = $2 where id = $1", [user.id, past]);
  await runSchedule(app, "authority.dormantScan");
  await runSchedule(app, "authority.dormantScan");
  const names = ["闲置", "刚闲", "新近", "待激活", "系统", "伙伴", "删除", "返回", "有人管", "组长"];
  assert.deepEqual(
    await heardSince(at, names),
    [
      `闲置 WARNING WARN 您已50天未使用系统，账号将于${daysAhead(10)}休眠。`,
      `有人管 WARNING WARN 您已53天未使用系统，账号将于${daysAhead(7)}休眠。`,
      `组长 WARNING WARN 有人管已53天未使用系统，账号将于${daysAhead(7)}休眠。 /AuthorityManagement/UserManagement`,
    ].toSorted(),
  );
});

test("AU-R9 an account that nobody uses is told of at 45 and 53 days; the example of the rule", async () => {
  const { user, leader } = await led();
  const title = "账号即将休眠";
  const lastUse = app.now();
  await app.rows("update app_user set created_at = $1, last_active_at = $1 where id = $2", [lastUse, user.id]);
  const heardAt: number[] = [];
  for (let day = 1; day < 60; day++) {
    app.passTime(86_400);
    const before = (await told(user.id, title)).length;
    await runSchedule(app, "authority.dormantScan");
    if ((await told(user.id, title)).length > before) heardAt.push(day);
  }
  assert.deepEqual(heardAt, [45, 53]);
  const sleepsOn = dayOf(new Date(lastUse.getTime() + 60 * DAY_MS));
  assert.equal((await told(user.id, title))[0]?.content, `您已45天未使用系统，账号将于${sleepsOn}休眠。`);
  const aboutOther = (await told(leader.id, title)).filter(({ route }) => route !== null);
  assert.equal(aboutOther.length, 2);
});

test("AU-R17 the holder of a role that ends hears of it 7 and 1 days before", async () => {
  const { user, organization } = await led();
  const role = await givenRole(app, { permissionCodes: [] });
  const validTo = new Date(app.now().getTime() + 9 * DAY_MS);
  await givenMembership(app, { user, organization, roles: [role], validTo, positionName: "代理" });
  const heardAt: number[] = [];
  for (let day = 0; day < 9; day++) {
    const before = (await told(user.id, "角色即将到期")).length;
    await runSchedule(app, "authority.reminders");
    if ((await told(user.id, "角色即将到期")).length > before) heardAt.push(9 - day);
    app.passTime(86_400);
  }
  assert.deepEqual(heardAt, [7, 1]);
  const content = `您在${organization.name}的角色「${role.name}」将于${wireTime(validTo).slice(0, 16)}到期。`;
  assert.deepEqual(await told(user.id, "角色即将到期"), Array(2).fill({ content, route: null }));
});

test("AU-R17 a role that ends in seven days to the moment is told of, a later one and one that is over are not", () =>
  app.holdTime(async () => {
    const at = app.now();
    const organization = await givenOrganization(app);
    const given = async (userName: string, ms: number) => {
      const user = await givenUser(app, { userName });
      const role = await givenRole(app, { name: `限期${userName}` });
      const validTo = new Date(at.getTime() + ms);
      const positionName = `限期${userName}`;
      return givenMembership(app, { user, organization, roles: [role], validTo, positionName });
    };
    await given("七天", 7 * DAY_MS);
    await given("七天多", 7 * DAY_MS + 1);
    await given("已完", -1);
    const revoked = await given("已收回", 3 * DAY_MS);
    await app.rows("update role_grant set status = 'REVOKED' where membership_id = $1", [revoked.id]);
    await runSchedule(app, "authority.reminders");
    const end = wireTime(new Date(at.getTime() + 7 * DAY_MS)).slice(0, 16);
    assert.deepEqual(await heardSince(at, ["七天", "七天多", "已完", "已收回"]), [
      `七天 WARNING WARN 您在${organization.name}的角色「限期七天」将于${end}到期。`,
    ]);
  }));

test("PF-R38 a password that will be too old in a week is told of once", () =>
  app.holdTime(async () => {
    const at = app.now();
    const given = (userName: string, days: number, wishes: object = {}) =>
      givenUser(app, { userName, pwdUpdatedAt: new Date(at.getTime() - days * DAY_MS), ...wishes });
    const MS = 1 / DAY_MS;
    const names = ["整七天", "七天半", "最后", "已过", "停用", "系统", "初始", "删除"];
    await given("整七天", 83);
    await given("七天半", 83 - MS);
    await given("最后", 90 - MS);
    await given("已过", 90);
    await given("停用", 85, { status: "DISABLED" });
    await given("系统", 85, { userType: "SERVICE" });
    await given("初始", 85, { mustChangePwd: true });
    const deleted = await given("删除", 85);
    await app.rows("update app_user set deleted_at = now() where id = $1", [deleted.id]);
    await runSchedule(app, "authority.reminders");
    assert.deepEqual(await heardSince(at, names), []);
    await setParam(app, passwordMaxAgeDays, "90");
    for (let n = 0; n < 2; n++) await runSchedule(app, "authority.reminders");
    await setParam(app, passwordMaxAgeDays, "0");
    const text = (name: string, days: number) =>
      `${name} WARNING WARN 您的密码将于${daysAhead(days)}过期，请在此之前通过右上角「修改密码」修改。`;
    assert.deepEqual(await heardSince(at, names), [text("整七天", 7), text("最后", 0)].toSorted());
  }));

const noticesOf = async (client: TestClient) => (await client.call(listNotices, { query: {} })).data.list;

test("AU-R7 the other administrators hear who became one, and who is none any more", async () => {
  const [acting, other] = [await app.signIn({ boolAdmin: true }), await app.signIn({ boolAdmin: true })];
  const target = await givenUser(app, { userName: "李四" });
  const body = { boolAdmin: true, userName: "李四", reason: "轮值", version: 1 };
  await acting.call(setAdmin, { params: { id: target.id }, body });
  const [notice] = await noticesOf(other);
  assert.deepEqual([notice?.title, notice?.content], ["管理员变更", `${acting.user.userName}将李四设为管理员。`]);
  assert.ok(!(await noticesOf(acting)).some(({ title }) => title === "管理员变更"));
});

test("AU-R45 a changed catalogue is told to those who look after interfaces; AU-R49 an opened call in strong words", async () => {
  const keeper = await app.signIn({ permissions: ["authority:interface:list", "authority:interface:sync"] });
  const stranger = await app.signIn();
  const [row] = await app.rows<{ id: string }>("select id from api_interface where permission_code = 'PUBLIC' limit 1");
  await app.rows("update api_interface set permission_code = 'SESSION' where id = $1", [row?.id]);
  assert.equal((await keeper.call(syncInterfaces, {})).msg, "");
  const [notice] = await noticesOf(keeper);
  assert.deepEqual([notice?.level, notice?.title], ["ERROR", "新增了无需登录的接口"]);
  assert.match(notice?.content ?? "", /变更1个.*其中1个无需登录即可调用，请安全员确认。/);
  assert.deepEqual(await noticesOf(stranger), []);
});
