import assert from "node:assert/strict";
import { test } from "node:test";
import {
  checkGrants,
  editPosition,
  getEffectiveRights,
  giveGrants,
  listPositions,
  listUsers,
  type RoleDraft,
} from "../../contract/index.ts";
import { givenMember, givenMembership, givenPosition, givenUser, type TestClient, testApp } from "../testing.ts";
import { givenDraftRole, saved, tried } from "./testing.ts";

const app = testApp();
const list = "authority:user:list";
const everything = "外部人员不能授予全部数据范围";
const POSITION = "驻场人员";
const group: Partial<RoleDraft> = {
  permissionCodes: [list],
  menuKeys: ["authority.UserManagement"],
  dataScope: "ORG",
  exclusiveOrgTypes: ["GROUP"],
};
const trees = [{ dataScope: "ORG_TREE" }, { scopeOverrides: { [list]: "ORG_TREE" } }] as const;

/** Makes somebody of a carrier with a post at the root, and a colleague there. */
async function givenOutsider() {
  await givenMember(app); // somebody of the brand, in a store
  const [root] = await app.rows<{ id: string; name: string }>(
    "select id, name from organization where parent_id is null",
  );
  assert.ok(root);
  const [user, colleague] = [
    await givenUser(app, { userType: "CARRIER", validUntil: "2099-01-01" }),
    await givenUser(app),
  ];
  await givenMembership(app, { user: colleague, organization: root, isPrimary: true });
  const post = { user, organization: root, isPrimary: true, positionName: POSITION };
  const { id: membershipId } = await givenMembership(app, post);
  return { root, user, colleague, membershipId };
}

async function give(admin: TestClient, membershipId: string, roleId: string) {
  const body = { roleIds: [roleId], validTo: null, reason: "驻场" };
  return (await admin.call(giveGrants, { params: { id: membershipId }, body })).msg;
}

test("AU-R58 at the root 本组织及下级 is everything: an outsider there gets it neither given nor edited in", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const { membershipId } = await givenOutsider();
  for (const tree of trees) {
    const wide = await givenDraftRole(admin, { ...group, ...tree });
    const asked = { params: { id: membershipId }, body: { roleIds: [wide.id], validTo: null } };
    const { refusals } = (await admin.call(checkGrants, asked)).data;
    assert.deepEqual(
      refusals.map(({ msg }) => msg),
      [everything],
    );
    assert.equal(await give(admin, membershipId, wide.id), everything);
    const narrow = await givenDraftRole(admin, group);
    assert.equal(await give(admin, membershipId, narrow.id), "");
    assert.equal((await tried(admin, narrow.id, tree)).msg, everything);
    const renamed = await saved(admin, narrow.id, { description: "改说明" });
    assert.equal(renamed.draft.dataScope, "ORG");
  }
});

test("AU-R58 a position that an outsider holds at the root brings nobody 本组织及下级", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const positionId = await app.arrange((tx) => givenPosition(tx, POSITION));
  await givenOutsider();
  const [wide, narrow] = [
    await givenDraftRole(admin, { ...group, dataScope: "ORG_TREE" }),
    await givenDraftRole(admin, group),
  ];
  const setDefaults = async (defaultRoleIds: string[]) => {
    const position = (await admin.call(listPositions, { query: { keyword: POSITION } })).data.list[0];
    assert.ok(position);
    const { version } = position;
    const body = { name: POSITION, orgTypes: [], rank: 1, status: "ENABLED" as const, defaultRoleIds, version };
    return (await admin.call(editPosition, { params: { id: positionId }, body })).msg;
  };
  assert.equal(await setDefaults([wide.id]), everything);
  assert.equal(await setDefaults([narrow.id]), "");
});

test("AU-R58 whatever stands in the tables, an outsider at the root sees that organisation alone", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const { root, user, colleague, membershipId } = await givenOutsider();
  const role = await givenDraftRole(admin, group);
  assert.equal(await give(admin, membershipId, role.id), "");
  const named = `custom_orgs = '${JSON.stringify([{ orgId: root.id, withChildren: true }])}'`;
  const ways = ["ALL", "ORG_TREE", "CUSTOM"].flatMap((kind) => [
    `data_scope = '${kind}', scope_overrides = '{}', ${named}`,
    `data_scope = 'SELF', scope_overrides = '{"${list}": "${kind}"}', ${named}`,
  ]);
  const [inRoot] = await app.rows<{ people: string[] }>(
    "select array_agg(user_id order by user_id) as people from membership where organization_id = $1",
    [root.id],
  );
  for (const way of ways) {
    await app.rows(`update role set ${way} where id = $1`, [role.id]);
    app.passTime(61); // compiled rights are cached for a minute
    const client = await app.clientOf(user, [root.id]);
    const seen = (await client.call(listUsers, { query: {} })).data.list.map(({ id }) => id);
    assert.deepEqual(seen.toSorted(), inRoot?.people, way);
    assert.ok(seen.includes(colleague.id));
    const { data } = await admin.call(getEffectiveRights, { params: { id: user.id }, query: {} });
    assert.deepEqual(data.codes[0]?.scope, { words: root.name, organizationCount: 1 }, way);
  }
});
