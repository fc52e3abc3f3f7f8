import assert from "node:assert/strict";
import { test } from "node:test";
import { listBatchRows, previewUndo, runUndo } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import { declareTestApp } from "@ops/platform/server/testing";
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
  AuthorityTestApp,
  type GivenUser,
  givenMember,
  givenMembership,
  givenOrganization,
  givenPosition,
  givenRole,
  givenUser,
} from "../testing.ts";
import { beginBatch, doBatch, verdictsOf } from "../testing-batch.ts";
import { finished } from "../testing-export.ts";

const app = declareTestApp(new AuthorityTestApp([], undefined, { background: true }));
const permissions = [
  "authority:user:disable",
  "authority:user:edit",
  "authority:user:list",
  "authority:user:view",
  "authority:grant:edit",
];
const statusOf = async ({ id }: GivenUser) =>
  (await app.rows<{ status: string }>("select status from app_user where id = $1", [id]))[0]?.status;
const planHash = "x".repeat(43);
const idsOf = (...people: readonly GivenUser[]) => people.map(({ id }) => id);

test("authority 5.1 a batch tells beforehand who would be refused, and changes nothing by it", async () => {
  const me = await app.signIn({ permissions });
  const [fine, left, admin] = [
    await givenMember(app),
    await givenMember(app, { status: "LEFT" }),
    await givenUser(app, { boolAdmin: true, userName: "管理员甲" }),
  ];

  const { data } = await me.call(batchDisable.preview, { body: { ids: idsOf(me.user, fine, left, admin) } });

  assert.deepEqual([data.total, data.ready, data.refused], [4, 1, 3]);
  assert.deepEqual(verdictsOf(data), {
    [fine.id]: null,
    [me.user.id]: "不能操作自己的账号",
    [left.id]: "账号当前状态为【已离职】，不能执行【停用】",
    [admin.id]: "无权操作管理员账号",
  });
  const shown = data.rows.find(({ recordId }) => recordId === fine.id);
  assert.partialDeepStrictEqual(shown, { before: { 账号状态: "正常" }, after: { 账号状态: "停用" } });
  assert.equal(await statusOf(fine), "ACTIVE");
  assert.deepEqual(await app.auditOf(fine), []);
});

test("authority 5.1 a batch does what it can, each with an audit row of its own, and lists the rest", async () => {
  const me = await app.signIn({ permissions });
  const signedIn = await app.signIn();
  const [second, left] = [await givenMember(app), await givenMember(app, { status: "LEFT" })];
  const ids = idsOf(signedIn.user, second, left);

  const { task, rows } = await doBatch(me, batchDisable, { ids }, "盘点");

  assert.deepEqual([task.status, task.successCount, task.failCount], ["PARTIAL", 2, 1]);
  assert.deepEqual(
    rows.filter(({ state }) => state === "REFUSED").map(({ recordId }) => recordId),
    [left.id],
  );
  assert.equal((await signedIn.call(userInfo, {})).msgCode, "SESSION_DISABLED");
  for (const user of [signedIn.user, second]) {
    assert.partialDeepStrictEqual(await app.auditOf(user), [{ actionName: "批量停用账号", reason: "盘点" }]);
  }
  const enabled = await doBatch(me, batchEnable, { ids: idsOf(second, left) }, "恢复");
  assert.equal(enabled.task.successCount, 1);
  assert.equal(await statusOf(second), "ACTIVE");
});

test("authority 12 at most 2000 people at once", async () => {
  const me = await app.signIn({ permissions });
  const ids = Array.from({ length: 2001 }, () => newId());
  assert.equal((await me.call(batchDisable.preview, { body: { ids } })).msg, "单次最多操作2000人");
  assert.equal(
    (await me.call(batchDisable.run, { body: { ids, reason: "盘点", planHash } })).msg,
    "单次最多操作2000人",
  );
});

test("AU-R27 somebody out of scope is no part of a batch: hidden in the preview, logged as an attempt in the deed", async () => {
  const city = await givenOrganization(app, { type: "CITY" });
  const me = await app.signIn({ permissions, scope: "ORG_TREE", organization: city });
  const [own, foreign] = [await givenUser(app), await givenMember(app)];
  await givenMembership(app, { user: own, organization: city, isPrimary: true });
  const ids = idsOf(own, foreign);

  const { data: plan } = await me.call(batchDisable.preview, { body: { ids } });
  assert.deepEqual(
    plan.rows.filter(({ reason }) => reason !== null).map(({ label, before, reason }) => [label, before, reason]),
    [["（无权查看）", null, "数据不存在或已被删除"]],
  );
  const forged = await me.call(batchDisable.run, { body: { ids, reason: "试", planHash: plan.planHash } });
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
  const refused = await beginBatch(me, batchGrant, { ids, roleIds: [lent.id, high.id], validTo: null }, "扩岗");
  assert.deepEqual([refused.plan.ready, refused.begun.msgCode], [0, "PLAN_NONE_READY"]);
  assert.match(refused.plan.reasons[0]?.reason ?? "", /^您不能授予超出自身权限的角色：/);
  const given = await doBatch(me, batchGrant, { ids, roleIds: [lent.id], validTo: null }, "扩岗");
  assert.deepEqual([given.task.status, given.task.successCount], ["SUCCESS", 2]);
  assert.deepEqual((await me.call(getUser, { params: { id: first.id } })).data.roleNames, ["可授予"]);
  const again = await me.call(batchGrant.preview, { body: { ids, roleIds: [lent.id], validTo: null } });
  assert.deepEqual(
    again.data.reasons.map(({ reason, count }) => [reason, count]),
    [["该任职已拥有角色「可授予」", 2]],
  );

  const revoked = await doBatch(me, batchRevoke, { ids, roleIds: [lent.id] }, "收回");
  assert.equal(revoked.task.successCount, 2);
  const none = await me.call(batchRevoke.preview, { body: { ids, roleIds: [lent.id] } });
  assert.deepEqual(
    none.data.reasons.map(({ reason }) => reason),
    ["该用户未被授予所选角色"],
  );
});

test("authority 5.1 moving many: the main post ends, one at the target begins; staff accounts stay (AU-R11)", async () => {
  const me = await app.signIn({ permissions });
  const target = await givenOrganization(app, { name: "新门店" });
  const [mover, staff, homeless] = [await givenMember(app), await givenMember(app), await givenUser(app)];
  await app.rows("update app_user set source = 'STAFF' where id = $1", [staff.id]);
  const ids = idsOf(mover, staff, homeless);

  const { task, rows } = await doBatch(me, batchMove, { ids, organizationId: target.id, positionId: null }, "调店");

  assert.equal(task.successCount, 1);
  const msgs = new Map(rows.map(({ recordId, reason }) => [recordId, reason]));
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
  assert.deepEqual([data.ready, data.reasons[0]?.reason], [0, "无权在该组织创建用户"]);
});

test("authority 5.1 the log has the result of a batch's preview and of its run", async () => {
  const me = await app.signIn({ permissions });
  const [fine, left] = [await givenMember(app), await givenMember(app, { status: "LEFT" })];
  const logged = async () =>
    app.rows(
      "select action_name as name, summary, reason from audit_log where actor_id = $1 order by occurred_at, id",
      [me.user.id],
    );
  const { task } = await doBatch(me, batchDisable, { ids: [fine.id, left.id] }, "盘点");
  const [preview, run, chunk] = await logged();
  assert.deepEqual(preview, { name: "批量停用账号预览", summary: "1人可执行，1人不可执行", reason: null });
  const told = `任务 ${task.taskNo}：1人将执行，1人不执行`;
  assert.deepEqual(run, { name: "批量停用账号", summary: told, reason: "盘点" });
  assert.deepEqual(chunk, { name: "批量停用账号", summary: "第 1–2 条：执行 1，未执行 1", reason: "盘点" });
});

test("PF-R119 who was disabled by a batch is enabled again by its undo, but for those who changed since", async () => {
  const me = await app.signIn({ permissions });
  const [first, second] = [await givenMember(app), await givenMember(app)];
  const { task } = await doBatch(me, batchDisable, { ids: idsOf(first, second) });
  assert.equal(task.undoable, true);
  await doBatch(me, batchEnable, { ids: idsOf(second) });
  await app.rows("update app_user set status = 'LEFT' where id = $1", [second.id]);
  const params = { id: task.id };
  const { data: plan } = await me.call(previewUndo, { params });
  assert.deepEqual(verdictsOf(plan), { [first.id]: null, [second.id]: "数据已变化，未执行" });
  const undone = await me.call(runUndo, { params, body: { reason: "误操作", planHash: plan.planHash } });
  const over = await finished(me, undone.data.id);
  assert.deepEqual([over.bizName, over.status, over.undoable], ["撤销批量停用账号", "PARTIAL", false]);
  assert.deepEqual([await statusOf(first), await statusOf(second)], ["ACTIVE", "LEFT"]);
  assert.partialDeepStrictEqual(await app.auditOf(first), [{ actionName: "撤销批量停用账号", reason: "误操作" }]);
  const { data: rows } = await me.call(listBatchRows, { params: { id: over.id }, query: { state: "DONE" } });
  assert.deepEqual(
    rows.list.map(({ before, after }) => [before, after]),
    [[{ 账号状态: "停用" }, { 账号状态: "正常" }]],
  );
});

test("PF-R119 AU-R9 an undo gives back the state that an account had: 待激活, 休眠 with a new password, 正常", async () => {
  const me = await app.signIn({ permissions });
  const [unused, asleep, awake, woken] = [
    await givenMember(app, { status: "PENDING" }),
    await givenMember(app, { status: "DORMANT" }),
    await givenMember(app),
    await givenMember(app, { status: "DORMANT" }),
  ];
  const undo = async (kind: typeof batchDisable, ...people: readonly GivenUser[]) => {
    const { task } = await doBatch(me, kind, { ids: idsOf(...people) });
    const params = { id: task.id };
    const { planHash } = (await me.call(previewUndo, { params })).data;
    const undone = await me.call(runUndo, { params, body: { reason: "误操作", planHash } });
    assert.equal((await finished(me, undone.data.id)).status, "SUCCESS");
    return Promise.all(people.map(statusOf));
  };
  assert.deepEqual(await undo(batchDisable, unused, asleep, awake), ["PENDING", "DORMANT", "ACTIVE"]);
  assert.deepEqual(await undo(batchEnable, woken), ["DORMANT"]);
  const chooses = await app.rows("select must_change_pwd as chooses from app_user where id = $1", [asleep.id]);
  assert.deepEqual(chooses, [{ chooses: true }]);
});

test("PF-R119 people come into a batch by their staff numbers and by the filter of the list", async () => {
  const city = await givenOrganization(app, { type: "CITY" });
  const me = await app.signIn({ permissions, scope: "ORG_TREE", organization: city });
  const [one, other, foreign] = [await givenUser(app), await givenUser(app), await givenMember(app)];
  for (const user of [one, other]) await givenMembership(app, { user, organization: city, isPrimary: true });
  const numbers = [one.staffNo, foreign.staffNo, one.staffNo].map((staffNo) => staffNo ?? "");
  const typed = await me.call(batchDisable.preview, { body: { numbers } });
  const unknown = "未找到该编号，或无权操作";
  assert.deepEqual(verdictsOf(typed.data), { [one.id]: null, [foreign.staffNo ?? ""]: unknown });
  const listed = await me.call(batchDisable.preview, { body: { filter: { organizationId: city.id } } });
  assert.deepEqual(listed.data.rows.map(({ recordId }) => recordId).toSorted(), idsOf(me.user, one, other).toSorted());
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
  const given = await doBatch(me, batchGrant, { ids, roleIds: [role.id], validTo: null });
  assert.equal(given.task.successCount, 1);
  assert.deepEqual([await held(main), (await held(side)).toSorted()], [["批角色"], ["别角色", "批角色"].toSorted()]);
  const taken = await doBatch(me, batchRevoke, { ids, roleIds: [role.id] });
  assert.equal(taken.task.successCount, 1);
  assert.deepEqual([await held(main), await held(side), await held(far)], [[], ["别角色"], ["批角色"]]);
  const positionId = await app.arrange((tx) => givenPosition(tx, "批岗"));
  const move = { ids, organizationId: target.id, positionId };
  assert.equal((await doBatch(me, batchMove, move)).task.successCount, 1);
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
  assert.equal(refused.data.reasons[0]?.reason, "该用户没有在任的主任职");
});
