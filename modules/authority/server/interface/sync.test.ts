import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { listNotices } from "@ops/platform/contract";
import { getSyncRun, listInterfaces, listSyncRuns, syncInterfaces } from "../../contract/index.ts";
import { AuthorityTestApp, testApp } from "../testing.ts";

const app = testApp();
const keeper = () => app.signIn({ permissions: ["authority:interface:list", "authority:interface:sync"] });

test("AU-R45 the first start adds the whole contract in one run; a second node of the same contract adds none", async () => {
  const me = await keeper();
  const runs = (await me.call(listSyncRuns, { query: {} })).data.list;
  const [first] = runs;
  assert.equal(runs.length, 1);
  assert.partialDeepStrictEqual(first, {
    kind: "START",
    status: "DONE",
    startedByName: "系统",
    changed: 0,
    removed: 0,
  });
  const { total } = (await me.call(listInterfaces, { query: {} })).data;
  assert.equal(first?.added, total);
  // the first catalogue has nothing to compare with, so nothing is "newly public"
  assert.equal(first?.newPublic, 0);

  const other = new AuthorityTestApp([]);
  await other.start(app);
  await other.stop();
  assert.equal((await me.call(listSyncRuns, { query: {} })).data.total, 1);
});

test("AU-R45 AU-R46 AU-R49 a run tells what was added, changed, removed and came back, and who gains or loses by a new code", async () => {
  const me = await keeper();
  await app.signIn({ permissions: ["old:code:list"], userName: "失去的人" });
  await app.signIn({ permissions: ["authority:user:list"], userName: "得到的人" });
  await app.rows("delete from api_interface where path = '/user/v1/phoneLogin'");
  await app.rows(
    "update api_interface set permission_code = 'old:code:list' where path = '/user/v1/users' and method = 'GET'",
  );
  await app.rows("update api_interface set name = '旧名称' where path = '/user/v1/userInfo'");
  await app.rows("update api_interface set status = 'REMOVED' where path = '/user/v1/userOrganization'");
  await app.rows(
    "insert into api_interface select gen_random_uuid(), 1, now(), created_by, now(), created_by, 'GET', '/gone/v1/x', '旧接口', 'gone', 'gone:x:list', 'ENABLED', false, null, '', now(), now() from api_interface limit 1",
  );

  const { data: run } = await me.call(syncInterfaces, {});

  assert.partialDeepStrictEqual(run, {
    kind: "MANUAL",
    status: "DONE",
    startedByName: me.user.userName,
    added: 1,
    changed: 2,
    removed: 1,
    returned: 1,
    newPublic: 1,
  });
  const { details } = (await me.call(getSyncRun, { params: { id: run.id } })).data;
  assert.deepEqual(
    details.added.map(({ path, permissionCode }) => [path, permissionCode]),
    [["/user/v1/phoneLogin", "PUBLIC"]],
  );
  assert.deepEqual(
    details.removed.map(({ path }) => path),
    ["/gone/v1/x"],
  );
  assert.deepEqual(
    details.returned.map(({ path }) => path),
    ["/user/v1/userOrganization"],
  );
  const recoded = details.changed.find(({ path }) => path === "/user/v1/users");
  assert.deepEqual(recoded?.changes, [{ label: "权限点", before: "old:code:list", after: "authority:user:list" }]);
  assert.deepEqual(recoded?.impact?.lostNames, ["失去的人"]);
  assert.deepEqual(recoded?.impact?.gainedNames, ["得到的人"]);
  const renamed = details.changed.find(({ path }) => path === "/user/v1/userInfo");
  assert.deepEqual([renamed?.changes[0]?.label, renamed?.impact], ["名称", null]);
  const kept = await app.rows("select status from api_interface where path = '/gone/v1/x'");
  assert.deepEqual(kept, [{ status: "REMOVED" }]);
  const [login] = await app.rows(
    `select name, service, permission_code, status, sensitive, rate_per_min, version from api_interface
     where path = '/user/v1/phoneLogin'`,
  );
  assert.deepEqual(login, {
    name: "手机号登录",
    service: "user",
    permissionCode: "PUBLIC",
    status: "ENABLED",
    sensitive: false,
    ratePerMin: null,
    version: 1,
  });
  const { list: notices } = (await me.call(listNotices, { query: {} })).data;
  assert.deepEqual(
    notices.map(({ title, content, level }) => [title, content, level]),
    [["新增了无需登录的接口", "新增1个，变更2个，下线1个，恢复1个。其中1个无需登录即可调用，请安全员确认。", "ERROR"]],
  );

  const again = (await me.call(syncInterfaces, {})).data;
  assert.partialDeepStrictEqual(again, { added: 0, changed: 0, removed: 0, returned: 0, newPublic: 0 });
  assert.equal((await me.call(listNotices, { query: {} })).data.list.length, 1, "nothing has changed, nobody is told");
});

test("AU-R46 AU-R49 a code that a release opens, closes or changes: who gains or loses, ten of them by name", async () => {
  const me = await keeper();
  const names = Array.from({ length: 12 }, (_, n) => `失去者${String(n).padStart(2, "0")}`);
  for (const userName of names) await app.signIn({ permissions: ["old:many:list"], userName });
  await app.signIn({ permissions: ["old:many:list", "authority:position:list"], userName: "都有的人" });
  await app.rows("update app_user set status = 'DISABLED' where user_name = '失去者11'");
  const recode = (path: string, code: string) =>
    app.rows("update api_interface set permission_code = $2 where path = $1 and method <> 'PUT'", [path, code]);
  await recode("/user/v1/phoneLogin", "old:many:list");
  await recode("/user/v1/positions", "old:many:list");
  await app.rows(
    "update api_interface set contract_hash = 'old', status = 'DISABLED' where path = '/user/v1/userInfo'",
  );

  const { data: run } = await me.call(syncInterfaces, {});

  const { details } = (await me.call(getSyncRun, { params: { id: run.id } })).data;
  const found = (path: string, code: string) =>
    details.changed.find((one) => one.path === path && one.permissionCode === code);
  const [people] = await app.rows<{ n: number }>(
    `select count(*)::int as n from app_user where status = 'ACTIVE' and not bool_admin and id not in (
       select m.user_id from role_grant g join role r on r.id = g.role_id join membership m on m.id = g.membership_id
       where 'old:many:list' = any(r.permission_codes))`,
  );
  const opened = found("/user/v1/phoneLogin", "PUBLIC");
  assert.partialDeepStrictEqual(opened?.impact, { gained: people?.n, lost: 0, lostNames: [] });
  assert.equal(run.newPublic, 1);
  const changed = found("/user/v1/positions", "authority:position:list");
  assert.partialDeepStrictEqual(changed?.impact, { lost: 11, lostNames: names.slice(0, 10), gained: 0 });
  assert.deepEqual(found("/user/v1/userInfo", "SESSION")?.changes, [
    { label: "入参", before: "原定义", after: "新定义" },
  ]);
  const [info] = await app.rows("select status from api_interface where path = '/user/v1/userInfo'");
  assert.deepEqual(info, { status: "DISABLED" });
  await app.rows("update api_interface set status = 'ENABLED' where path = '/user/v1/userInfo'");
  const { list: notices } = (await me.call(listNotices, { query: {} })).data;
  assert.match(
    notices[0]?.content ?? "",
    /^新增0个，变更\d+个，下线0个，恢复0个。其中1个无需登录即可调用，请安全员确认。$/,
  );

  await app.rows("update api_interface set name = '旧名称' where path = '/user/v1/users' and method = 'GET'");
  await me.call(syncInterfaces, {});
  const [plain] = (await me.call(listNotices, { query: {} })).data.list;
  assert.deepEqual(
    [plain?.title, plain?.content, plain?.level],
    ["接口目录有变化", "新增0个，变更1个，下线0个，恢复0个。", "INFO"],
  );
});

test("AU-R45 two syncs at once compare one after the other and find the difference once", async () => {
  const me = await keeper();
  await app.rows("update api_interface set name = '旧名称' where path = '/user/v1/userInfo'");
  const runs = await Promise.all([me.call(syncInterfaces, {}), me.call(syncInterfaces, {})]);
  assert.deepEqual(runs.map(({ data }) => data.changed).sort(), [0, 1]);
});

const broken = new AuthorityTestApp([]);
before(() => broken.start());
after(() => broken.stop());

test("AU-R45 a start goes on when the catalogue cannot be compared; the run says so", async () => {
  await broken.rows("update interface_sync_run set fingerprint = 'another contract'");
  await broken.rows("alter table api_interface add constraint frozen check (false) not valid");
  await broken.rows("delete from api_interface where path = '/user/v1/phoneLogin'");

  const next = new AuthorityTestApp([]);
  await next.start(broken);
  await next.stop();

  const runsOf = () =>
    broken.rows("select kind, status, added, error is null as fine from interface_sync_run order by started_at, id");
  const total = (await broken.rows("select 1 from api_interface")).length + 1;
  const past = [
    { kind: "START", status: "DONE", added: total, fine: true },
    { kind: "START", status: "FAILED", added: 0, fine: false },
  ];
  assert.deepEqual(await runsOf(), past);

  await broken.rows("alter table api_interface drop constraint frozen");
  const startAgain = async () => {
    const node = new AuthorityTestApp([]);
    await node.start(broken);
    await node.stop();
    return (await runsOf()).slice(2);
  };
  const mended = { kind: "START", status: "DONE", added: 1, fine: true };
  const empty = { ...mended, added: 0 };
  assert.deepEqual(await startAgain(), [mended], "a failed run is tried again");
  assert.deepEqual(await startAgain(), [mended], "and once is enough");
  await broken.rows("update interface_sync_run set app_version = 'older'");
  assert.deepEqual(await startAgain(), [mended, empty], "another version is compared");
});
