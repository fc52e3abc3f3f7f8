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
  const permissions = [VIEW, LIST, "authority:explain:export", "authority:user:detail"];
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

test("AU-R24 who reaches everybody, and whoever looks at the own rights, reads all names", async () => {
  const { user } = await twoPlaces();
  const reader = await app.signIn({ permissions: [VIEW, LIST], scope: "ALL" });
  const { rights } = await told(reader, user.id);
  assert.deepEqual([rights.posts.length, rights.otherPosts], [2, 0]);
  assert.match(rights.codes[0]?.scope.words ?? "", /秘密组织甲.*秘密组织乙|秘密组织乙.*秘密组织甲/);
});
