import assert from "node:assert/strict";
import { after, before, test } from "node:test";
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
  // the first catalogue has nothing to be compared with: nothing is "newly public"
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
    ...{ kind: "MANUAL", status: "DONE", startedByName: me.user.userName },
    ...{ added: 1, changed: 2, removed: 1, returned: 1, newPublic: 1 },
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

  const again = (await me.call(syncInterfaces, {})).data;
  assert.partialDeepStrictEqual(again, { added: 0, changed: 0, removed: 0, returned: 0, newPublic: 0 });
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

  const runs = await broken.rows("select kind, status from interface_sync_run order by started_at, id");
  assert.deepEqual(runs, [
    { kind: "START", status: "DONE" },
    { kind: "START", status: "FAILED" },
  ]);
});
