import assert from "node:assert/strict";
import { test } from "node:test";
import { dayOf } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
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
const GRANT = ["authority:grant:edit", "authority:user:view", "authority:user:list"];
const dayIn = (days: number) => dayOf(new Date(app.now().getTime() + days * 86_400_000));

async function holder(organization?: { id: string }, userType?: { userType: string; validUntil: string }) {
  const user = await givenUser(app, userType ?? {});
  const place = organization ?? (await givenOrganization(app));
  const { id } = await givenMembership(app, { user, organization: place, isPrimary: true });
  return { user, membershipId: id };
}

/** Signs in somebody of a city who may grant these roles. */
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
    actionName: "授予角色",
    reason: "支援",
    summary: "1个角色",
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

test("AU-R17 what a post holds directly is not given again; what was taken, or comes with the position, may be", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [held, taken, brought] = [await givenRole(app), await givenRole(app), await givenRole(app)];
  const { user, membershipId } = await holder();
  const params = { id: membershipId };
  const told = async () =>
    (await app.rows("select 1 from live_event where user_id = $1 and payload->>'type' = 'perm.changed'", [user.id]))
      .length;
  const before = await told();
  const first = await admin.call(giveGrants, { params, body: wish([held.id, taken.id]) });
  assert.equal((await told()) - before, 1);
  assert.partialDeepStrictEqual((await app.auditOf(user)).at(-1), { actionName: "授予角色", summary: "2个角色" });
  const grant = first.data.grants.find(({ roleId }) => roleId === taken.id);
  const body = { reason: "收回", version: 1 };
  await admin.call(revokeGrant, { params: { id: grant?.id ?? "" }, body });
  assert.equal((await told()) - before, 2);
  const log = (await app.auditOf(user)).at(-1);
  assert.partialDeepStrictEqual(log, { actionName: "收回角色", reason: "收回", summary: "1个角色" });
  const over = await admin.call(revokeGrant, { params: { id: grant?.id ?? "" }, body: { ...body, version: 2 } });
  assert.deepEqual([over.msgCode, over.msg], ["GRANT_OVER", "该授权已失效"]);
  await app.rows(
    `insert into role_grant (id, created_at, created_by, updated_at, updated_by, membership_id, role_id, source, valid_from,
       granted_by) values ($1, now(), $1, now(), $1, $2, $3, 'POSITION', now(), $1)`,
    [newId(), membershipId, brought.id],
  );
  const roleIds = [held.id, taken.id, brought.id, held.id];
  const { data } = await admin.call(checkGrants, { params, body: { roleIds, validTo: null } });
  const msg = `该任职已拥有角色「${held.name}」`;
  assert.deepEqual(data.refusals, [{ roleId: held.id, msgCode: "GRANT_HELD", msg }]);
  assert.equal((await admin.call(giveGrants, { params, body: wish(roleIds) })).msg, msg);
  const given = await admin.call(giveGrants, { params, body: wish([taken.id, brought.id, taken.id]) });
  assert.deepEqual([given.msg, given.data?.grants.length], ["", 4]);
  const other = await holder();
  assert.equal((await admin.call(giveGrants, { params: { id: other.membershipId }, body: wish([held.id]) })).msg, "");
});

test("AU-R16 nothing is given to a post that is over, to an administrator by others, or without any reach", async () => {
  const role = await givenRole(app);
  const { me, organization } = await lender([role.id]);
  const ended = await holder(organization);
  const future = await holder(organization);
  await app.rows("update membership set status = 'ENDED' where id = $1", [ended.membershipId]);
  await givenMembership(app, { user: ended.user, organization, positionName: "又一任" });
  await app.rows("update membership set status = 'FUTURE' where id = $1", [future.membershipId]);
  const boss = await holder(organization);
  await app.rows("update app_user set bool_admin = true where id = $1", [boss.user.id]);
  const give = async (client: typeof me, id: string) => {
    const { msgCode, msg } = await client.call(giveGrants, { params: { id }, body: wish([role.id]) });
    return `${msgCode} ${msg}`.trim();
  };
  assert.equal(await give(me, ended.membershipId), "MEMBERSHIP_ENDED 任职已结束");
  assert.equal(await give(me, boss.membershipId), "USER_ADMIN_PROTECTED 无权操作管理员账号");
  assert.equal(await give(me, future.membershipId), "");
  const self = await app.signIn({ permissions: GRANT, scope: "SELF", organization });
  const near = await holder(organization);
  assert.equal(await give(self, near.membershipId), "USER_OUT_OF_SCOPE 该用户不在您的管理范围内");
});

test("AU-R17 the minute that a grant runs out it is over, its holder is told, and no other grant is touched", () =>
  app.holdTime(async () => {
    const role = await givenRole(app);
    const at = async (ms: number | null, status = "ACTIVE") => {
      const organization = await givenOrganization(app);
      const user = await givenUser(app);
      const { id } = await givenMembership(app, { user, organization, roles: [role], isPrimary: true });
      const to = ms === null ? null : new Date(app.now().getTime() + ms);
      const sql = "update role_grant set valid_to = $2, status = $3, valid_from = $4 where membership_id = $1";
      await app.rows(sql, [id, to, status, new Date(app.now().getTime() - 86_400_000)]);
      return { id, user };
    };
    const grants = [await at(0), await at(1), await at(null), await at(-1, "REVOKED"), await at(-1)];
    await app.rows("delete from live_event");
    await runSchedule(app, "authority.grantExpiry");
    const rows = await app.rows<{ id: string; status: string; version: number }>(
      "select membership_id as id, status, version from role_grant where role_id = $1",
      [role.id],
    );
    const now = grants
      .map(({ id }) => rows.find((row) => row.id === id))
      .map((row) => `${row?.status} ${row?.version}`);
    assert.deepEqual(now, ["EXPIRED 2", "ACTIVE 1", "ACTIVE 1", "REVOKED 1", "EXPIRED 2"]);
    const told = await app.rows<{ userId: string }>("select user_id from live_event");
    assert.deepEqual(told.map(({ userId }) => userId).toSorted(), [grants[0]?.user.id, grants[4]?.user.id].toSorted());
    await runSchedule(app, "authority.grantExpiry");
    assert.equal((await app.rows("select 1 from live_event")).length, 2);
  }));

test("AU-R15 an administrator may hand out every enabled role of the kind of organisation, by category and name", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const store = await givenOrganization(app, { type: "STORE" });
  const made: Record<string, string> = {};
  const make = async (name: string, set = "description = null") => {
    const role = await givenRole(app, { name: `可授${name}` });
    await app.rows(`update role set ${set} where id = $1`, [role.id]);
    made[role.id] = name;
  };
  await make("丁", "category = '乙类'");
  await make("乙", "category = '甲类'");
  await make("甲", "category = '甲类', exclusive_org_types = '{STORE,CITY}'");
  await make("城", "category = '甲类', exclusive_org_types = '{CITY}'");
  await make("停", "status = 'DISABLED'");
  await make("删", "deleted_at = now()");
  const choices = async (query: { organizationId?: string }) =>
    (await admin.call(listGrantableRoles, { query })).data.flatMap(({ id }) => made[id] ?? []);
  const sorted = async (...names: string[]) =>
    (
      await app.rows<{ name: string }>(
        "select substr(name, 3) as name from role where name = any($1) order by category, name",
        [names.map((name) => `可授${name}`)],
      )
    ).map(({ name }) => name);
  assert.deepEqual(await choices({}), await sorted("丁", "乙", "甲", "城"));
  assert.deepEqual(await choices({ organizationId: store.id }), await sorted("丁", "乙", "甲"));
  const { me } = await lender([]);
  assert.deepEqual((await me.call(listGrantableRoles, { query: {} })).data, []);
});

test("AU-R17 the days of a grant are counted from today, and the last may be today", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const role = await givenRole(app, { name: "一天" });
  await app.rows("update role set max_days = 1 where id = $1", [role.id]);
  const { membershipId } = await holder();
  const give = async (validTo: string) =>
    (await admin.call(giveGrants, { params: { id: membershipId }, body: wish([role.id], validTo) })).msg;
  assert.equal(await give(dayIn(1)), "角色「一天」最长可授予1天");
  assert.equal(await give(dayIn(0)), "");
});
