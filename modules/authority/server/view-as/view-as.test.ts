import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { dayOf, type Endpoint, wireTime } from "@ops/platform/contract";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { sessionPolicy } from "../params.ts";
import { bumpRights } from "../rights/bump.ts";
import {
  type GivenOrganization,
  givenMembership,
  givenOrganization,
  givenRole,
  givenUser,
  type RoleWishes,
  setParam,
  type TestClient,
  testApp,
} from "../testing.ts";
import { runSchedule } from "../testing-schedules.ts";

const app = testApp();
const USE = "authority:viewAs:use";
const LIST = "authority:user:list";
const DETAIL = "authority:user:view";

async function givenWorker(organization: GivenOrganization, ...roles: RoleWishes[]) {
  const user = await givenUser(app);
  const given = [];
  for (const role of roles) given.push(await givenRole(app, role));
  const membership = await givenMembership(app, { user, organization, roles: given, isPrimary: true });
  return { user, membership, roles: given };
}
type Worker = Awaited<ReturnType<typeof givenWorker>>;

const start = (client: TestClient, { user, membership }: Pick<Worker, "user" | "membership">) =>
  client.call(contract.startViewAs, { body: { userId: user.id, membershipId: membership.id } });
const end = (client: TestClient) => client.call(contract.endViewAs, {});
const me = async (client: TestClient) => (await client.call(contract.userInfo, {})).data[0];
const listed = async (client: TestClient) => {
  const { data, msgCode } = await client.call(contract.listUsers, { query: { pageSize: 100 } });
  return data ? new Set(data.list.map(({ id }) => id)) : msgCode;
};

test("AU-R26 menu, codes and scope are those of the viewed person, until the view is left", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const organization = await givenOrganization(app, { name: "预览一店" });
  const role = { permissionCodes: [LIST], dataScope: "ORG", menuKeys: ["authority.UserManagement"] } as const;
  const worker = await givenWorker(organization, { ...role, permissionCodes: [LIST], menuKeys: [...role.menuKeys] });
  const { data } = await start(admin, worker);
  assert.deepEqual([data.userName, data.post], [worker.user.userName, "预览一店(店长)"]);

  const seen = await me(admin);
  assert.deepEqual([seen?.id, seen?.boolAdmin, seen?.permissionCodeList], [worker.user.id, false, [LIST]]);
  assert.deepEqual(
    [seen?.viewAs?.viewerName, seen?.viewAs?.post, seen?.viewAs?.endsAt],
    [admin.user.userName, "预览一店(店长)", data.endsAt],
  );
  const menu = JSON.stringify((await admin.call(contract.menuUserList, {})).data);
  assert.match(menu, /authority\.UserManagement/);
  assert.doesNotMatch(menu, /authority\.RoleManagement/);
  assert.deepEqual(await listed(admin), new Set([worker.user.id]));
  assert.equal((await admin.call(contract.listRoles, { query: {} })).msgCode, "COMMON_FORBIDDEN");

  assert.equal((await end(admin)).success, true);
  assert.deepEqual([(await me(admin))?.id, (await me(admin))?.viewAs], [admin.user.id, null]);
  assert.equal((await admin.call(contract.listRoles, { query: {} })).success, true);
});

test("AU-R26 every change, export, download and secret of the whole contract is refused in a view", async (context) => {
  const admin = await app.signIn({ boolAdmin: true });
  const endpoints = app.node.access.endpoints();
  const codes = [...new Set(endpoints.map(({ permission }) => permission).filter((code) => code.includes(":")))];
  const worker = await givenWorker(await givenOrganization(app), { permissionCodes: codes, dataScope: "ALL" });
  await start(admin, worker);
  const guarded = endpoints.filter(({ permission, viewing }) => permission !== "public" && viewing !== "own");
  const acting = (one: Endpoint) =>
    one.method !== "GET" || one.audit !== undefined || one.downloads || one.secret || one.viewing === "never";
  const told = async ({ method, path }: Endpoint) => {
    const headers = { authorization: admin.token, applicationid: "1", "content-type": "application/json" };
    const body = method === "GET" ? {} : { body: "{}" };
    const response = await fetch(app.origin + path.replace(/\{\w+\}/g, worker.user.id), { method, headers, ...body });
    return JSON.parse(await response.text());
  };
  const open: string[] = [];
  for (const endpoint of guarded.filter(acting)) {
    const { msgCode, msg } = await told(endpoint);
    if (msgCode !== "VIEW_AS_READONLY" || msg !== "视角预览下不能执行该操作")
      open.push(`${contract.callName(endpoint)} ${msgCode}`);
  }
  assert.deepEqual(open, []);
  for (const endpoint of guarded.filter((one) => !acting(one))) {
    assert.notEqual((await told(endpoint)).msgCode, "VIEW_AS_READONLY", contract.callName(endpoint));
  }
  assert.ok(guarded.filter(acting).length > 40);
  context.diagnostic(`${guarded.filter(acting).length} refused, ${guarded.length} endpoints`);
});

test("AU-R26 administrators, oneself, people out of scope, accounts out of use and posts not in force cannot be seen as", async () => {
  const organization = await givenOrganization(app);
  const viewer = await app.signIn({ permissions: [USE, LIST], scope: "ORG", organization });
  const admin = await app.signIn({ boolAdmin: true });
  const refused = async (client: TestClient, worker: Pick<Worker, "user" | "membership">) => {
    const { msgCode, msg } = await start(client, worker);
    return [msgCode, msg];
  };
  const boss = await givenUser(app, { boolAdmin: true });
  const post = await givenMembership(app, { user: boss, organization });
  assert.deepEqual(await refused(viewer, { user: boss, membership: post }), ["VIEW_AS_ADMIN", "不能预览管理员视角"]);
  const [own] = await app.rows<{ id: string }>("select id from membership where user_id = $1", [viewer.user.id]);
  assert.deepEqual(await refused(viewer, { user: viewer.user, membership: { id: own?.id ?? "" } }), [
    "VIEW_AS_SELF",
    "不能预览自己的视角",
  ]);
  const stranger = await givenWorker(await givenOrganization(app));
  assert.equal((await refused(viewer, stranger))[0], "COMMON_NOT_FOUND");
  const off = await givenWorker(organization);
  await app.rows("update app_user set status = 'DISABLED' where id = $1", [off.user.id]);
  assert.deepEqual(await refused(admin, off), [
    "VIEW_AS_UNUSABLE",
    "该账号当前不能登录，无法预览：账号已停用，请联系管理员",
  ]);
  const gone = await givenWorker(organization);
  await app.rows("update membership set status = 'ENDED', is_primary = false where id = $1", [gone.membership.id]);
  assert.deepEqual(await refused(viewer, gone), ["COMMON_NOT_FOUND", "数据不存在或已被删除"]);
  assert.deepEqual(await refused(admin, gone), ["VIEW_AS_POST", "该任职未生效，无法预览"]);
  const powerless = await app.signIn({ permissions: [LIST], scope: "ALL" });
  assert.equal((await refused(powerless, off))[0], "COMMON_FORBIDDEN");
});

test("AU-R26 nobody sees through the eyes of somebody with more rights: codes, scopes, and own records out of reach", async () => {
  const city = await givenOrganization(app, { type: "CITY" });
  const store = await givenOrganization(app, { parent: city });
  const viewer = await app.signIn({
    permissions: [USE, LIST, DETAIL],
    scope: "ORG_TREE",
    organization: city,
    scopeOverrides: { [DETAIL]: "ORG" },
  });
  const told = async (...roles: RoleWishes[]) => {
    const { msgCode, msg } = await start(viewer, await givenWorker(store, ...roles));
    await end(viewer);
    return [msgCode, msg];
  };
  const exceeds = (name: string) => ["VIEW_AS_EXCEEDS", `该用户的权限超出您自己的权限，不能预览：${name}`];

  assert.equal((await told({ permissionCodes: [LIST], dataScope: "ORG" }))[0], "");
  assert.deepEqual(await told({ permissionCodes: ["authority:user:unlock"], dataScope: "ORG" }), exceeds("解锁账号"));
  assert.deepEqual(await told({ permissionCodes: [LIST], dataScope: "ALL" }), exceeds("用户列表"));
  assert.deepEqual(await told({ permissionCodes: [DETAIL], dataScope: "ORG" }), exceeds("用户详情"));
  // the viewer may give such a role, but not look at what its holder made: the store lies beyond that code
  assert.deepEqual(await told({ permissionCodes: [DETAIL], dataScope: "SELF" }), exceeds("用户详情"));
  assert.equal((await told({ permissionCodes: [LIST], dataScope: "SELF" }))[0], "");
});

test("AU-R26 a view ends when the person gets more than the viewer has, and leads nowhere until it is left", async () => {
  const organization = await givenOrganization(app);
  const viewer = await app.signIn({ permissions: [USE, LIST], scope: "ORG", organization });
  const worker = await givenWorker(organization, { permissionCodes: [LIST], dataScope: "ORG" });
  await start(viewer, worker);
  assert.ok((await listed(viewer)) instanceof Set);

  await app.rows("update role set data_scope = 'ALL' where id = $1", [worker.roles[0]?.id]);
  await app.arrange((tx) => bumpRights(tx, [worker.user.id]));
  assert.equal(await listed(viewer), "VIEW_AS_ENDED");
  const { msg, msgCode } = await viewer.call(contract.userInfo, {});
  assert.deepEqual([msgCode, msg], ["VIEW_AS_ENDED", "视角预览已结束"]);
  assert.equal((await end(viewer)).success, true);
  assert.equal((await me(viewer))?.id, viewer.user.id);
});

test("AU-R26 a view ends when the viewer loses the right to it", async () => {
  const organization = await givenOrganization(app);
  const viewer = await app.signIn({ permissions: [USE, LIST], scope: "ORG", organization });
  await start(viewer, await givenWorker(organization));
  await app.rows(
    `update role set permission_codes = '{}' where id in (select g.role_id from role_grant g
     join membership m on m.id = g.membership_id where m.user_id = $1)`,
    [viewer.user.id],
  );
  await app.arrange((tx) => bumpRights(tx, [viewer.user.id]));
  assert.equal(await listed(viewer), "VIEW_AS_ENDED");
  assert.equal((await end(viewer)).success, true);
});

test("AU-R26 start, pages and end are in the log with both names", async () => {
  const admin = await app.signIn({ boolAdmin: true, userName: "预览管理员" });
  const organization = await givenOrganization(app, { name: "预览二店" });
  const worker = await givenWorker(organization, { permissionCodes: [LIST, DETAIL], dataScope: "ORG" });
  const { userName, id } = worker.user;
  await start(admin, worker);
  await admin.call(contract.listUsers, { query: {} });
  await admin.call(contract.getUser, { params: { id } });
  await end(admin);

  const rows = await app.rows<{ actionName: string; summary: string; bizId: string }>(
    `select action_name as "actionName", summary, biz_id as "bizId" from audit_log where actor_id = $1
     order by occurred_at, id`,
    [admin.user.id],
  );
  assert.deepEqual(
    rows.map(({ actionName, summary, bizId }) => [actionName, summary, bizId]),
    [
      ["开始视角预览", `预览管理员 以「${userName} · 预览二店(店长)」的视角`, id],
      ["用户列表", `视角预览：以「${userName}」的视角`, ""],
      ["用户详情", `视角预览：以「${userName}」的视角`, id],
      ["结束视角预览", `预览管理员 以「${userName}」的视角，主动退出`, id],
    ],
  );
});

test("AU-R26 after 30 minutes the view is over, for the call and in the log", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const worker = await givenWorker(await givenOrganization(app), { permissionCodes: [LIST], dataScope: "ORG" });
  await start(admin, worker);
  app.passTime(29 * 60);
  await runSchedule(app, "authority.viewAsEnd");
  assert.ok((await listed(admin)) instanceof Set);
  app.passTime(61);
  assert.equal(await listed(admin), "VIEW_AS_ENDED");
  await runSchedule(app, "authority.viewAsEnd");
  await runSchedule(app, "authority.viewAsEnd");
  assert.equal(await listed(admin), "VIEW_AS_ENDED"); // the page on the screen still shows the other's view
  const logged = (await app.auditOf(worker.user)).filter(({ actionName }) => actionName === "结束视角预览");
  assert.deepEqual(
    logged.map(({ summary, actorName }) => [actorName, summary]),
    [[admin.user.userName, `${admin.user.userName} 以「${worker.user.userName}」的视角，满30分钟`]],
  );
  await end(admin);
  assert.equal((await me(admin))?.id, admin.user.id);
});

test("AU-R26 a view lasts for less than 30 minutes, to the millisecond, and its pages hear of its end", () =>
  app.holdTime(async () => {
    const [admin, other] = [await app.signIn({ boolAdmin: true }), await app.signIn({ boolAdmin: true })];
    const worker = await givenWorker(await givenOrganization(app), { permissionCodes: [LIST], dataScope: "ORG" });
    const { data } = await start(admin, worker);
    assert.equal(data.endsAt, wireTime(new Date(app.now().getTime() + 30 * 60_000)));
    app.passTime(60);
    await start(other, worker);
    const told = async ({ sessionId }: TestClient) =>
      (
        await app.rows(`select from live_event where session_id = $1 and payload->>'type' = 'viewAs.changed'`, [
          sessionId,
        ])
      ).length;
    const views = () =>
      app.rows(
        `select viewer_id = $1 as "isFirst", end_reason as reason, left_at is not null as "isLeft" from view_as
         where user_id = $2 order by started_at`,
        [admin.user.id, worker.user.id],
      );
    app.passTime(29 * 60 - 0.001);
    await runSchedule(app, "authority.viewAsEnd");
    assert.ok((await listed(admin)) instanceof Set);
    assert.equal(await told(admin), 1);
    app.passTime(0.001);
    assert.equal(await listed(admin), "VIEW_AS_ENDED");
    await runSchedule(app, "authority.viewAsEnd");
    assert.deepEqual(await views(), [
      { isFirst: true, reason: "TIMEOUT", isLeft: false },
      { isFirst: false, reason: null, isLeft: false },
    ]);
    assert.deepEqual([await told(admin), await told(other)], [2, 1]);
    assert.ok((await listed(other)) instanceof Set);
    const rows = await app.rows(
      `select actor_id = $2 as "isViewer", biz_type as "bizType", biz_no as "bizNo", source, result, module from audit_log
       where biz_id = $1 and action = 'authority.viewAsEnd'`,
      [worker.user.id, admin.user.id],
    );
    const about = { bizType: "appUser", bizNo: worker.user.staffNo, module: "authority" };
    assert.deepEqual(rows, [{ isViewer: true, ...about, source: "JOB", result: "SUCCESS" }]);
    assert.equal((await end(admin)).data, true);
    assert.equal((await end(admin)).data, true);
    assert.deepEqual(await views(), [
      { isFirst: true, reason: "TIMEOUT", isLeft: true },
      { isFirst: false, reason: null, isLeft: false },
    ]);
    assert.equal(await told(admin), 3);
  }));

test("AU-R26 a view is over when the person may not sign in any more, works nowhere or is an administrator", async () => {
  const dayOff = (days: number) => dayOf(new Date(app.now().getTime() + days * 86_400_000));
  const cases: [change: string, value: unknown, isOver: boolean][] = [
    ["status = $2", "PENDING", false],
    ["status = $2", "DISABLED", true],
    ["frozen_reason = $2", "暂停", true],
    ["bool_admin = $2", true, true],
    ["valid_until = $2", dayOff(0), false],
    ["valid_until = $2", dayOff(-1), true],
  ];
  const tried = async (table: string, change: string, values: readonly unknown[]) => {
    const admin = await app.signIn({ boolAdmin: true });
    const worker = await givenWorker(await givenOrganization(app), { permissionCodes: [LIST], dataScope: "ORG" });
    await start(admin, worker);
    const id = table === "app_user" ? worker.user.id : worker.membership.id;
    await app.rows(`update ${table} set ${change} where id = $1`, [id, ...values]);
    await app.arrange((tx) => bumpRights(tx, [worker.user.id]));
    return (await listed(admin)) === "VIEW_AS_ENDED";
  };
  for (const [change, value, isOver] of cases) {
    assert.equal(await tried("app_user", change, [value]), isOver, `${change} ${value}`);
  }
  assert.equal(await tried("membership", "status = 'ENDED', is_primary = false", []), true);
});

test("AU-R26 a view shows a field only as far as both the viewer and the viewed person may see it", async () => {
  const organization = await givenOrganization(app);
  const rule = (user: { id: string }, mode: string) =>
    app.rows(
      `update role set field_rules = $2 where id in (select g.role_id from role_grant g
       join membership m on m.id = g.membership_id where m.user_id = $1)`,
      [user.id, JSON.stringify({ "user.staffNo": mode })],
    );
  const worker = await givenWorker(organization, { permissionCodes: [LIST], dataScope: "ORG" });
  await rule(worker.user, "HIDE");
  const viewer = await app.signIn({ permissions: [USE, LIST], scope: "ORG", organization });
  await rule(viewer.user, "READ");
  await app.arrange((tx) => bumpRights(tx, [worker.user.id, viewer.user.id]));
  const admin = await app.signIn({ boolAdmin: true });
  const sees = async (client: TestClient) =>
    JSON.stringify((await client.call(contract.listUsers, { query: {} })).data.list).includes(worker.user.staffNo);
  for (const client of [admin, viewer]) {
    assert.equal(await sees(client), true, "with the own eyes");
    assert.equal((await start(client, worker)).msg, "");
    assert.equal(await sees(client), false);
    await end(client);
  }
});

test("AU-R26 a view ends when the viewer works nowhere any more", async () => {
  const organization = await givenOrganization(app);
  const viewer = await app.signIn({ permissions: [USE, LIST], scope: "ORG", organization });
  await start(viewer, await givenWorker(organization, { permissionCodes: [LIST], dataScope: "ORG" }));
  assert.ok((await listed(viewer)) instanceof Set);
  await app.rows("update membership set status = 'ENDED', is_primary = false where user_id = $1", [viewer.user.id]);
  await app.arrange((tx) => bumpRights(tx, [viewer.user.id]));
  assert.equal(await listed(viewer), "VIEW_AS_ENDED");
});

test("AU-R26 a view ends with the viewer's session; another session of the viewer is not part of it", async () => {
  await setParam(app, sessionPolicy, "MULTI");
  const admin = await app.signIn({ boolAdmin: true });
  const other = await app.clientOf(admin.user, []);
  const worker = await givenWorker(await givenOrganization(app));
  await start(admin, worker);
  assert.equal((await me(other))?.id, admin.user.id);
  assert.equal((await admin.call(contract.logout, {})).success, true);
  await runSchedule(app, "authority.viewAsEnd");
  const [view] = await app.rows<{ endReason: string; isLeft: boolean }>(
    `select end_reason as "endReason", left_at is not null as "isLeft" from view_as where user_id = $1`,
    [worker.user.id],
  );
  assert.deepEqual(view, { endReason: "SESSION", isLeft: true });
  assert.equal((await admin.call(contract.userInfo, {})).status, 401);
});

test("AU-R26 two starts at once leave one view", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const workers = [await givenWorker(await givenOrganization(app)), await givenWorker(await givenOrganization(app))];
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  const asked = await app.arrange(async (tx) => {
    await sql`select from session where id = ${admin.sessionId} for update`.execute(tx.kysely);
    const answers = Promise.all(workers.map((worker) => start(admin, worker)));
    while ((await app.node.database.writerPool.query(waiting)).rowCount !== 2) await setTimeout(20);
    return { answers }; // both were let in as themselves and wait for their turn
  });
  const answers = await asked.answers;
  const told = answers.map(({ success, msgCode }) => (success ? "started" : msgCode));
  assert.deepEqual(told.toSorted(), ["COMMON_REPEATING", "started"]);
  const rows = await app.rows("select id from view_as where viewer_id = $1", [admin.user.id]);
  assert.equal(rows.length, 1);
});
