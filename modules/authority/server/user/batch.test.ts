import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "@ops/platform/server";
import {
  batchDisable,
  batchEnable,
  batchGrant,
  batchMove,
  batchRevoke,
  getUser,
  listMemberships,
  userInfo,
} from "../../contract/index.ts";
import {
  type GivenUser,
  givenMember,
  givenMembership,
  givenOrganization,
  givenPosition,
  givenRole,
  givenUser,
  testApp,
} from "../testing.ts";

const app = testApp();
const permissions = [
  "authority:user:disable",
  "authority:user:edit",
  "authority:user:list",
  "authority:user:detail",
  "authority:grant:edit",
];
const statusOf = async ({ id }: GivenUser) =>
  (await app.rows<{ status: string }>("select status from app_user where id = $1", [id]))[0]?.status;
const idsOf = (...people: readonly GivenUser[]) => people.map(({ id }) => id);

test("authority 5.1 a batch tells beforehand who would be refused, and changes nothing by it", async () => {
  const me = await app.signIn({ permissions });
  const [fine, left, admin] = [
    await givenMember(app),
    await givenMember(app, { status: "LEFT" }),
    await givenUser(app, { boolAdmin: true, userName: "管理员甲" }),
  ];

  const { data } = await me.call(batchDisable.preview, { body: { ids: idsOf(me.user, fine, left, admin) } });

  const refused = Object.fromEntries(data.refusals.map(({ userId, userName, msg }) => [userId, [userName, msg]]));
  assert.equal(data.done, 1);
  assert.deepEqual(refused, {
    [me.user.id]: [me.user.userName, "不能操作自己的账号"],
    [left.id]: [left.userName, "账号当前状态为【已离职】，不能执行【停用】"],
    [admin.id]: ["管理员甲", "无权操作管理员账号"],
  });
  assert.equal(await statusOf(fine), "ACTIVE");
  assert.deepEqual(await app.auditOf(fine), []);
});

test("authority 5.1 a batch does what it can, each with an audit row of its own, and lists the rest", async () => {
  const me = await app.signIn({ permissions });
  const signedIn = await app.signIn();
  const [second, left] = [await givenMember(app), await givenMember(app, { status: "LEFT" })];
  const ids = idsOf(signedIn.user, second, left);

  const { data } = await me.call(batchDisable.run, { body: { ids, reason: "盘点" } });

  assert.equal(data.done, 2);
  assert.deepEqual(
    data.refusals.map(({ userId }) => userId),
    [left.id],
  );
  assert.equal((await signedIn.call(userInfo, {})).msgCode, "SESSION_DISABLED");
  for (const user of [signedIn.user, second]) {
    assert.partialDeepStrictEqual(await app.auditOf(user), [{ actionName: "批量停用账号", reason: "盘点" }]);
  }
  const enabled = await me.call(batchEnable.run, { body: { ids: idsOf(second, left), reason: "恢复" } });
  assert.equal(enabled.data.done, 1);
  assert.equal(await statusOf(second), "ACTIVE");
});

test("authority 12 at most 2000 people at once", async () => {
  const me = await app.signIn({ permissions });
  const ids = Array.from({ length: 2001 }, () => newId());
  assert.equal((await me.call(batchDisable.preview, { body: { ids } })).msg, "单次最多操作2000人");
  assert.equal((await me.call(batchDisable.run, { body: { ids, reason: "盘点" } })).msg, "单次最多操作2000人");
});

test("AU-R27 somebody out of scope is no part of a batch: hidden in the preview, logged as an attempt in the deed", async () => {
  const city = await givenOrganization(app, { type: "CITY" });
  const me = await app.signIn({ permissions, scope: "ORG_TREE", organization: city });
  const [own, foreign] = [await givenUser(app), await givenMember(app)];
  await givenMembership(app, { user: own, organization: city, isPrimary: true });
  const ids = idsOf(own, foreign);

  const preview = await me.call(batchDisable.preview, { body: { ids } });
  assert.deepEqual(
    preview.data.refusals.map(({ userName, msgCode }) => [userName, msgCode]),
    [[null, "COMMON_NOT_FOUND"]],
  );
  const forged = await me.call(batchDisable.run, { body: { ids, reason: "试" } });
  assert.equal(forged.msgCode, "COMMON_NOT_FOUND");
  assert.deepEqual([await statusOf(own), await statusOf(foreign)], ["ACTIVE", "ACTIVE"]);
  assert.partialDeepStrictEqual(await app.auditOf(foreign), [{ summary: "越权尝试", result: "REFUSED" }]);
});

test("AU-R15 a batch gives no role that the operator could not give singly", async () => {
  const organization = await givenOrganization(app);
  const me = await app.signIn({ permissions, scope: "ORG", organization });
  const [lent, high] = [
    await givenRole(app, { name: "可授予" }),
    await givenRole(app, { permissionCodes: ["clue:clue:export"] }),
  ];
  await app.rows(
    `update role set grantable_role_ids = array[$1::uuid, $2::uuid] where id in (
       select g.role_id from role_grant g join membership m on m.id = g.membership_id where m.user_id = $3)`,
    [lent.id, high.id, me.user.id],
  );
  const [first, second] = [await givenUser(app), await givenUser(app)];
  for (const user of [first, second]) await givenMembership(app, { user, organization, isPrimary: true });
  const ids = idsOf(first, second);
  const grant = (roleIds: string[]) =>
    me.call(batchGrant.run, { body: { ids, roleIds, validTo: null, reason: "扩岗" } });

  const refused = await grant([lent.id, high.id]);
  assert.deepEqual([refused.data.done, refused.data.refusals[0]?.msgCode], [0, "GRANT_EXCEEDS"]);
  const given = await grant([lent.id]);
  assert.deepEqual([given.data.done, given.data.refusals], [2, []]);
  assert.deepEqual((await me.call(getUser, { params: { id: first.id } })).data.roleNames, ["可授予"]);
  const again = await me.call(batchGrant.preview, { body: { ids, roleIds: [lent.id], validTo: null } });
  assert.deepEqual([...new Set(again.data.refusals.map(({ msg }) => msg))], ["该任职已拥有角色「可授予」"]);

  const revoked = await me.call(batchRevoke.run, { body: { ids, roleIds: [lent.id], reason: "收回" } });
  assert.equal(revoked.data.done, 2);
  const none = await me.call(batchRevoke.preview, { body: { ids, roleIds: [lent.id] } });
  assert.deepEqual([...new Set(none.data.refusals.map(({ msg }) => msg))], ["该用户未被授予所选角色"]);
});

test("authority 5.1 moving many: the main post ends, one at the target begins; staff accounts stay (AU-R11)", async () => {
  const me = await app.signIn({ permissions });
  const target = await givenOrganization(app, { name: "新门店" });
  const [mover, staff, homeless] = [await givenMember(app), await givenMember(app), await givenUser(app)];
  await app.rows("update app_user set source = 'STAFF' where id = $1", [staff.id]);
  const ids = idsOf(mover, staff, homeless);

  const { data } = await me.call(batchMove.run, {
    body: { ids, organizationId: target.id, positionId: null, reason: "调店" },
  });

  assert.equal(data.done, 1);
  const msgs = new Map(data.refusals.map(({ userId, msg }) => [userId, msg]));
  assert.equal(msgs.get(staff.id), "该账号由员工管理维护");
  assert.equal(msgs.get(homeless.id), "该用户没有在任的主任职");
  const posts = (await me.call(listMemberships, { params: { id: mover.id } })).data;
  assert.deepEqual(
    posts.map(({ organizationName, isPrimary, status, positionName }) => [
      organizationName,
      isPrimary,
      status,
      positionName,
    ])[0],
    ["新门店", true, "EFFECTIVE", "店长"],
  );
  assert.equal(posts[1]?.status, "ENDED");
});

test("AU-R27 nobody is moved to an organisation out of the operator's reach", async () => {
  const city = await givenOrganization(app, { type: "CITY" });
  const me = await app.signIn({ permissions, scope: "ORG_TREE", organization: city });
  const user = await givenUser(app);
  await givenMembership(app, { user, organization: city, isPrimary: true });
  const elsewhere = await givenOrganization(app);
  const body = { ids: [user.id], organizationId: elsewhere.id, positionId: null };
  const { data } = await me.call(batchMove.preview, { body });
  assert.deepEqual([data.done, data.refusals[0]?.msg], [0, "无权在该组织创建用户"]);
});

test("authority 5.1 a batch: what a preview or a run without success comes to stands in the log, who is refused is named", async () => {
  const me = await app.signIn({ permissions });
  const [fine, left] = [await givenMember(app), await givenMember(app, { status: "LEFT" })];
  const ids = [fine.id, left.id];
  const logged = async () =>
    app.rows("select summary, reason from audit_log where actor_id = $1 order by occurred_at, id", [me.user.id]);
  const refusal = { userId: left.id, userName: left.userName, msgCode: "AUTHORITY_STATE_ILLEGAL" };
  const preview = (await me.call(batchDisable.preview, { body: { ids } })).data;
  assert.partialDeepStrictEqual(preview, { done: 1, refusals: [refusal] });
  assert.deepEqual(await logged(), [{ summary: "1人可执行，1人不可执行", reason: null }]);
  const none = (await me.call(batchDisable.run, { body: { ids: [left.id], reason: "盘点" } })).data;
  assert.partialDeepStrictEqual(none, { done: 0, refusals: [refusal] });
  assert.deepEqual((await logged()).at(-1), { summary: "0人可执行，1人不可执行", reason: "盘点" });
});

test("authority 5.1 a batch gives in the main post, takes from every post, and moves into the position that is chosen", async () => {
  const me = await app.signIn({ boolAdmin: true });
  const [role, other] = [await givenRole(app, { name: "批角色" }), await givenRole(app, { name: "别角色" })];
  const user = await givenUser(app);
  const [home, second, target] = [
    await givenOrganization(app),
    await givenOrganization(app),
    await givenOrganization(app),
  ];
  const main = await givenMembership(app, { user, organization: home, isPrimary: true });
  const side = await givenMembership(app, { user, organization: second, roles: [role, other] });
  const stranger = await givenUser(app);
  const far = await givenMembership(app, { user: stranger, organization: home, roles: [role], isPrimary: true });
  const ids = [user.id];
  const held = async ({ id }: { id: string }) =>
    (
      await app.rows<{ name: string }>(
        "select r.name from role_grant g join role r on r.id = g.role_id where g.membership_id = $1 and g.status = 'ACTIVE' order by 1",
        [id],
      )
    ).map(({ name }) => name);
  const given = await me.call(batchGrant.run, { body: { ids, roleIds: [role.id], validTo: null, reason: "批" } });
  assert.equal(given.data.done, 1);
  assert.deepEqual([await held(main), (await held(side)).toSorted()], [["批角色"], ["别角色", "批角色"].toSorted()]);
  const taken = await me.call(batchRevoke.run, { body: { ids, roleIds: [role.id], reason: "收" } });
  assert.equal(taken.data.done, 1);
  assert.deepEqual([await held(main), await held(side), await held(far)], [[], ["别角色"], ["批角色"]]);
  const positionId = await app.arrange((tx) => givenPosition(tx, "批岗"));
  const move = { ids, organizationId: target.id, positionId, reason: "调" };
  assert.equal((await me.call(batchMove.run, { body: move })).data.done, 1);
  const posts = (await me.call(listMemberships, { params: { id: user.id } })).data;
  assert.deepEqual(
    posts.map(({ organizationId, positionName, isPrimary, status }) => [
      organizationId,
      positionName,
      isPrimary,
      status,
    ]),
    [
      [target.id, "批岗", true, "EFFECTIVE"],
      [second.id, "店长", false, "EFFECTIVE"],
      [home.id, "店长", false, "ENDED"],
    ],
  );
  const waiting = await givenUser(app);
  await givenMembership(app, { user: waiting, organization: home, status: "FUTURE", startDate: "2099-01-01" });
  await givenMembership(app, { user: waiting, organization: second });
  const body = { ids: [waiting.id], roleIds: [role.id], validTo: null };
  const refused = await me.call(batchGrant.preview, { body });
  assert.equal(refused.data.refusals[0]?.msg, "该用户没有在任的主任职");
});
