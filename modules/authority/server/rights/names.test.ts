import assert from "node:assert/strict";
import { test } from "node:test";
import { listTasks } from "@ops/platform/contract";
import * as contract from "../../contract/index.ts";
import { givenDraftRole, saved } from "../role/testing.ts";
import { givenMembership, givenOrganization, givenRole, givenUser, type TestClient, testApp } from "../testing.ts";

const app = testApp();

/** Signs in a reader of a city, for whom everything outside the city is hidden. */
async function city(permissions: readonly string[]) {
  const organization = await givenOrganization(app, { type: "CITY" });
  const client = await app.signIn({ permissions, scope: "ORG_TREE", organization });
  return { organization, client };
}

async function givenStranger(userName: string) {
  const [user, organization] = [await givenUser(app, { userName }), await givenOrganization(app)];
  await givenMembership(app, { user, organization, isPrimary: true, positionName: "外地岗位" });
  return { user, organization };
}

test("authority 7 a role names neither organisations, lent roles nor an owner out of the reader's scope", async () => {
  const { organization, client } = await city(["authority:role:list", "authority:role:export"]);
  const admin = await app.signIn({ boolAdmin: true });
  const { user, organization: far } = await givenStranger("外地负责人");
  const [near, hidden] = [await givenUser(app), await givenRole(app, { name: "外地角色" })];
  await givenMembership(app, { user: near, organization, isPrimary: true });
  const role = await givenDraftRole(admin);
  await saved(admin, role.id, {
    dataScope: "CUSTOM",
    customOrgs: [organization, far].map(({ id }) => ({ orgId: id, withChildren: false })),
    grantableRoleIds: [hidden.id],
    ownerUserId: user.id,
  });
  // makes the role visible from the city
  await app.rows("update role set created_by = $2 where id = $1", [role.id, near.id]);

  const read = async (by: TestClient) => (await by.call(contract.getRole, { params: { id: role.id } })).data;
  const { customOrgNames, grantableRoleNames, ownerName } = await read(client);
  assert.deepEqual(customOrgNames, { [organization.id]: organization.name, [far.id]: "其他组织" });
  assert.deepEqual([grantableRoleNames, ownerName], [{ [hidden.id]: "其他角色" }, "其他"]);
  const whole = await read(admin);
  assert.deepEqual([whole.customOrgNames[far.id], whole.ownerName], [far.name, "外地负责人"]);
  assert.deepEqual(whole.grantableRoleNames, { [hidden.id]: "外地角色" });

  const list = await client.call(contract.listRoles, { query: {} });
  assert.equal(list.data.list.find(({ id }) => id === role.id)?.ownerName, "其他");
  const file = await client.call(contract.exportRoles, { body: { ids: [role.id] } });
  assert.partialDeepStrictEqual(file.data.roles[0], { grantableRoles: [], owner: null });
  assert.deepEqual(
    file.data.roles[0]?.customOrgs.map(({ name }) => name),
    [organization.name],
  );
});

test("authority 7 a position names only the default roles that the reader sees", async () => {
  const { client } = await city(["authority:position:list"]);
  const admin = await app.signIn({ boolAdmin: true });
  const role = await givenRole(app, { name: "机密角色" });
  const body = { code: "secretive", name: "机要岗", orgTypes: [], defaultRoleIds: [role.id], rank: 1 };
  await admin.call(contract.createPosition, { body });
  const names = async (by: TestClient) =>
    (await by.call(contract.listPositions, { query: { keyword: "机要岗" } })).data.list[0]?.defaultRoleNames;
  assert.deepEqual([await names(client), await names(admin)], [["其他角色"], ["机密角色"]]);
});

test("authority 7 an export's conditions name a position only to those who may know it", async () => {
  const { organization, client } = await city(["authority:user:list", "authority:user:export"]);
  await givenStranger("外地员工");
  const member = await givenUser(app);
  await givenMembership(app, { user: member, organization, isPrimary: true, positionName: "本地岗位" });
  const told = async (positionName: string) => {
    const [row] = await app.rows<{ id: string }>("select id from position where name = $1", [positionName]);
    const body = { query: { positionId: row?.id ?? "" }, columns: ["userName" as const] };
    const { data } = await client.call(contract.userSheet.export, { body });
    const task = (await client.call(listTasks, { query: {} })).data.list.find(({ id }) => id === data.id);
    return task?.conditions.map(({ value }) => value);
  };
  assert.deepEqual(await told("本地岗位"), ["本地岗位"]);
  assert.doesNotMatch((await told("外地岗位"))?.join() ?? "", /外地岗位/);
});

test("authority 7 AU-R41 a move tells no leader out of the reader's scope, nor does its record to another reader", async () => {
  const region = await givenOrganization(app, { type: "REGION" });
  const [from, to] = [
    await givenOrganization(app, { type: "CITY", parent: region }),
    await givenOrganization(app, { type: "CITY", parent: region }),
  ];
  const store = await givenOrganization(app, { parent: from });
  const permissions = ["authority:org:list", "authority:org:move"];
  const client = await app.signIn({ permissions, scope: "ORG_TREE", organization: region });
  const [{ user: stranger }, known] = [
    await givenStranger("外来城市经理"),
    await givenUser(app, { userName: "本地经理" }),
  ];
  await givenMembership(app, { user: known, organization: to, isPrimary: true });
  await app.rows("update organization set leader_user_id = $2 where id = any($1::uuid[])", [
    [from.id, store.id],
    stranger.id,
  ]);
  await app.rows("update organization set leader_user_id = $2 where id = $1", [to.id, known.id]);
  const preview = async (by: TestClient) =>
    (await by.call(contract.previewMove, { params: { id: store.id }, body: { targetOrgId: to.id } })).data;

  const told = await preview(client);
  assert.deepEqual(told.impact.upperLeader, { before: "其他", after: "本地经理" });
  assert.deepEqual(told.impact.looseLeaders, [{ organizationName: store.name, leaderName: "其他" }]);
  const admin = await app.signIn({ boolAdmin: true });
  const whole = await preview(admin);
  assert.deepEqual(whole.impact.upperLeader, { before: "外来城市经理", after: "本地经理" });
  assert.equal(whole.impactToken, told.impactToken);

  const body = { kind: "MOVE" as const, sourceOrgId: store.id, targetOrgId: to.id, plannedAt: null, reason: null };
  const moved = await admin.call(contract.createOrgChange, { body: { ...body, impactToken: whole.impactToken } });
  assert.equal(moved.msg, "");
  const changes = await client.call(contract.listOrgChanges, { query: { organizationId: store.id } });
  assert.doesNotMatch(JSON.stringify(changes.data), /外来城市经理/);
  const own = await admin.call(contract.listOrgChanges, { query: { organizationId: store.id } });
  assert.match(JSON.stringify(own.data), /外来城市经理/);
});
