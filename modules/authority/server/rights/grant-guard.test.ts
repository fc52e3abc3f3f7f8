import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { dayOf } from "@ops/platform/contract";
import { systemRequest } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import { addMembership, copyRole, giveGrants } from "../../contract/index.ts";
import { givenDraftRole, previewed, saved, tried } from "../role/testing.ts";
import {
  type GivenOrganization,
  givenMembership,
  givenOrganization,
  givenPosition,
  givenRole,
  givenUser,
  type TestClient,
  testApp,
} from "../testing.ts";
import { member } from "./actor.ts";
import { compileRights } from "./compile.ts";
import { assertMayGrant, type GrantableRole } from "./grant-guard.ts";

const app = testApp();
const page = "authority.UserManagement";
const list = "authority:user:list";
const grant = "authority:grant:edit";

/** Signs in a delegated administrator of a subtree. `lend` sets the roles that the person may grant. */
async function delegated(organization: GivenOrganization, permissions = [grant, list]) {
  const client = await app.signIn({ permissions, scope: "ORG_TREE", organization });
  const lend = (ids: readonly string[]) =>
    app.rows(
      `update role set grantable_role_ids = $1 where id in (select g.role_id from role_grant g
       join membership m on m.id = g.membership_id where m.user_id = $2)`,
      [ids, client.user.id],
    );
  return { client, lend };
}

const plain = (id: string, changes: Partial<GrantableRole> = {}): GrantableRole => ({
  id,
  permissionCodes: [list],
  dataScope: "ORG",
  scopeOverrides: {},
  customOrgs: [],
  fieldRules: {},
  excludedInterfaces: [],
  ...changes,
});

/** Runs the guard as this person would in a call. */
async function refusal(client: TestClient, at: GivenOrganization, wanted: Parameters<typeof assertMayGrant>[1]) {
  const rights = await app.arrange((tx) => compileRights(tx, client.user.id, [at.id]));
  const { user, sessionId } = client;
  const actor = member(
    { userId: user.id, userName: user.userName, sessionId, boolAdmin: false, readOnly: false },
    rights,
  );
  const behalf = { actor, permission: grant, request: systemRequest("test") };
  try {
    await app.node.read(behalf, (tx) => assertMayGrant(tx, wanted));
    return null;
  } catch (error) {
    assert.ok(error instanceof Error && "msgCode" in error);
    return [error.msgCode, error.message];
  }
}

test("AU-R15 a lent role inside the own rights may be given to somebody of the own tree", async () => {
  const organization = await givenOrganization(app);
  const store = await givenOrganization(app, { parent: organization });
  const role = await givenRole(app, { permissionCodes: [list], dataScope: "ORG" });
  const { client, lend } = await delegated(organization);
  await lend([role.id]);
  const user = await givenUser(app);
  await givenMembership(app, { user, organization: store });

  const at = { userId: user.id, organizationId: store.id };
  assert.equal(await refusal(client, organization, { role: plain(role.id), ...at }), null);
  const tree = plain(role.id, { dataScope: "ORG_TREE" });
  assert.equal(await refusal(client, organization, { role: tree, ...at }), null);
});

test("AU-R15 codes and scopes above the own are refused and named", async () => {
  const organization = await givenOrganization(app);
  const foreign = await givenOrganization(app);
  const { client, lend } = await delegated(organization);
  const role = await givenRole(app);
  await lend([role.id]);
  const user = await givenUser(app);
  await givenMembership(app, { user, organization });
  const at = { userId: user.id, organizationId: organization.id };
  const exceeds = (name: string) => ["GRANT_EXCEEDS", `您不能授予超出自身权限的角色：${name}`];
  const wants = (changes: Partial<GrantableRole>) =>
    refusal(client, organization, { role: plain(role.id, changes), ...at });

  const [code] = (await wants({ permissionCodes: [list, "authority:user:disable"] })) ?? [];
  assert.equal(code, "GRANT_EXCEEDS");
  assert.deepEqual(await wants({ dataScope: "ALL" }), exceeds("用户列表"));
  assert.deepEqual(await wants({ scopeOverrides: { [list]: "ALL" } }), exceeds("用户列表"));
  const places = (id: string) => [{ orgId: id, withChildren: true }];
  assert.deepEqual(await wants({ dataScope: "CUSTOM", customOrgs: places(foreign.id) }), exceeds("用户列表"));
  assert.equal(await wants({ dataScope: "CUSTOM", customOrgs: places(organization.id) }), null);
  await app.rows(
    `update role set field_rules = '{"user.email": "MASK"}' where id in (select g.role_id from role_grant g
     join membership m on m.id = g.membership_id where m.user_id = $1)`,
    [client.user.id],
  );
  assert.deepEqual(await wants({ fieldRules: { "user.email": "READ" } }), exceeds("用户的邮箱"));
  assert.equal(await wants({ fieldRules: { "user.email": "MASK" } }), null);
});

test("AU-R15 a field that the reading role hides stays hidden, whatever the operator's other roles leave open", async () => {
  const organization = await givenOrganization(app);
  const lent = await givenRole(app, { permissionCodes: [list], dataScope: "ORG" });
  const reading = await givenRole(app, { permissionCodes: [list], dataScope: "ORG" });
  const granting = await givenRole(app, { permissionCodes: [grant], dataScope: "ORG" });
  await app.rows(`update role set field_rules = '{"user.mobilePhone": "HIDE"}' where id = $1`, [reading.id]);
  await app.rows("update role set grantable_role_ids = $1 where id = $2", [[lent.id], granting.id]);
  const [operator, user] = [await givenUser(app), await givenUser(app)];
  await givenMembership(app, { user: operator, organization, roles: [reading, granting], isPrimary: true });
  const { id: membershipId } = await givenMembership(app, { user, organization });
  const client = await app.clientOf(operator, [organization.id]);
  const give = () =>
    client.call(giveGrants, {
      params: { id: membershipId },
      body: { roleIds: [lent.id], validTo: null, reason: "测试" },
    });

  const refused = await give();
  const exceeds = "您不能授予超出自身权限的角色：用户的手机号";
  assert.deepEqual([refused.msgCode, refused.msg], ["GRANT_EXCEEDS", exceeds]);
  await app.rows(`update role set field_rules = '{"user.mobilePhone": "HIDE"}' where id = $1`, [lent.id]);
  assert.equal((await give()).success, true);
});

/** Changes a row in a transaction that stays open while `call` runs. */
function during<T>(call: () => Promise<T>, lock: RawBuilder<unknown>, change: RawBuilder<unknown>): Promise<T> {
  return app
    .arrange(async (tx) => {
      await lock.execute(tx.kysely);
      const called = call();
      await setTimeout(400); // by now the call waits for the lock
      await change.execute(tx.kysely);
      return [called] as const;
    })
    .then(([called]) => called);
}

test("AU-R15 in a race of an edit with a grant or an appointment, what is given is what was weighed", async () => {
  const organization = await givenOrganization(app);
  const appoint = addMembership.permission;
  const { client, lend } = await delegated(organization, [grant, list, appoint]);
  const [edited, added] = [
    await givenRole(app, { permissionCodes: [list], dataScope: "ORG" }),
    await givenRole(app, { permissionCodes: ["authority:user:delete"], dataScope: "ORG" }),
  ];
  await lend([edited.id, added.id]);
  const user = await givenUser(app);
  const { id } = await givenMembership(app, { user, organization, isPrimary: true });
  const body = { roleIds: [edited.id], validTo: null, reason: "测试" };

  const granted = await during(
    () => client.call(giveGrants, { params: { id }, body }),
    sql`select from role where id = ${edited.id} for update`,
    sql`update role set permission_codes = array_append(permission_codes, 'authority:user:delete') where id = ${edited.id}`,
  );
  assert.equal(granted.msgCode, "GRANT_EXCEEDS");

  const positionId = await app.arrange((tx) => givenPosition(tx, "竞争职位"));
  const post = { organizationId: organization.id, positionId, startDate: dayOf(app.now()), endDate: null };
  const appointed = await during(
    () => client.call(addMembership, { params: { id: user.id }, body: { ...post, isPrimary: false } }),
    sql`select from position where id = ${positionId} for update`,
    sql`update position set default_role_ids = array[${added.id}::uuid] where id = ${positionId}`,
  );
  assert.equal(appointed.msgCode, "GRANT_EXCEEDS");
  const held = "select from role_grant g join membership m on m.id = g.membership_id where m.user_id = $1";
  assert.deepEqual(await app.rows(held, [user.id]), []);
});

test("AU-R15 a role that is not lent, a person or place outside the scope, and oneself are refused, in this order", async () => {
  const organization = await givenOrganization(app);
  const foreign = await givenOrganization(app);
  const { client, lend } = await delegated(organization);
  const role = await givenRole(app);
  const [inside, outside] = [await givenUser(app), await givenUser(app)];
  await givenMembership(app, { user: inside, organization });
  await givenMembership(app, { user: outside, organization: foreign });
  const wants = (userId: string, organizationId: string, changes: Partial<GrantableRole> = {}) =>
    refusal(client, organization, { role: plain(role.id, { dataScope: "SELF", ...changes }), userId, organizationId });

  assert.deepEqual(await wants(outside.id, foreign.id), ["ROLE_NOT_GRANTABLE", "该角色不在您的可授予范围内"]);
  assert.equal((await wants(outside.id, foreign.id, { dataScope: "ALL" }))?.[0], "GRANT_EXCEEDS");
  await lend([role.id]);
  const outOfScope = ["USER_OUT_OF_SCOPE", "该用户不在您的管理范围内"];
  assert.deepEqual(await wants(outside.id, foreign.id), outOfScope);
  assert.deepEqual(await wants(outside.id, organization.id), outOfScope);
  assert.deepEqual(await wants(inside.id, foreign.id), outOfScope);
  assert.equal((await wants(client.user.id, organization.id))?.[1], "不能操作自己的账号");
});

test("AU-R15 editing and copying a role are guarded like granting", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const organization = await givenOrganization(app);
  const roleCodes = ["authority:role:list", "authority:role:create", "authority:role:edit"];
  const { client, lend } = await delegated(organization, [...roleCodes, list]);
  const made = await givenDraftRole(client);
  const strong = await givenDraftRole(admin, { permissionCodes: [list], menuKeys: [page], dataScope: "ALL" });
  await lend([strong.id, made.id]);

  const raised = await tried(client, made.id, {
    permissionCodes: [list, "authority:user:view"],
    menuKeys: [page],
  });
  assert.equal(raised.msgCode, "GRANT_EXCEEDS");
  const copied = await client.call(copyRole, { params: { id: strong.id }, body: { code: "stolenRole" } });
  assert.deepEqual([copied.msgCode, copied.msg], ["GRANT_EXCEEDS", "您不能授予超出自身权限的角色：用户列表"]);
  const weakened = await tried(client, strong.id, { permissionCodes: [], menuKeys: [], dataScope: "SELF" });
  assert.equal(weakened.msgCode, "GRANT_EXCEEDS"); // taking away is checked as well (AU-R16)
  const lending = await tried(client, made.id, { grantableRoleIds: [(await givenRole(app)).id] });
  assert.equal(lending.msgCode, "ROLE_NOT_GRANTABLE");
  const far = await givenDraftRole(admin);
  await lend([strong.id, made.id, far.id]);
  await givenMembership(app, { user: await givenUser(app), organization: await givenOrganization(app), roles: [far] });
  const foreign = await tried(client, far.id, { description: "别处也有人持有" });
  assert.deepEqual([foreign.msgCode, foreign.msg], ["USER_OUT_OF_SCOPE", "该用户不在您的管理范围内"]);
  const fits = await saved(client, made.id, { permissionCodes: [list], menuKeys: [page], dataScope: "ORG" });
  assert.equal(fits.codeCount, 1);
});

test("AU-R27 nobody but an administrator edits a role he holds himself", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const organization = await givenOrganization(app);
  const { client, lend } = await delegated(organization, ["authority:role:list", "authority:role:edit"]);
  const [held] = await app.rows<{ id: string }>(
    `select g.role_id as id from role_grant g join membership m on m.id = g.membership_id where m.user_id = $1`,
    [client.user.id],
  );
  assert.ok(held);
  await lend([held.id]);

  const own = await tried(client, held.id, { description: "抬高自己" });
  assert.deepEqual([own.msgCode, own.msg], ["ROLE_OWN", "不能修改自己所持有角色的权限"]);
  const preview = await previewed(admin, held.id, {
    menuKeys: ["authority.RoleManagement"],
    ownerUserId: admin.user.id,
  });
  assert.equal(preview.people.count, 1);
});

test("AU-R15 the codes of a built-in role are an administrator's business", async () => {
  const organization = await givenOrganization(app);
  const { client } = await delegated(organization, [
    "authority:role:list",
    "authority:role:create",
    "authority:role:edit",
    list,
  ]);
  const made = await givenDraftRole(client);
  await app.rows("update role set built_in = true where id = $1", [made.id]);

  const codes = await tried(client, made.id, { permissionCodes: [list], menuKeys: [page] });
  assert.deepEqual([codes.msgCode, codes.msg], ["ROLE_BUILTIN_CODES", "内置角色的权限点只能由管理员修改"]);
  assert.equal((await tried(client, made.id, { description: "说明" })).success, true);
});
