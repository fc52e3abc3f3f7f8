import assert from "node:assert/strict";
import { test } from "node:test";
import { declareTestApp } from "@ops/platform/server/testing";
import { compareUsers, effectiveSheet, explain, getEffectiveRights } from "../../contract/index.ts";
import {
  AuthorityTestApp,
  exported,
  givenMembership,
  givenOrganization,
  givenRole,
  givenUser,
  type TestClient,
} from "../testing.ts";

const app = declareTestApp(new AuthorityTestApp([], undefined, { background: true }));
const [VIEW, LIST] = ["authority:explain:view", "authority:user:list"] as const;

/** Somebody of the reader's organisation with a second post and a CUSTOM role far from it. */
async function twoPlaces() {
  const parent = await givenOrganization(app, { type: "CITY" });
  const home = await givenOrganization(app, { parent, name: "本地组织" });
  const [far, custom] = [
    await givenOrganization(app, { parent, name: "秘密组织甲" }),
    await givenOrganization(app, { parent, name: "秘密组织乙" }),
  ];
  const user = await givenUser(app);
  const local = await givenRole(app, { permissionCodes: [LIST], dataScope: "ORG" });
  const wide = await givenRole(app, { permissionCodes: [LIST], dataScope: "CUSTOM" });
  await app.rows("update role set custom_orgs = $2 where id = $1", [
    wide.id,
    JSON.stringify([home, custom].map(({ id }) => ({ orgId: id, withChildren: false }))),
  ]);
  await givenMembership(app, { user, organization: home, roles: [local, wide], isPrimary: true });
  await givenMembership(app, { user, organization: far, roles: [local] });
  const permissions = [VIEW, LIST, "authority:explain:export", "authority:user:view"];
  const reader = await app.signIn({ permissions, scope: "ORG", organization: home });
  return { home, user, reader };
}

async function told(client: TestClient, id: string) {
  const rights = await client.call(getEffectiveRights, { params: { id }, query: {} });
  const compared = await client.call(compareUsers, { query: { a: id } });
  const target = { kind: "CODE", code: LIST } as const;
  const explained = await client.call(explain, { body: { userId: id, membershipId: null, target } });
  for (const { msg } of [rights, compared, explained]) assert.equal(msg, "");
  return { rights: rights.data, compared: compared.data, explained: explained.data };
}

test("PF-R106 AU-R24 organisations and posts beyond the reader's scope are counted, not named", async () => {
  const { home, user, reader } = await twoPlaces();
  const { rights, compared, explained } = await told(reader, user.id);
  assert.deepEqual(
    rights.posts.map(({ name }) => name),
    [`${home.name}(店长)`],
  );
  assert.equal(rights.otherPosts, 1);
  assert.deepEqual(
    rights.codes.map(({ scope }) => scope),
    [{ words: `${home.name}、其他 2 项`, organizationCount: 3 }],
  );
  assert.deepEqual(compared.a.posts, [`${home.name}(店长)`, "其他 1 项"]);
  const sheet = await exported(app, reader, effectiveSheet, { query: { userIds: user.id } });
  for (const answer of [rights, compared, explained, sheet]) {
    assert.equal(JSON.stringify(answer).includes("秘密组织"), false);
  }
});

test("AU-R24 readers who reach everybody, and people who look at their own rights, see all names", async () => {
  const { user } = await twoPlaces();
  const reader = await app.signIn({ permissions: [VIEW, LIST], scope: "ALL" });
  const { rights } = await told(reader, user.id);
  assert.deepEqual([rights.posts.length, rights.otherPosts], [2, 0]);
  assert.match(rights.codes[0]?.scope.words ?? "", /秘密组织甲.*秘密组织乙|秘密组织乙.*秘密组织甲/);
});

test("AU-R24 the sheet has a line for each right and source; what the reader may not know of is one line", async () => {
  const { home, user, reader } = await twoPlaces();
  const admin = await app.signIn({ boolAdmin: true });
  const stranger = await app.signIn();
  const about = (client: TestClient, ...ids: string[]) =>
    exported(app, client, effectiveSheet, { query: { userIds: ids.join(",") } });
  const part = await about(reader, user.id, stranger.user.id);
  assert.deepEqual(
    part.rows.map((row) => row.slice(0, 9).map((cell) => cell ?? "")),
    [[user.userName, user.staffNo, LIST, "用户列表", "低", `${home.name}、其他 2 项`, "其他授权", "", ""]],
  );
  assert.equal(part.about.get("筛选条件：用户"), user.userName);
  const whole = await about(admin, user.id);
  const lines = whole.rows.map((row) => row.slice(5, 9).join("|")).toSorted();
  const roles = await app.rows<{ name: string }>(
    `select r.name from role_grant g join role r on r.id = g.role_id join membership m on m.id = g.membership_id
     where m.user_id = $1 order by r.name`,
    [user.id],
  );
  const [local = "", wide = ""] = [...new Set(roles.map(({ name }) => name))];
  assert.deepEqual(
    lines,
    [
      `本地组织|${local}|直接授予|本地组织(店长)`,
      `秘密组织甲|${local}|直接授予|秘密组织甲(店长)`,
      `本地组织、秘密组织乙|${wide}|直接授予|本地组织(店长)`,
    ].toSorted(),
  );
  const all = await about(admin, admin.user.id);
  assert.ok(all.rows.length > 50);
  assert.deepEqual([...new Set(all.rows.map((row) => row.slice(5, 9).join("|")))], ["全部数据|管理员||"]);
});

test("authority 7 readers are told only of grants that they could give: lent to them, and not above them", async () => {
  const organization = await givenOrganization(app);
  const reader = await app.signIn({ permissions: [VIEW, LIST, "authority:grant:edit"], scope: "ORG", organization });
  const [lent, unlent] = [await givenRole(app, { permissionCodes: [LIST] }), await givenRole(app)];
  const above = await givenRole(app, { permissionCodes: ["authority:user:delete"] });
  const user = await givenUser(app);
  await givenMembership(app, { user, organization, roles: [lent, unlent, above], isPrimary: true });
  await givenMembership(app, { user, organization: await givenOrganization(app), roles: [lent] });
  await app.rows(
    `update role set grantable_role_ids = $1 where id in (select g.role_id from role_grant g
     join membership m on m.id = g.membership_id where m.user_id = $2)`,
    [[lent.id, above.id], reader.user.id],
  );
  const { data } = await reader.call(getEffectiveRights, { params: { id: user.id }, query: {} });
  assert.deepEqual(
    data.sources.map(({ roleName, grantKind, post, validTo }) => [roleName, grantKind, post, validTo]),
    [[lent.name, "DIRECT", `${organization.name}(店长)`, null]],
  );
  assert.equal(data.otherSources, 3);
  assert.partialDeepStrictEqual(
    data.codes.find(({ code }) => code === LIST),
    { sourceIds: [data.sources[0]?.id], hasOther: true },
  );
  const compared = (await reader.call(compareUsers, { query: { a: user.id } })).data;
  assert.deepEqual(compared.roles, [{ id: lent.id, name: lent.name, a: true, b: true }]);
  const target = { kind: "CODE", code: LIST } as const;
  const told = (await reader.call(explain, { body: { userId: user.id, membershipId: null, target } })).data;
  const fact = told.steps.find(({ check }) => check === "GRANT")?.fact;
  assert.equal(fact, `4 项生效：${lent.name}、其他授权 2 项`);
  assert.deepEqual(
    told.paths.map(({ roleName }) => roleName),
    [lent.name, null],
  );
});
