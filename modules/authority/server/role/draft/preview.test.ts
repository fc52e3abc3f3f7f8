import assert from "node:assert/strict";
import { test } from "node:test";
import { dayOf } from "@ops/platform/contract";
import {
  deleteRole,
  editRole,
  listPermissions,
  listRoleVersions,
  listUsers,
  previewRole,
  rollbackRole,
} from "../../../contract/index.ts";
import {
  type GivenUser,
  givenMembership,
  givenOrganization,
  givenUser,
  type MembershipWishes,
  testApp,
} from "../../testing.ts";
import { givenDraftRole, previewed, read, saved, tried } from "../testing.ts";

const app = testApp();
const page = "authority.UserManagement";
const list = "authority:user:list";
const detail = "authority:user:view";
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
    removedCodes: [list, detail],
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
  assert.equal(again.msgCode, "PREVIEW_STALE"); // the preview belongs to an earlier version
});

test("AU-R31 a preview is worth ten minutes", async () => {
  const admin = await administrator();
  const role = await givenDraftRole(admin);
  const { previewToken } = await previewed(admin, role.id, { description: "晚了" });
  const [until = ""] = previewToken.split(".");
  const minutes = (Number(until) - app.now().getTime()) / 60_000;
  assert.ok(minutes > 9.5 && minutes <= 10, `${minutes}`);
  await app.holdTime(async () => {
    const held = await previewed(admin, role.id, { description: "按时" });
    app.passTime(600);
    assert.equal((await tried(admin, role.id, { description: "按时" }, held.previewToken)).msg, "");
    const late = await previewed(admin, role.id, { description: "晚了" });
    app.passTime(601);
    assert.equal((await tried(admin, role.id, { description: "晚了" }, late.previewToken)).msgCode, "PREVIEW_STALE");
  });
});

test("AU-R31 another way to write the same draft is the same draft, whatever it holds", async () => {
  const admin = await administrator();
  const [one, two] = [await givenOrganization(app), await givenOrganization(app)];
  const lent = [(await givenDraftRole(admin)).id, (await givenDraftRole(admin)).id];
  const role = await givenDraftRole(admin);
  const { interfaceIds } = (await admin.call(listPermissions, {})).data;
  const calls = ["GET /user/v1/users", "GET /user/v1/users/{id}"].map((call) => interfaceIds[call] ?? "");
  const rich = (isTurned: boolean) => {
    const turn = <T>(list: T[]) => (isTurned ? list.toReversed() : list);
    return {
      menuKeys: turn([page, "clue.ClueList"]),
      permissionCodes: turn([list, detail]),
      scopeOverrides: Object.fromEntries(
        turn([
          [list, "ORG" as const],
          [detail, "SELF" as const],
        ]),
      ),
      customOrgs: turn([one, two].map(({ id }) => ({ orgId: id, withChildren: true }))),
      excludedInterfaces: turn(calls),
      fieldRules: Object.fromEntries(
        turn([
          ["user.email", "MASK" as const],
          ["user.remark", "HIDE" as const],
        ]),
      ),
      grantableRoleIds: turn(lent),
      exclusiveOrgTypes: turn(["STORE" as const, "CITY" as const]),
      partnerKinds: turn(["甲", "乙"]),
    };
  };
  const { previewToken } = await previewed(admin, role.id, rich(false));
  const less = await tried(admin, role.id, { ...rich(true), partnerKinds: ["甲"] }, previewToken);
  assert.equal(less.msgCode, "PREVIEW_STALE");
  assert.equal((await tried(admin, role.id, rich(true), previewToken)).msg, "");
});

test("AU-R31 whom a change concerns and who loses a page: by name and post, whoever works by the role now", async () => {
  const admin = await administrator();
  const role = await givenDraftRole(admin, { menuKeys: [page, "clue.ClueList"] });
  const other = await givenDraftRole(admin, { menuKeys: [page] });
  const off = await givenDraftRole(admin, { menuKeys: [page] });
  await app.rows("update role set status = 'DISABLED' where id = $1", [off.id]);
  const organization = await givenOrganization(app);
  const hold = async (roles: { id: string }[], more: Partial<MembershipWishes> = {}, boolAdmin = false) => {
    const user = await givenUser(app, { boolAdmin });
    await givenMembership(app, { user, organization, roles, isPrimary: true, ...more });
    return user;
  };
  const plain = await hold([role]);
  const future = await hold([role], { status: "FUTURE", startDate: "2099-01-01", isPrimary: false });
  const covered = await hold([role, other]);
  const uncovered = await hold([role, off]);
  const boss = await hold([role], {}, true);
  await hold([role], { status: "ENDED", isPrimary: false, endDate: dayOf(app.now()) });
  await hold([other]);
  const told = ({ id, userName }: GivenUser, isPosted = true) => ({
    id,
    userName,
    post: isPosted ? `${organization.name}(店长)` : null,
  });
  const byName = <T extends { userName: string }>(people: T[]) =>
    people.toSorted((a, b) => (a.userName < b.userName ? -1 : 1));
  const people = byName([told(plain), told(future, false), told(covered), told(uncovered), told(boss)]);

  const none = await previewed(admin, role.id, { description: "页面不变" });
  assert.deepEqual(
    [none.people, none.losing],
    [
      { count: 5, list: people },
      { count: 0, list: [] },
    ],
  );
  const { losing, skipped } = await previewed(admin, role.id, { menuKeys: ["clue.ClueList"] });
  const without = byName([told(plain), told(uncovered)]).map((person) => ({ ...person, pages: [page] }));
  assert.deepEqual([losing, skipped], [{ count: 2, list: without }, []]);
  await app.rows("update role set status = 'DISABLED' where id = $1", [role.id]);
  const disabled = await previewed(admin, role.id, { menuKeys: [] });
  assert.deepEqual([disabled.people.count, disabled.losing], [5, { count: 0, list: [] }]);
  assert.partialDeepStrictEqual((await app.auditOf(role)).at(-1), { actionName: "预览角色变更", bizType: "role" });
});

test("AU-R31 the preview names a hundred; those who hold the role hear of a save, above two hundred everybody", async () => {
  const admin = await administrator();
  const role = await givenDraftRole(admin, { menuKeys: [page] });
  const organization = await givenOrganization(app);
  const [user, stranger] = [await givenUser(app), await givenUser(app)];
  await givenMembership(app, { user, organization, roles: [role] });
  await app.rows("delete from live_event");
  const toldOf = async () =>
    (
      await app.rows<{ userId: string | null }>(
        "select user_id from live_event where payload->>'type' = 'perm.changed'",
      )
    )
      .map(({ userId }) => userId)
      .toSorted();
  await saved(admin, role.id, { description: "一次" });
  assert.deepEqual(await toldOf(), [user.id]);
  assert.ok(!(await toldOf()).includes(stranger.id));
  for (let n = 1; n < 200; n++) await givenMembership(app, { user: await givenUser(app), organization, roles: [role] });
  const { people, losing } = await previewed(admin, role.id, { menuKeys: [] });
  assert.deepEqual([people.count, people.list.length, losing.count, losing.list.length], [200, 100, 200, 100]);
  await app.rows("delete from live_event");
  await saved(admin, role.id, { description: "两百人" });
  assert.equal((await toldOf()).length, 200);
  await givenMembership(app, { user: stranger, organization, roles: [role] });
  await app.rows("delete from live_event");
  await saved(admin, role.id, { description: "更多人" });
  assert.deepEqual(await toldOf(), [null]);
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

test("AU-R34 a rollback leaves out pages, places, roles, calls, fields and scopes that are gone, and keeps the rest", async () => {
  const admin = await administrator();
  const [here, gone] = [await givenOrganization(app), await givenOrganization(app)];
  const [lent, deleted] = [await givenDraftRole(admin), await givenDraftRole(admin)];
  const { interfaceIds } = (await admin.call(listPermissions, {})).data;
  const call = interfaceIds["GET /user/v1/users"] ?? "";
  const kept = {
    permissionCodes: [list],
    menuKeys: [page],
    dataScope: "ORG" as const,
    scopeOverrides: { [list]: "SELF" as const },
    customOrgs: [{ orgId: here.id, withChildren: true }],
    excludedInterfaces: [call],
    fieldRules: { "user.email": "MASK" as const },
    grantableRoleIds: [lent.id],
  };
  const role = await givenDraftRole(admin, kept);
  const plain = { permissionCodes: [], menuKeys: [], scopeOverrides: {}, customOrgs: [], excludedInterfaces: [] };
  await saved(admin, role.id, { ...plain, fieldRules: {}, grantableRoleIds: [] });
  await app.rows("update organization set deleted_at = now() where id = $1", [gone.id]);
  await admin.call(deleteRole, { params: { id: deleted.id }, query: { version: deleted.version } });
  const snapshot = {
    ...role.draft,
    menuKeys: [page, "gone.Page"],
    scopeOverrides: { ...kept.scopeOverrides, "gone:gone:list": "ALL" },
    customOrgs: [...kept.customOrgs, { orgId: gone.id, withChildren: false }],
    excludedInterfaces: [call, lent.id],
    fieldRules: { ...kept.fieldRules, "user.soul": "HIDE" },
    grantableRoleIds: [lent.id, deleted.id],
  };
  const put = "update role_version set snapshot = $3::jsonb where role_id = $1 and version = $2";
  await app.rows(put, [role.id, role.version, JSON.stringify(snapshot)]);
  const body = { toVersion: role.version, version: role.version + 1, previewToken: null, note: "退回" };
  const { data, msg } = await admin.call(rollbackRole, { params: { id: role.id }, body });
  assert.deepEqual([msg, data?.skipped], ["", ["gone.Page"]]);
  assert.deepEqual(data.role.draft, role.draft);
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
