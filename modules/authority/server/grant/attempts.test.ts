import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "@ops/platform/server";
import {
  batchGrant,
  checkGrants,
  createApiClient,
  createOrgChange,
  deleteUser,
  editRole,
  getRole,
  giveGrants,
  resetPassword,
  revokeGrant,
  startViewAs,
} from "../../contract/index.ts";
import { clientBody } from "../api-client/testing.ts";
import { givenMembership, givenOrganization, givenRole, givenUser, type TestClient, testApp } from "../testing.ts";
import { beginBatch } from "../testing-batch.ts";

const app = testApp();
const GRANT = ["authority:grant:edit", "authority:user:view", "authority:user:list", "authority:user:resetPwd"];

async function givenLender(lent: readonly string[]) {
  const organization = await givenOrganization(app, { type: "CITY" });
  const me = await app.signIn({ permissions: GRANT, scope: "ORG_TREE", organization });
  await app.rows(
    `update role set grantable_role_ids = $1 where id in (select g.role_id from role_grant g
      join membership m on m.id = g.membership_id where m.user_id = $2)`,
    [lent, me.user.id],
  );
  return { me, organization };
}

async function givenPost(organization: { id: string }, roles: { id: string }[] = []) {
  const user = await givenUser(app);
  return { user, ...(await givenMembership(app, { user, organization, isPrimary: true, roles })) };
}

/** Finds the refused attempts of a person in the log. */
const attemptsOf = ({ user }: TestClient) =>
  app.rows<{ actionName: string; bizId: string; reason: string }>(
    `select action_name as "actionName", biz_id as "bizId", reason from audit_log
     where actor_id = $1 and result = 'REFUSED' and summary = '越权尝试' order by occurred_at, id`,
    [user.id],
  );

const wish = (roleId: string) => ({ roleIds: [roleId], validTo: null, reason: "支援" });

test("PF-R97 AU-R48 whoever gives what he may not leaves his row as 越权尝试, and it counts", async () => {
  const above = await givenRole(app, { permissionCodes: ["authority:user:delete"] });
  const [unlent, fine] = [await givenRole(app), await givenRole(app)];
  const { me, organization } = await givenLender([above.id, fine.id]);
  const [inside, outside] = [await givenPost(organization), await givenPost(await givenOrganization(app))];
  const give = async (post: { id: string }, role: { id: string }) =>
    (await me.call(giveGrants, { params: { id: post.id }, body: wish(role.id) })).msgCode;

  assert.equal(await give(inside, above), "GRANT_EXCEEDS");
  assert.equal(await give(inside, unlent), "ROLE_NOT_GRANTABLE");
  assert.equal(await give(outside, fine), "USER_OUT_OF_SCOPE");
  assert.equal(await give(inside, fine), "");

  const rows = await attemptsOf(me);
  const wanted = [inside.user.id, inside.user.id, outside.user.id].map((bizId) => `授予角色 ${bizId}`);
  const told = rows.map(({ actionName, bizId }) => `${actionName} ${bizId}`);
  assert.deepEqual(told.toSorted(), wanted.toSorted(), "in any order: they are logged after their answers");
  assert.equal(rows.filter(({ reason }) => /^您不能授予超出自身权限的角色：/.test(reason)).length, 1);
  await app.authority.flushUsage();
  const [counted] = await app.rows<{ overstepped: number }>(
    "select sum(overstepped)::int as overstepped from interface_caller_daily where user_id = $1",
    [me.user.id],
  );
  assert.equal(counted?.overstepped, 3);
});

test("PF-R97 AU-R48 a batch that gives what one may not leaves one row for the call, and counts once", async () => {
  const above = await givenRole(app, { permissionCodes: ["authority:user:delete"] });
  const { me, organization } = await givenLender([above.id]);
  const posts = [await givenPost(organization), await givenPost(organization), await givenPost(organization)];
  const ids = posts.map(({ user }) => user.id);
  const { reason, ...asked } = wish(above.id);
  const { plan, begun } = await beginBatch(me, batchGrant, { ids, ...asked }, reason);
  assert.deepEqual([plan.refused, begun.msgCode], [3, "PLAN_NONE_READY"]);
  const rows = await attemptsOf(me);
  assert.equal(rows.length, 1);
  assert.partialDeepStrictEqual(rows, [{ actionName: batchGrant.run.audit, bizId: ids.toSorted()[0] ?? "" }]);
  assert.match(rows[0]?.reason ?? "", /^您不能授予超出自身权限的角色：/);
  await app.authority.flushUsage();
  const [counted] = await app.rows<{ overstepped: number }>(
    "select sum(overstepped)::int as overstepped from interface_caller_daily where user_id = $1",
    [me.user.id],
  );
  assert.equal(counted?.overstepped, 1);
});

test("PF-R97 an attempt on somebody above oneself and on the own role leaves its row", async () => {
  const { me, organization } = await givenLender([]);
  const higher = await givenPost(organization, [await givenRole(app, { permissionCodes: ["authority:user:delete"] })]);
  const body = { reason: "忘记密码", version: higher.user.version };
  const reset = await me.call(resetPassword, { params: { id: higher.user.id }, body });
  assert.equal(reset.msgCode, "USER_RIGHTS_BEYOND");
  const editor = await app.signIn({ permissions: ["authority:role:list", "authority:role:edit"] });
  const [own] = await app.rows<{ id: string }>(
    "select g.role_id as id from role_grant g join membership m on m.id = g.membership_id where m.user_id = $1",
    [editor.user.id],
  );
  const params = { id: own?.id ?? "" };
  const { draft, version } = (await editor.call(getRole, { params })).data;
  const edit = await editor.call(editRole, { params, body: { draft, version, previewToken: null, note: "提权" } });
  assert.equal(edit.msgCode, "ROLE_OWN");
  assert.deepEqual(
    [...(await attemptsOf(me)), ...(await attemptsOf(editor))].map(({ bizId }) => bizId),
    [higher.user.id, own?.id],
  );
});

test("PF-R97 AU-R48 reaching too far by a program, by somebody's eyes or by a move leaves its row and counts", async () => {
  const area = await givenOrganization(app, { type: "REGION" });
  const [home, other] = [
    await givenOrganization(app, { type: "DEPT", parent: area }),
    await givenOrganization(app, { type: "DEPT", parent: area }),
  ];
  const codes = ["authority:user:list", "authority:user:view", "authority:viewAs:use", "authority:apiClient:create"];
  const scopeOverrides = { "authority:org:move": "ALL", "authority:org:list": "ALL" } as const;
  const permissions = [...codes, ...Object.keys(scopeOverrides)];
  const me = await app.signIn({ permissions, scope: "ORG_TREE", scopeOverrides, organization: home });
  const higher = await givenPost(home, [await givenRole(app, { permissionCodes: ["authority:user:delete"] })]);

  const program = { ...(await clientBody(app, [deleteUser])), ownerOrgId: home.id, ownerUserId: higher.user.id };
  const made = await me.call(createApiClient, { body: program });
  assert.match(made.msg, /^您不能授予超出自身权限的接口：/);
  const looked = await me.call(startViewAs, { body: { userId: higher.user.id, membershipId: higher.id } });
  assert.match(looked.msg, /^该用户的权限超出您自己的权限，不能预览：/);
  const part = await givenOrganization(app, { type: "DEPT", parent: other });
  const places = { kind: "MOVE" as const, sourceOrgId: part.id, targetOrgId: home.id };
  const moved = await me.call(createOrgChange, {
    body: { ...places, plannedAt: null, reason: null, impactToken: "x" },
  });
  assert.equal(moved.msgCode, "ORG_OWN_GAIN");

  const rows = await attemptsOf(me);
  assert.deepEqual(
    rows.map(({ actionName }) => actionName).toSorted(),
    [createApiClient.audit, startViewAs.audit, createOrgChange.audit].toSorted(),
  );
  assert.deepEqual(rows.map(({ reason }) => reason).toSorted(), [made.msg, looked.msg, moved.msg].toSorted());
  await app.authority.flushUsage();
  const [counted] = await app.rows<{ overstepped: number }>(
    "select sum(overstepped)::int as overstepped from interface_caller_daily where user_id = $1",
    [me.user.id],
  );
  assert.equal(counted?.overstepped, 3);
});

test("PF-R106 grants of people out of reach and grants that do not exist are refused in the same words", async () => {
  const role = await givenRole(app);
  const { me } = await givenLender([role.id]);
  const foreign = await givenPost(await givenOrganization(app), [role]);
  const [grant] = await app.rows<{ id: string }>("select id from role_grant where membership_id = $1", [foreign.id]);
  const told = ({ msgCode, msg, data }: { msgCode: string; msg: string; data: unknown }) => ({ msgCode, msg, data });
  const give = async (id: string) => told(await me.call(giveGrants, { params: { id }, body: wish(role.id) }));
  const check = async (id: string) =>
    told(await me.call(checkGrants, { params: { id }, body: { roleIds: [role.id], validTo: null } }));
  const revoke = async (id: string) =>
    told(await me.call(revokeGrant, { params: { id }, body: { reason: "收回", version: 1 } }));
  assert.deepEqual(await give(newId()), await give(foreign.id));
  assert.deepEqual(await check(newId()), await check(foreign.id));
  assert.deepEqual(await revoke(newId()), await revoke(grant?.id ?? ""));
  const admin = await app.signIn({ boolAdmin: true });
  const gone = await admin.call(giveGrants, { params: { id: newId() }, body: wish(role.id) });
  assert.equal(gone.msgCode, "COMMON_NOT_FOUND");
});
