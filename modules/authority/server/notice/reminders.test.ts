import assert from "node:assert/strict";
import { test } from "node:test";
import { dayOf, listNotices } from "@ops/platform/contract";
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
  const heard = await told(leader.id, title);
  assert.deepEqual([heard.length, heard[0]?.route], [3, "/AuthorityManagement/UserManagement"]);
  assert.match(heard[0]?.content ?? "", /^钱多多的账号有效期至/);
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
  assert.match((await told(user.id, "角色即将到期"))[0]?.content ?? "", new RegExp(`角色「${role.name}」将于`));
});

test("PF-R38 a password that will be too old in a week is told of once", async () => {
  const user = await givenUser(app, { pwdUpdatedAt: new Date(app.now().getTime() - 84 * DAY_MS) });
  await runSchedule(app, "authority.reminders");
  assert.equal((await told(user.id, "密码即将过期")).length, 0);
  await setParam(app, passwordMaxAgeDays, "90");
  for (let n = 0; n < 2; n++) await runSchedule(app, "authority.reminders");
  assert.equal((await told(user.id, "密码即将过期")).length, 1);
  await setParam(app, passwordMaxAgeDays, "0");
});

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
