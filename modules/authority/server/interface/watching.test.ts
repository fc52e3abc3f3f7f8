import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "@ops/platform/server";
import {
  changePhone,
  editInterface,
  getInterface,
  getSyncRun,
  listInterfaceBodies,
  listInterfaces,
  listPositions,
  listSyncRuns,
  listUsers,
  phoneLogin,
  userInfo,
} from "../../contract/index.ts";
import { bumpRights } from "../rights/bump.ts";
import {
  givenMembership,
  givenOrganization,
  givenRole,
  givenUser,
  type TestClient,
  testApp,
  type UserWishes,
} from "../testing.ts";
import { runSchedule } from "../testing-schedules.ts";

const app = testApp();
const codes = ["authority:interface:list", "authority:interface:edit", "authority:user:list", "authority:user:edit"];
const because = (reason: string) => ({ headers: { "x-reason": encodeURIComponent(reason) } });

async function find(client: TestClient, path: string, method: "GET" | "POST" | "PUT" = "GET") {
  const { data } = await client.call(listInterfaces, { query: { keyword: path, method, pageSize: 100 } });
  const found = data.list.find((one) => one.path === path);
  assert.ok(found, path);
  return found;
}

/** Changes the settings of an interface. */
async function marked(admin: TestClient, one: { id: string }, wanted: { sensitive?: boolean; logBody?: boolean }) {
  const params = { id: one.id };
  const { version } = (await admin.call(getInterface, { params })).data;
  const body = { sensitive: false, logBody: false, ...wanted, ratePerMin: null, version };
  return admin.call(editInterface, { params, body });
}

test("AU-R47 what another node changed holds after a second at the latest, also when the clock was set back", () =>
  app.holdTime(async () => {
    const me = await app.signIn({ permissions: codes });
    const setSensitive = (is: boolean) =>
      app.rows("update api_interface set sensitive = $1 where path = '/user/v1/users' and method = 'GET'", [is]);
    const answer = async () => (await me.call(listUsers, {})).msgCode;
    assert.equal(await answer(), "");
    await setSensitive(true);
    app.passTime(-3);
    assert.equal(await answer(), "REASON_REQUIRED");
    await setSensitive(false);
    app.passTime(1);
    assert.equal(await answer(), "");
    app.passTime(2);
  }));

test("AU-R47 a sensitive interface demands a reason, refuses without one, and logs it with the reading", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const me = await app.signIn({ permissions: codes });
  const found = await find(admin, "/user/v1/users");
  await marked(admin, found, { sensitive: true });

  const refused = await me.call(listUsers, {});
  assert.deepEqual(
    [refused.status, refused.msgCode, refused.msg],
    [200, "REASON_REQUIRED", "该操作涉及敏感信息，请填写原因"],
  );
  assert.equal((await me.call(listUsers, {}, because("  "))).msgCode, "REASON_REQUIRED");
  assert.equal((await me.call(listUsers, {}, { headers: { "x-reason": "%E0%A4%A" } })).msgCode, "REASON_REQUIRED");
  assert.equal((await me.call(listUsers, {}, because("核对离职名单"))).success, true);
  const rows = await app.rows(
    "select reason, action_name from audit_log where actor_id = $1 and action = 'GET /user/v1/users'",
    [me.user.id],
  );
  assert.deepEqual(rows, [{ reason: "核对离职名单", actionName: "用户列表" }]);
  await marked(admin, found, {});
  assert.equal((await me.call(listUsers, {})).success, true);
});

test("AU-R47 the reason of a sensitive change stands in its row beside the one that the change itself asks for", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const me = await app.signIn({ permissions: codes });
  const person = await givenUser(app);
  const found = await find(admin, "/user/v1/users/{id}/change-phone", "POST");
  await marked(admin, found, { sensitive: true });
  const params = { id: person.id };
  const body = { mobilePhone: "13700001111", reason: "换号", version: person.version };

  assert.equal((await me.call(changePhone, { params, body })).msgCode, "REASON_REQUIRED");
  assert.equal((await me.call(changePhone, { params, body }, because("本人来电"))).success, true);
  assert.equal((await app.auditOf(person)).at(-1)?.reason, "本人来电；换号");
  await marked(admin, found, {});
});

test("AU-R47 what the shell calls by itself asks for no reason", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const found = await find(admin, userInfo.path);
  await marked(admin, found, { sensitive: true });
  assert.equal((await admin.call(userInfo, {})).success, true);
  await marked(admin, found, {});
});

test("AU-R47 bodies are kept masked for seven days and read by those who keep interfaces, in their scope", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const organization = await givenOrganization(app);
  const near = await app.signIn({ permissions: codes, scope: "ORG", organization });
  const far = await app.signIn({ permissions: codes });
  const person = await givenUser(app);
  const found = await find(admin, "/user/v1/users/{id}/change-phone", "POST");
  const params = { id: found.id };
  await marked(admin, found, { logBody: true });
  const body = { mobilePhone: "13700002222", reason: "换号 13700002222", version: person.version };
  await far.call(changePhone, { params: { id: person.id }, body });
  await near.call(changePhone, { params: { id: person.id }, body });
  await app.authority.flushUsage();

  const { list } = (await admin.call(listInterfaceBodies, { params, query: {} })).data;
  assert.equal(list.length, 2);
  const [refused, done] = list;
  assert.ok(refused && done);
  assert.deepEqual([refused.msgCode, refused.answer, done.msgCode], ["COMMON_NOT_FOUND", null, ""]);
  assert.ok(done.request?.includes("137****2222") && !done.request.includes("13700002222"), done.request ?? "");
  assert.ok(done.answer?.includes(person.id) && done.traceId !== "" && done.userName === far.user.userName);
  const seen = (await near.call(listInterfaceBodies, { params, query: {} })).data.list;
  assert.deepEqual(
    seen.map(({ userName }) => userName),
    [near.user.userName],
  );
  const reader = await app.signIn({ permissions: ["authority:interface:list"] });
  assert.equal((await reader.call(listInterfaceBodies, { params, query: {} })).msgCode, "COMMON_FORBIDDEN");

  await marked(admin, found, {});
  app.passTime(7 * 86_400 + 60);
  await runSchedule(app, "authority.interfaceUsageCleanUp");
  assert.deepEqual(await app.rows("select 1 from interface_body_log"), []);
});

test("AU-R47 what was sent and answered is shown only to those who could have called it for everybody", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const found = await find(admin, "/user/v1/users");
  await marked(admin, found, { logBody: true });
  await admin.call(listUsers, {});
  await marked(admin, found, {});
  await app.authority.flushUsage();
  const keeps = ["authority:interface:list", "authority:interface:edit"];
  const read = async (client: TestClient) => {
    const { list } = (await client.call(listInterfaceBodies, { params: { id: found.id }, query: {} })).data;
    return list.map(({ request, answer }) => [request === null, answer === null]);
  };
  assert.deepEqual(await read(admin), [[false, false]]);
  assert.deepEqual(await read(await app.signIn({ permissions: codes })), [[false, false]]);
  assert.deepEqual(await read(await app.signIn({ permissions: keeps })), [[true, true]], "without the code");
  const scopeOverrides = { "authority:user:list": "ORG" } as const;
  const narrow = await app.signIn({ permissions: codes, scopeOverrides });
  assert.deepEqual(await read(narrow), [[true, true]], "with a narrower scope");
  const ruled = await app.signIn({ permissions: codes });
  await app.rows(
    `update role set field_rules = '{"user.staffNo":"HIDE"}' where id in (select g.role_id from role_grant g
      join membership m on m.id = g.membership_id where m.user_id = $1)`,
    [ruled.user.id],
  );
  await app.arrange((tx) => bumpRights(tx, [ruled.user.id]));
  assert.deepEqual(await read(ruled), [[true, true]], "with a field closed");
  await app.rows("delete from interface_body_log");
});

test("AU-R47 what holds credentials is never kept", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const found = await find(admin, phoneLogin.path, "POST");
  const refused = await marked(admin, found, { logBody: true });
  assert.deepEqual([refused.msgCode, refused.msg], ["INTERFACE_SECRET_BODY", "该接口包含密码等凭据，不能记录报文"]);
  const sign = await app.rows("update api_interface set log_body = true where id = $1 returning 1", [found.id]);
  assert.equal(sign.length, 1);
  await app.arrange((tx) => tx.invalidate("interfaces"));
  await app.login({ mobilePhone: admin.user.mobilePhone });
  await app.authority.flushUsage();
  assert.deepEqual(await app.rows("select 1 from interface_body_log"), []);
});

test("authority 7 granting roles that the reader may not see are only counted", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  await app.signIn({ permissions: [listPositions.permission] });
  const { id } = await find(admin, listPositions.path);
  const all = (await admin.call(getInterface, { params: { id } })).data;
  assert.ok(all.roles.length > 0 && all.otherRoleCount === 0);

  const reader = await app.signIn({ permissions: ["authority:interface:list"], scope: "ORG" });
  const part = (await reader.call(getInterface, { params: { id } })).data;
  assert.deepEqual([part.roles, part.otherRoleCount], [[], all.roles.length]);
});

test("AU-R47 the roles behind an interface: enabled ones with the people for whom they work, the most widely held first", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const code = "authority:position:edit";
  const [row] = await app.rows<{ id: string }>(
    "select id from api_interface where permission_code = $1 and status = 'ENABLED' limit 1",
    [code],
  );
  const id = row?.id ?? "";
  const told = async () => (await admin.call(getInterface, { params: { id } })).data;
  const before = await told();
  const make = (name: string, status: "ENABLED" | "DISABLED" = "ENABLED") =>
    givenRole(app, { name, permissionCodes: [code], status });
  const [few, many, excluding, off, gone] = [
    await make("角少"),
    await make("角多"),
    await make("角除"),
    await make("角停", "DISABLED"),
    await make("角删"),
  ];
  await app.rows("update role set excluded_interfaces = array[$2::uuid] where id = $1", [excluding.id, id]);
  await app.rows("update role set deleted_at = now() where id = $1", [gone.id]);
  const hold = async (wishes: UserWishes, more: object, ...roles: { id: string }[]) => {
    const user = await givenUser(app, wishes);
    await givenMembership(app, { user, organization: await givenOrganization(app), roles, isPrimary: true, ...more });
  };
  await hold({}, {}, few, many, off, gone);
  await hold({ status: "PENDING" }, {}, many);
  await hold({ status: "DISABLED" }, {}, few, many);
  await hold({}, { status: "FUTURE", startDate: "2099-01-01", isPrimary: false }, few, many);
  await hold({}, {}, excluding);
  const after = await told();
  assert.equal((after.peopleCount ?? 0) - (before.peopleCount ?? 0), 2);
  assert.equal((after.roleCount ?? 0) - (before.roleCount ?? 0), 3);
  const ours = after.roles.filter(({ name }) => name.startsWith("角") && name.length === 2);
  assert.deepEqual(ours[0], { id: many.id, name: "角多", people: 2, isExcluded: false });
  assert.deepEqual(
    ours.map(({ name, people, isExcluded }) => `${name} ${people} ${isExcluded}`).toSorted(),
    ["角多 2 false", "角少 1 false", "角除 1 true"].toSorted(),
  );
  const open = await find(admin, userInfo.path);
  const { roles, otherRoleCount, peopleCount } = (await admin.call(getInterface, { params: { id: open.id } })).data;
  assert.deepEqual([roles, otherRoleCount, peopleCount, open.roleCount], [[], 0, null, null]);
});

test("AU-R47 bodies are shown for seven days to the moment, the newest first, of this interface alone", () =>
  app.holdTime(async () => {
    const admin = await app.signIn({ boolAdmin: true });
    const [found, other] = [await find(admin, "/user/v1/users"), await find(admin, listPositions.path)];
    await app.rows("delete from interface_body_log");
    const ago = (ms: number) => new Date(app.now().getTime() - ms);
    const week = 7 * 86_400_000;
    const keep = (interfaceId: string, at: Date, traceId: string, actorId: string | null = null) =>
      app.rows(
        `insert into interface_body_log (id, interface_id, occurred_at, actor_id, status, msg_code, ms, request, answer, trace_id)
         values ($1, $2, $3, $4, 200, '', 5, '{}', null, $5)`,
        [newId(), interfaceId, at, actorId, traceId],
      );
    await keep(found.id, ago(week), "oldest");
    await keep(found.id, ago(week + 1), "over");
    await keep(found.id, ago(0), "newest", admin.user.id);
    await keep(other.id, ago(0), "other");
    const read = async (client: TestClient) => {
      const { data } = await client.call(listInterfaceBodies, { params: { id: found.id }, query: {} });
      return [data.total, data.list.map(({ traceId, userName, ms }) => [traceId, userName, ms])];
    };
    const all = [
      ["newest", admin.user.userName, 5],
      ["oldest", null, 5],
    ];
    assert.deepEqual(await read(admin), [2, all]);
    const near = await app.signIn({ permissions: codes, scope: "ORG" });
    assert.deepEqual(await read(near), [0, []]);
    await runSchedule(app, "authority.interfaceUsageCleanUp");
    const left = await app.rows<{ traceId: string }>("select trace_id from interface_body_log order by trace_id");
    assert.deepEqual(
      left.map(({ traceId }) => traceId),
      ["newest", "oldest", "other"],
    );
    await app.rows("delete from interface_body_log");
  }));

test("AU-R47 an interface keeps a limit that stands below the floor until it is changed, and is found by its marks", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const found = await find(admin, "/user/v1/userInfo");
  await app.rows("update api_interface set rate_per_min = 5 where id = $1", [found.id]);
  const body = { sensitive: true, logBody: false, ratePerMin: 5, version: found.version };
  const kept = await admin.call(editInterface, { params: { id: found.id }, body });
  assert.deepEqual([kept.msg, kept.data?.sensitive], ["", true]);
  const marks = async (sensitive: "0" | "1") =>
    (await admin.call(listInterfaces, { query: { sensitive, keyword: "/user/v1/userInfo" } })).data.list.map(
      ({ path }) => path,
    );
  assert.deepEqual([await marks("1"), await marks("0")], [["/user/v1/userInfo"], []]);
  const change = { ...body, sensitive: false, ratePerMin: 6, version: kept.data.version };
  assert.equal(
    (await admin.call(editInterface, { params: { id: found.id }, body: change })).msgCode,
    "INTERFACE_RATE_FLOOR",
  );
  await marked(admin, found, {});
  const isProtected = async (path: string) => (await find(admin, path)).isProtected;
  assert.deepEqual([await isProtected("/user/v1/userInfo"), await isProtected("/common/v1/notices")], [true, false]);
});

test("AU-R46 a run names only people of the reader's scope, and counts all", async () => {
  const organization = await givenOrganization(app);
  const reader = await app.signIn({ permissions: ["authority:interface:list"], scope: "ORG", organization });
  const near = await app.signIn({ organization, userName: "近处的人" });
  const far = await app.signIn({ userName: "远处的人" });
  const admin = await app.signIn({ boolAdmin: true });
  const runs = await admin.call(listSyncRuns, { query: {} });
  const id = runs.data.list[0]?.id ?? "";
  const impact = {
    gained: 2,
    lost: 0,
    gainedNames: ["近处的人", "远处的人"],
    lostNames: [],
    gainedIds: [near.user.id, far.user.id],
    lostIds: [],
  };
  const changed = [{ method: "GET", path: "/x", name: "x", permissionCode: "a:b:c", changes: [], impact }];
  await app.rows("update interface_sync_run set details = details || $2::jsonb where id = $1", [
    id,
    JSON.stringify({ changed }),
  ]);
  const namesFor = async (client: TestClient) => {
    const { data } = await client.call(getSyncRun, { params: { id } });
    const told = data.details.changed[0]?.impact;
    return [told?.gained, told?.gainedNames];
  };

  assert.deepEqual(await namesFor(reader), [2, ["近处的人"]]);
  assert.deepEqual(await namesFor(admin), [2, ["近处的人", "远处的人"]]);
});
