import assert from "node:assert/strict";
import { test } from "node:test";
import { editRole, listRoleVersions, listUsers, previewRole, rollbackRole } from "../../contract/index.ts";
import { givenMembership, givenOrganization, givenUser, testApp } from "../testing.ts";
import { givenDraftRole, previewed, read, saved, tried } from "./testing.ts";

const app = testApp();
const page = "authority.UserManagement";
const list = "authority:user:list";
const detail = "authority:user:detail";
const administrator = () => app.signIn({ boolAdmin: true });

test("AU-R31 the preview tells codes, pages, interfaces, scopes, people, losses and risk", async () => {
  const admin = await administrator();
  const codes = { permissionCodes: [list, detail], menuKeys: [page, "clue.ClueList"], dataScope: "ORG" as const };
  const role = await givenDraftRole(admin, codes);
  const other = await givenDraftRole(admin, { menuKeys: ["clue.ClueList"] });
  const organization = await givenOrganization(app);
  const [single, double] = [await givenUser(app), await givenUser(app)];
  await givenMembership(app, { user: single, organization, roles: [role] });
  await givenMembership(app, { user: double, organization, roles: [role, other] });

  const preview = await previewed(admin, role.id, { permissionCodes: [], menuKeys: [], dataScope: "ALL" });

  assert.deepEqual(preview.diff, {
    addedCodes: [],
    removedCodes: [detail, list],
    addedPages: [],
    removedPages: [page, "clue.ClueList"].toSorted(),
    scopes: [{ code: null, from: "ORG", to: "ALL" }],
    addedExclusions: [],
    removedExclusions: [],
    fields: [],
    others: [],
  });
  assert.ok(preview.removedInterfaces.includes("GET /user/v1/users"));
  assert.equal(preview.people.count, 2);
  assert.deepEqual(preview.people.list.map(({ id }) => id).toSorted(), [single.id, double.id].toSorted());
  const losses = new Map(preview.losing.list.map(({ id, pages }) => [id, pages]));
  assert.deepEqual(losses.get(single.id), [page, "clue.ClueList"].toSorted());
  assert.deepEqual(losses.get(double.id), [page]);
  assert.deepEqual(preview.risk, { from: "LOW", fromPoints: 0, to: "LOW", toPoints: 0 });
});

test("AU-R31 while somebody holds the role, saving needs the preview of this very draft", async () => {
  const admin = await administrator();
  const role = await givenDraftRole(admin);
  assert.equal((await tried(admin, role.id, { description: "无人持有" })).success, true);
  await givenMembership(app, { user: await givenUser(app), organization: await givenOrganization(app), roles: [role] });

  const without = await tried(admin, role.id, { description: "没有预览" });
  assert.deepEqual([without.msgCode, without.msg], ["PREVIEW_REQUIRED", "请先预览变更"]);
  const { previewToken } = await previewed(admin, role.id, { description: "预览过" });
  const other = await tried(admin, role.id, { description: "另一个" }, previewToken);
  assert.deepEqual([other.msgCode, other.msg], ["PREVIEW_STALE", "预览已过期，请重新预览"]);
  const forged = await tried(admin, role.id, { description: "预览过" }, `${Date.now() + 1e6}.forged`);
  assert.equal(forged.msgCode, "PREVIEW_STALE");
  const another = await tried(await administrator(), role.id, { description: "预览过" }, previewToken);
  assert.equal(another.msgCode, "PREVIEW_STALE");
  assert.equal((await tried(admin, role.id, { description: "预览过" }, previewToken)).success, true);
  const again = await tried(admin, role.id, { description: "预览过" }, previewToken);
  assert.equal(again.msgCode, "PREVIEW_STALE"); // of the version before
});

test("AU-R31 a preview is worth ten minutes", async () => {
  const admin = await administrator();
  const role = await givenDraftRole(admin);
  const { previewToken } = await previewed(admin, role.id, { description: "晚了" });
  const [until = ""] = previewToken.split(".");
  const minutes = (Number(until) - app.now().getTime()) / 60_000;
  assert.ok(minutes > 9.5 && minutes <= 10, `${minutes}`);
});

test("AU-R31 a save is live at once for those who hold the role", async () => {
  const admin = await administrator();
  const organization = await givenOrganization(app);
  const user = await givenUser(app);
  const role = await givenDraftRole(admin);
  await givenMembership(app, { user, organization, roles: [role], isPrimary: true });
  const holder = await app.clientOf(user, [organization.id]);
  assert.equal((await holder.call(listUsers, {})).msgCode, "COMMON_FORBIDDEN");

  await saved(admin, role.id, { permissionCodes: [list], menuKeys: [page] });
  assert.equal((await holder.call(listUsers, {})).success, true);
  await saved(admin, role.id, { permissionCodes: [], menuKeys: [] });
  assert.equal((await holder.call(listUsers, {})).msgCode, "COMMON_FORBIDDEN");
});

test("AU-R34 every save makes a version; a rollback makes a new one and skips what no longer exists", async () => {
  const admin = await administrator();
  const role = await givenDraftRole(admin);
  const first = await saved(admin, role.id, { permissionCodes: [list], menuKeys: [page] }, "第一次");
  await saved(admin, role.id, { permissionCodes: [], menuKeys: [], dataScope: "ORG" }, "第二次");
  await app.rows(
    `update role_version set snapshot = jsonb_set(snapshot, '{permissionCodes}', $3::jsonb)
     where role_id = $1 and version = $2`,
    [role.id, first.version, JSON.stringify([list, "gone:gone:list"])],
  );
  await givenMembership(app, { user: await givenUser(app), organization: await givenOrganization(app), roles: [role] });
  const { version } = await read(admin, role.id);
  const params = { id: role.id };
  const toVersion = first.version;

  const bare = await admin.call(rollbackRole, { params, body: { toVersion, version, previewToken: null, note: "退" } });
  assert.equal(bare.msgCode, "PREVIEW_REQUIRED");
  const preview = await admin.call(previewRole, { params, body: { toVersion, version } });
  assert.deepEqual(preview.data?.skipped, ["gone:gone:list"]);
  const previewToken = preview.data?.previewToken ?? "";
  const { data } = await admin.call(rollbackRole, { params, body: { toVersion, version, previewToken, note: "退回" } });

  assert.deepEqual(data?.skipped, ["gone:gone:list"]);
  assert.deepEqual([data?.role.draft.permissionCodes, data?.role.dataScope], [[list], "SELF"]);
  const versions = await admin.call(listRoleVersions, { params, query: {} });
  assert.deepEqual(
    versions.data?.list.map(({ version: at, note }) => [at, note]),
    [
      [4, "退回"],
      [3, "第二次"],
      [2, "第一次"],
      [1, "新增角色"],
    ],
  );
  const missing = await admin.call(previewRole, { params, body: { toVersion: 99, version: 4 } });
  assert.deepEqual([missing.msgCode, missing.msg], ["ROLE_VERSION_UNKNOWN", "角色版本不存在"]);
});

test("AU-R34 two administrators who save one role: one wins, the other is told and keeps the draft", async () => {
  const [one, two] = [await administrator(), await administrator()];
  const role = await givenDraftRole(one);
  const body = (name: string) => ({
    draft: { ...role.draft, name },
    version: role.version,
    previewToken: null,
    note: "同时保存",
  });
  const answers = await Promise.all([
    one.call(editRole, { params: { id: role.id }, body: body("甲的名称") }),
    two.call(editRole, { params: { id: role.id }, body: body("乙的名称") }),
  ]);

  assert.deepEqual(answers.map(({ success }) => success).toSorted(), [false, true]);
  assert.equal(answers.find(({ success }) => !success)?.msgCode, "COMMON_VERSION_CONFLICT");
  assert.equal((await read(one, role.id)).version, role.version + 1);
});
