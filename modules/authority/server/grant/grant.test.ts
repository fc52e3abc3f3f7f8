import assert from "node:assert/strict";
import { test } from "node:test";
import { dayOf } from "@ops/platform/contract";
import {
  checkGrants,
  editPosition,
  giveGrants,
  listGrantableRoles,
  listMemberships,
  listUsers,
  menuUserList,
  revokeGrant,
} from "../../contract/index.ts";
import { givenMembership, givenOrganization, givenPosition, givenRole, givenUser, testApp } from "../testing.ts";
import { runSchedule } from "../testing-schedules.ts";

const app = testApp();
const GRANT = ["authority:grant:edit", "authority:user:detail", "authority:user:list"];
const dayIn = (days: number) => dayOf(new Date(app.now().getTime() + days * 86_400_000));

async function holder(organization?: { id: string }, userType?: { userType: string; validUntil: string }) {
  const user = await givenUser(app, userType ?? {});
  const place = organization ?? (await givenOrganization(app));
  const { id } = await givenMembership(app, { user, organization: place, isPrimary: true });
  return { user, membershipId: id };
}

/** Somebody of a city who may hand out these roles. */
async function lender(roleIds: readonly string[], permissions: readonly string[] = GRANT) {
  const organization = await givenOrganization(app, { type: "CITY" });
  const me = await app.signIn({ permissions, scope: "ORG_TREE", organization });
  await app.rows(
    `update role set grantable_role_ids = $1 where id in (select g.role_id from role_grant g
      join membership m on m.id = g.membership_id where m.user_id = $2)`,
    [roleIds, me.user.id],
  );
  return { me, organization };
}

const wish = (roleIds: string[], validTo: string | null = null) => ({ roleIds, validTo, reason: "支援" });

test("AU-R15 a lent role within the own rights is given and is live at once", async () => {
  const role = await givenRole(app, { permissionCodes: ["authority:user:list"], dataScope: "ORG" });
  const { me, organization } = await lender([role.id]);
  const { user, membershipId } = await holder(organization);
  const client = await app.clientOf(user, [organization.id]);
  assert.equal((await client.call(listUsers, { query: {} })).msgCode, "COMMON_FORBIDDEN");

  const { data } = await me.call(giveGrants, { params: { id: membershipId }, body: wish([role.id]) });

  assert.deepEqual(
    data.grants.map(({ roleId, source, reason, grantedByName }) => [roleId, source, reason, grantedByName]),
    [[role.id, "DIRECT", "支援", me.user.userName]],
  );
  assert.equal((await client.call(listUsers, { query: {} })).success, true);
  assert.partialDeepStrictEqual((await app.auditOf(user)).at(-1), {
    ...{ actionName: "授予角色", reason: "支援", summary: "1个角色" },
  });
});

test("AU-R15 the first breach is named: beyond the own rights, not lent, out of scope, oneself", async () => {
  const above = await givenRole(app, { permissionCodes: ["authority:user:delete"] });
  const wide = await givenRole(app, { permissionCodes: ["authority:user:list"], dataScope: "ALL" });
  const [unlent, fine] = [await givenRole(app), await givenRole(app)];
  const { me, organization } = await lender([above.id, wide.id, fine.id]);
  const [inside, outside] = [await holder(organization), await holder()];
  const give = async (membershipId: string, roleId: string) => {
    const { msgCode, msg } = await me.call(giveGrants, { params: { id: membershipId }, body: wish([roleId]) });
    return `${msgCode} ${msg}`;
  };

  assert.match(await give(inside.membershipId, above.id), /^GRANT_EXCEEDS 您不能授予超出自身权限的角色：/);
  assert.match(await give(inside.membershipId, wide.id), /^GRANT_EXCEEDS /);
  assert.equal(await give(inside.membershipId, unlent.id), "ROLE_NOT_GRANTABLE 该角色不在您的可授予范围内");
  assert.equal(await give(outside.membershipId, fine.id), "USER_OUT_OF_SCOPE 该用户不在您的管理范围内");
  const [own] = await app.rows<{ id: string }>("select id from membership where user_id = $1", [me.user.id]);
  assert.equal(await give(own?.id ?? "", fine.id), "USER_SELF 不能操作自己的账号");
  const choices = await me.call(listGrantableRoles, { query: { organizationId: organization.id } });
  assert.deepEqual(
    choices.data.map(({ id }) => id),
    [fine.id],
  );
});

test("AU-R15 the check tells every refusal and gives nothing; giving is all or none", async () => {
  const [fine, unlent] = [await givenRole(app), await givenRole(app)];
  const { me, organization } = await lender([fine.id]);
  const { user, membershipId } = await holder(organization);
  const params = { id: membershipId };
  const roleIds = [fine.id, unlent.id];

  const { data } = await me.call(checkGrants, { params, body: { roleIds, validTo: null } });
  assert.deepEqual(data.refusals, [
    { roleId: unlent.id, msgCode: "ROLE_NOT_GRANTABLE", msg: "该角色不在您的可授予范围内" },
  ]);
  assert.equal((await me.call(giveGrants, { params, body: wish(roleIds) })).success, false);
  assert.deepEqual((await me.call(listMemberships, { params: { id: user.id } })).data[0]?.grants, []);
});

test("AU-R16 only what one could have given may be taken away; other grants are a number", async () => {
  const [mine, other] = [await givenRole(app), await givenRole(app)];
  const { me, organization } = await lender([mine.id]);
  const admin = await app.signIn({ boolAdmin: true });
  const { user, membershipId } = await holder(organization);
  const { data } = await admin.call(giveGrants, { params: { id: membershipId }, body: wish([mine.id, other.id]) });
  const grantOf = (role: { id: string }) => data.grants.find(({ roleId }) => roleId === role.id)?.id ?? "";
  const revoke = (id: string) => me.call(revokeGrant, { params: { id }, body: { reason: "收回", version: 1 } });

  const [seen] = (await me.call(listMemberships, { params: { id: user.id } })).data;
  assert.deepEqual([seen?.grants.map(({ roleId }) => roleId), seen?.otherGrants], [[mine.id], 1]);
  assert.equal((await revoke(grantOf(other))).msgCode, "ROLE_NOT_GRANTABLE");
  assert.deepEqual((await revoke(grantOf(mine))).data.grants, []);
  assert.equal((await revoke(grantOf(mine))).msgCode, "COMMON_VERSION_CONFLICT");
});

test("AU-R16 revoked while a list is open, the next page is refused", async () => {
  const role = await givenRole(app, { permissionCodes: ["authority:user:list"], dataScope: "ORG" });
  const admin = await app.signIn({ boolAdmin: true });
  const organization = await givenOrganization(app);
  const { user, membershipId } = await holder(organization);
  const given = await admin.call(giveGrants, { params: { id: membershipId }, body: wish([role.id]) });
  const client = await app.clientOf(user, [organization.id]);
  assert.equal((await client.call(listUsers, { query: {} })).success, true);
  const params = { id: given.data.grants[0]?.id ?? "" };
  await admin.call(revokeGrant, { params, body: { reason: "收回", version: 1 } });
  assert.equal((await client.call(listUsers, { query: { pageNo: 2 } })).msgCode, "COMMON_FORBIDDEN");
  assert.equal((await client.call(menuUserList, {})).success, true);
});

test("AU-R17 roles with a longest time must end within it; a past end is refused; expiry comes by itself", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [limited, free] = [await givenRole(app, { name: "限时" }), await givenRole(app)];
  await app.rows("update role set max_days = 30 where id = $1", [limited.id]);
  const { user, membershipId } = await holder();
  const give = (roleId: string, validTo: string | null) =>
    admin.call(giveGrants, { params: { id: membershipId }, body: wish([roleId], validTo) });

  assert.equal((await give(limited.id, null)).msg, "角色「限时」必须设置有效期，最长30天");
  assert.equal((await give(limited.id, dayIn(30))).msg, "角色「限时」最长可授予30天");
  assert.equal((await give(free.id, dayIn(-1))).msg, "有效期必须晚于当前时间");
  assert.equal((await give(limited.id, dayIn(29))).success, true);
  await app.rows("update role_grant set valid_from = now() - interval '2 days', valid_to = now() where role_id = $1", [
    limited.id,
  ]);
  await runSchedule(app, "authority.grantExpiry");
  await runSchedule(app, "authority.grantExpiry");
  assert.deepEqual(await app.rows("select status, version from role_grant where role_id = $1", [limited.id]), [
    { status: "EXPIRED", version: 2 },
  ]);
  assert.deepEqual((await admin.call(listMemberships, { params: { id: user.id } })).data[0]?.grants, []);
});

test("AU-R29 a grant to a day ends at the midnight that follows it", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const role = await givenRole(app);
  const { membershipId } = await holder();
  const last = dayIn(3);
  const { data } = await admin.call(giveGrants, { params: { id: membershipId }, body: wish([role.id], last) });
  assert.equal(data.grants[0]?.validTo, `${dayIn(4)} 00:00:00`);
});

test("AU-R17 giving the same role twice at once leaves one grant", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const role = await givenRole(app, { name: "一次" });
  const { membershipId } = await holder();
  const give = () => admin.call(giveGrants, { params: { id: membershipId }, body: wish([role.id]) });
  const answers = await Promise.all([give(), give(), give()]);
  assert.deepEqual(answers.map(({ msg }) => msg).toSorted(), [
    "",
    "该任职已拥有角色「一次」",
    "该任职已拥有角色「一次」",
  ]);
});

test("AU-R18 POSITION grants follow the position for all who hold it and are not revoked singly", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [before, after] = [await givenRole(app), await givenRole(app)];
  const positionId = await app.arrange((tx) => givenPosition(tx, "跟随职位"));
  const [user, organization] = [await givenUser(app), await givenOrganization(app)];
  await givenMembership(app, { user, organization, isPrimary: true, positionName: "跟随职位" });
  const setDefaults = async (roleIds: string[]) => {
    const [row] = await app.rows<{ version: number }>("select version from position where id = $1", [positionId]);
    const fields = { name: "跟随职位", orgTypes: [], rank: 0, status: "ENABLED" as const };
    const body = { ...fields, defaultRoleIds: roleIds, version: row?.version ?? 0 };
    return admin.call(editPosition, { params: { id: positionId }, body });
  };
  const grants = async () => (await admin.call(listMemberships, { params: { id: user.id } })).data[0]?.grants ?? [];

  assert.equal((await setDefaults([before.id])).success, true);
  const [brought] = await grants();
  assert.deepEqual([brought?.roleId, brought?.source], [before.id, "POSITION"]);
  const body = { reason: "试", version: 1 };
  const refused = await admin.call(revokeGrant, { params: { id: brought?.id ?? "" }, body });
  assert.deepEqual([refused.msgCode, refused.msg], ["GRANT_FROM_POSITION", "该角色由职位带入，请调整职位或任职"]);
  await setDefaults([after.id]);
  assert.deepEqual(
    (await grants()).map(({ roleId }) => roleId),
    [after.id],
  );
});

test("AU-R28 a disabled role cannot be given", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const role = await givenRole(app, { status: "DISABLED", name: "停用角色" });
  const { membershipId } = await holder();
  const answer = await admin.call(giveGrants, { params: { id: membershipId }, body: wish([role.id]) });
  assert.deepEqual([answer.msgCode, answer.msg], ["GRANT_ROLE_DISABLED", "角色「停用角色」已停用"]);
});

test("AU-R58 people of other companies get only roles of their kind of organisation, and never ALL", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const organization = await givenOrganization(app, { type: "PARTNER" });
  const { membershipId } = await holder(organization, { userType: "PARTNER", validUntil: "2099-01-01" });
  const [inner, theirs] = [await givenRole(app, { name: "内部" }), await givenRole(app)];
  const all = await givenRole(app, { dataScope: "ALL" });
  await app.rows("update role set exclusive_org_types = '{PARTNER}' where id = any($1)", [[theirs.id, all.id]]);
  const give = async (role: { id: string }) =>
    (await admin.call(giveGrants, { params: { id: membershipId }, body: wish([role.id]) })).msg;

  assert.equal(await give(inner), "角色「内部」不适用于所选组织");
  assert.equal(await give(all), "外部人员不能授予全部数据范围");
  assert.equal(await give(theirs), "");
});
