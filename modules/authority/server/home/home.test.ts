import assert from "node:assert/strict";
import { test } from "node:test";
import { dayOf, myAnnouncements, myTodos } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { bumpRights } from "../rights/bump.ts";
import {
  givenMembership,
  givenOrganization,
  givenRole,
  givenUser,
  openChannel,
  type TestClient,
  testApp,
  waitForNews,
} from "../testing.ts";

const app = testApp();
const layoutOf = async (client: TestClient) => (await client.call(contract.getHomeWidgets, {})).data;
const dayAhead = (days: number) => dayOf(new Date(app.now().getTime() + days * 86_400_000));

test("AU-5.8 the default shows only what the person may see; somebody without a role keeps what needs no right", async () => {
  const nobody = await app.signIn();
  const { placed, offered, isOwn, version } = await layoutOf(nobody);
  const open = ["todos", "announcements", "entries", "recent", "notices", "downloads", "devices", "directory"];
  assert.deepEqual([placed, offered, isOwn, version], [open, open, false, 0]);

  const admin = await layoutOf(await app.signIn({ boolAdmin: true }));
  assert.equal(admin.placed.length, Object.keys(contract.ownWidgets).length);
  const delegated = await layoutOf(await app.signIn({ permissions: ["authority:loginLog:list"] }));
  assert.deepEqual(
    delegated.placed.filter((key) => !open.includes(key)),
    ["signInTrend", "signInHours"],
  );
});

test("AU-5.8 an own arrangement is kept per person, drops what is no longer granted, and can be undone", async () => {
  const client = await app.signIn({ permissions: ["authority:user:list"] });
  const body = { widgets: ["security", "todos"] as const, pinned: ["/home"], version: 0 };
  const saved = await client.call(contract.saveHomeLayout, { body: { ...body, widgets: [...body.widgets] } });
  assert.partialDeepStrictEqual(saved.data, {
    placed: ["security", "todos"],
    isOwn: true,
    pinned: ["/home"],
    version: 1,
  });
  assert.equal((await layoutOf(await app.signIn())).isOwn, false);

  const late = await client.call(contract.saveHomeLayout, { body: { widgets: null, pinned: null, version: 0 } });
  assert.equal(late.msgCode, "COMMON_VERSION_CONFLICT");
  assert.match(
    late.msg,
    new RegExp(`^数据已被${client.user.userName}于\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d修改，请刷新后重试$`),
  );
  assert.partialDeepStrictEqual(late.data, { placed: ["security", "todos"], version: 1 });

  await app.rows(
    `update role set permission_codes = '{}' where id in (select g.role_id from role_grant g
     join membership m on m.id = g.membership_id where m.user_id = $1)`,
    [client.user.id],
  );
  await app.arrange((tx) => bumpRights(tx, [client.user.id]));
  assert.deepEqual((await layoutOf(client)).placed, ["todos"]);
  const reset = await client.call(contract.saveHomeLayout, { body: { widgets: null, pinned: ["/home"], version: 1 } });
  assert.partialDeepStrictEqual(reset.data, { isOwn: false, pinned: ["/home"], version: 2 });
  assert.equal(reset.data.placed.length, 8);
});

test("AU-5.8 unknown or doubled widgets and more than eight quick entries are refused; two first saves leave one", async () => {
  const client = await app.signIn();
  const refused = async (body: object) => {
    const wrong = { widgets: null, pinned: null, version: 0, ...body };
    const { success, msg } = await client.call(contract.saveHomeLayout, { body: wrong });
    return success || msg;
  };
  assert.equal(await refused({ widgets: ["nothing"] }), "组件不存在");
  assert.equal(await refused({ widgets: ["todos", "todos"] }), "首页组件重复");
  const nine = Array.from({ length: 9 }, (_, at) => `/page${at}`);
  assert.equal(await refused({ pinned: nine }), "快捷入口最多8个");

  const body = { widgets: null, pinned: ["/home"], version: 0 };
  const both = await Promise.all([1, 2].map(() => client.call(contract.saveHomeLayout, { body })));
  assert.deepEqual(both.map(({ msgCode }) => msgCode).toSorted(), ["", "COMMON_VERSION_CONFLICT"]);
});

test("AU-5.8 default by position: the highest position with a home page of its own decides, as long as nothing else was arranged", async () => {
  const editor = await app.signIn({ permissions: ["authority:position:edit"] });
  const organization = await givenOrganization(app);
  const user = await givenUser(app);
  await givenMembership(app, { user, organization, positionName: "首页职位甲", isPrimary: true });
  await givenMembership(app, { user, organization, positionName: "首页职位乙" });
  const client = await app.clientOf(user, [organization.id]);
  await app.rows("update position set rank = 90 where name = '首页职位乙'");
  const positions = await app.rows<{ id: string; version: number }>(
    "select id, version from position where name like '首页职位%' order by rank",
  );
  const set = (at: number, widgets: string[] | null, version = positions[at]?.version ?? 0) =>
    editor.call(contract.setPositionHome, { params: { id: positions[at]?.id ?? "" }, body: { widgets, version } });

  await set(0, ["devices", "security"]);
  assert.deepEqual((await layoutOf(client)).placed, ["devices"]);
  await set(1, ["recent", "devices"]);
  assert.deepEqual((await layoutOf(client)).placed, ["recent", "devices"]);
  const standard = (await layoutOf(await app.signIn({ organization }))).placed;
  assert.equal(standard.length, 8, "those of other positions see what everybody sees");
  const elsewhere = await givenOrganization(app);
  await givenMembership(app, { user, organization: elsewhere, positionName: "首页无职位" });
  assert.deepEqual((await layoutOf(await app.clientOf(user, [elsewhere.id]))).placed, standard);
  const back = await app.clientOf(user, [organization.id]);
  assert.deepEqual((await layoutOf(back)).placed, ["recent", "devices"]);
  assert.equal((await set(1, null)).msgCode, "COMMON_VERSION_CONFLICT");
  await back.call(contract.saveHomeLayout, { body: { widgets: ["todos"], pinned: null, version: 0 } });
  assert.deepEqual((await layoutOf(back)).placed, ["todos"]);
});

test("AU-5.8 我的待办 counts what is granted and in scope, says where it is worked on, and is told anew by a change", async () => {
  const [home, foreign] = [await givenOrganization(app), await givenOrganization(app)];
  const employed = async (organization: { id: string }, wishes: Parameters<typeof givenUser>[1]) => {
    const user = await givenUser(app, wishes);
    await givenMembership(app, { user, organization, isPrimary: true });
    return user;
  };
  await employed(home, { validUntil: dayAhead(0) });
  const last = await employed(home, { validUntil: dayAhead(6) });
  await employed(home, { validUntil: dayAhead(7) });
  await employed(home, { validUntil: dayAhead(-1) });
  await employed(home, { status: "DORMANT" });
  await employed(foreign, { status: "DORMANT", validUntil: dayAhead(1) });
  await app.rows(
    `insert into org_change (id, created_at, created_by, updated_at, updated_by, change_no, kind, source_org_id, planned_at, status)
     values ($1::uuid, now(), $1::uuid, now(), $1::uuid, $1::text, 'DISABLE', $2, now(), 'PLANNED')`,
    [newId(), home.id],
  );
  await app.rows(
    `insert into org_change (id, created_at, created_by, updated_at, updated_by, change_no, kind, source_org_id, planned_at, status)
     values ($1::uuid, now(), $1::uuid, now(), $1::uuid, $1::text, 'DISABLE', $2, now(), 'CANCELED')`,
    [newId(), home.id],
  );
  for (const [externalId, status] of [
    ["todo-conflict", "CONFLICT"],
    ["todo-unbound", "UNBOUND"],
  ]) {
    await app.rows(
      `insert into other_account (id, created_at, created_by, updated_at, updated_by, platform, external_id, bind_kind, status,
         conflict_reason) values ($1, now(), $1, now(), $1, 'DMS', $2, 'SYNC', $3, $4)`,
      [newId(), externalId, status, status === "CONFLICT" ? "重复" : null],
    );
  }
  const permissions = ["authority:user:list", "authority:user:edit", "authority:user:view"];
  const client = await app.signIn({ permissions, scope: "ORG", organization: home });
  const todos = async (who: TestClient) => (await who.call(myTodos, {})).data;

  const list = "/AuthorityManagement/UserManagement";
  assert.deepEqual(await todos(client), [
    {
      key: "authority.expiring",
      title: "7天内到期账号",
      count: 2,
      route: list,
      preset: { list, filters: { validUntil: `${dayAhead(0)},${dayAhead(6)}` } },
    },
    {
      key: "authority.dormant",
      title: "休眠账号待处理",
      count: 1,
      route: list,
      preset: { list, filters: { status: "DORMANT" } },
    },
  ]);
  assert.deepEqual(await todos(await app.signIn()), []);
  const planner = await app.signIn({ permissions: ["authority:org:list"], scope: "ORG", organization: home });
  assert.deepEqual(await todos(planner), [
    {
      key: "authority.orgChange",
      title: "待执行组织变更",
      count: 1,
      route: "/AuthorityManagement/OrgManagement",
      preset: null,
    },
  ]);
  const binder = await app.signIn({ permissions: ["authority:otherAccount:list"] });
  const bindings = "/AuthorityManagement/OtherAccountManage";
  assert.deepEqual(await todos(binder), [
    {
      key: "authority.bindConflict",
      title: "第三方账号冲突",
      count: 1,
      route: bindings,
      preset: { list: `${bindings}?tab=accounts`, filters: { status: "CONFLICT" } },
    },
  ]);

  const { heard } = await openChannel(app, client.token, "todo");
  const { version } = (await client.call(contract.getUser, { params: { id: last.id } })).data;
  const body = { userName: last.userName, staffNo: null, email: null, remark: null, validUntil: dayAhead(30), version };
  assert.equal((await client.call(contract.editUser, { params: { id: last.id }, body })).msg, "");
  await waitForNews(() => /"type":"topic.news".*"authority.expiring"/.test(heard.text));
  assert.equal((await todos(client))[0]?.count, 1);
});

test("PF-R100 an announcement for an organisation reaches everybody below it, one for a role its holders", async () => {
  const region = await givenOrganization(app, { type: "REGION" });
  const store = await givenOrganization(app, { parent: region });
  const role = await givenRole(app);
  const user = await givenUser(app);
  await givenMembership(app, { user, organization: store, roles: [role], isPrimary: true });
  const insert = (audience: string, id: string) =>
    app.rows(
      `insert into announcement (id, created_at, created_by, updated_at, updated_by, announcement_no, title, content,
         audience, audience_ids, publish_at, status)
       values ($1::uuid, now(), $1::uuid, now(), $1::uuid, $1::text, $2, '', $2, array[$3::uuid], now() - interval '1 hour', 'PUBLISHED')`,
      [newId(), audience, id],
    );
  await insert("ORGS", region.id);
  await insert("ROLES", role.id);
  const titles = async (client: TestClient) =>
    (await client.call(myAnnouncements, {})).data.map(({ title }) => title).toSorted();
  assert.deepEqual(await titles(await app.clientOf(user, [store.id])), ["ORGS", "ROLES"]);
  assert.deepEqual(await titles(await app.signIn({ organization: region })), ["ORGS"]);
  assert.deepEqual(await titles(await app.signIn()), []);
});
