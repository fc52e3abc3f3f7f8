import assert from "node:assert/strict";
import { test } from "node:test";
import {
  bindOtherAccount,
  listBindingPeople,
  listOtherAccounts,
  resolveOtherAccount,
  unbindOtherAccount,
  userInfo,
} from "../../contract/index.ts";
import { openSession } from "../session/open.ts";
import { givenMember, givenMembership, givenOrganization, givenRole, givenUser, testApp } from "../testing.ts";
import { syncOtherAccounts } from "./sync.ts";
import { unbindAllOf } from "./unbind.ts";

const app = testApp();
const admin = () => app.signIn({ boolAdmin: true });
const all = ["list", "bind", "unbind"].map((action) => `authority:otherAccount:${action}`);
let made = 0;
const identity = (userId: string) => ({
  platform: "WECOM",
  externalId: `external-${++made}`,
  externalName: "外部名",
  userId,
});
const rowOf = async (externalId: string) =>
  (
    await app.rows<{
      status: string;
      userId: string | null;
      conflictReason: string | null;
      id: string;
      version: number;
    }>(
      `select id, version, status, user_id as "userId", conflict_reason as "conflictReason" from other_account where external_id = $1`,
      [externalId],
    )
  )[0];

test("AU-R50 an identity is bound to one person; a second one is told whose it is, masked", async () => {
  const operator = await admin();
  const [user, other] = [await givenMember(app, { userName: "王小明" }), await givenMember(app)];
  const body = identity(user.id);
  const { data } = await operator.call(bindOtherAccount, { body });
  assert.partialDeepStrictEqual(data, {
    status: "BOUND",
    userName: "王小明",
    bindKind: "MANUAL",
    externalId: `ex****${body.externalId.slice(-2)}`,
  });
  assert.partialDeepStrictEqual(await operator.call(bindOtherAccount, { body: { ...body, userId: other.id } }), {
    success: false,
    msg: "该第三方账号已绑定用户王**",
    msgCode: "BIND_EXISTS",
  });
  const audit = JSON.stringify(await app.auditOf(data));
  assert.ok(!audit.includes(body.externalId));
});

test("AU-R50 of two who bind the same identity at once, one succeeds", async () => {
  const operator = await admin();
  const [a, b] = [await givenMember(app), await givenMember(app)];
  const body = identity(a.id);
  const answers = await Promise.all(
    [a, b].map(({ id }) => operator.call(bindOtherAccount, { body: { ...body, userId: id } })),
  );
  assert.deepEqual(answers.map(({ msgCode }) => msgCode).sort(), ["", "BIND_EXISTS"]);
});

test("AU-R50 a sync binds the one with the same phone or staff number; two candidates are a conflict", async () => {
  const [one, two] = [await givenMember(app), await givenMember(app)];
  const at = (externalId: string, phone: string | null, staffNo: string | null) => ({
    externalId,
    name: "同步",
    phone,
    staffNo,
  });
  const counts = await app.arrange((tx) =>
    syncOtherAccounts(tx, "LARK", [
      at("by-phone", one.mobilePhone, null),
      at("by-staff", null, two.staffNo),
      at("both", one.mobilePhone, two.staffNo),
      at("stranger", "13700000000", null),
    ]),
  );
  assert.deepEqual(counts, { bound: 2, conflicts: 1, unknown: 1 });
  assert.partialDeepStrictEqual(await rowOf("by-phone"), { status: "BOUND", userId: one.id });
  assert.partialDeepStrictEqual(await rowOf("both"), {
    status: "CONFLICT",
    userId: null,
    conflictReason: "匹配到多名用户",
  });
  assert.equal(await rowOf("stranger"), undefined);

  const operator = await admin();
  const { id, version } = (await rowOf("both")) ?? { id: "", version: 0 };
  const people = (await operator.call(listBindingPeople, { query: { accountId: id } })).data;
  assert.deepEqual(people.map(({ suggestion }) => suggestion).sort(), ["工号相同", "手机号相同"]);
  const body = { userId: two.id, reason: "核实为本人", version };
  const resolved = await operator.call(resolveOtherAccount, { params: { id }, body });
  assert.partialDeepStrictEqual(resolved.data, { status: "BOUND", userId: two.id, candidateNames: [] });
  const again = await operator.call(resolveOtherAccount, { params: { id }, body: { ...body, version: version + 1 } });
  assert.equal(again.msg, "第三方账号当前状态为【已绑定】，不能执行【处理冲突】");
});

test("AU-R50 a conflict may also be solved by leaving the identity unbound", async () => {
  const [one, two] = [await givenMember(app), await givenMember(app)];
  await app.arrange((tx) =>
    syncOtherAccounts(tx, "DMS", [{ externalId: "dms-1", name: null, phone: one.mobilePhone, staffNo: two.staffNo }]),
  );
  const { id, version } = (await rowOf("dms-1")) ?? { id: "", version: 0 };
  const operator = await admin();
  const { data } = await operator.call(resolveOtherAccount, {
    params: { id },
    body: { userId: null, reason: "测试号", version },
  });
  assert.partialDeepStrictEqual(data, { status: "UNBOUND", userId: null });
});

test("AU-R51 unbinding ends the sessions that came through it and no others", async () => {
  const operator = await admin();
  const user = await givenUser(app, { boolAdmin: true });
  const { data } = await operator.call(bindOtherAccount, { body: identity(user.id) });
  const open = (otherAccountId?: string) =>
    app.arrange((tx) =>
      openSession(tx, {
        userId: user.id,
        organizationIds: [],
        loginKind: "OIDC",
        restricted: false,
        ...(otherAccountId ? { otherAccountId } : {}),
      }),
    );
  await app.rows("update app_user set bool_admin = true where id = $1", [user.id]);
  const [through, own] = [await open(data.id), await open()];
  const body = { reason: "离岗", version: data.version };
  const answer = await operator.call(unbindOtherAccount, { params: { id: data.id }, body });
  assert.equal(answer.data.status, "UNBOUND");
  assert.equal((await app.call(userInfo, {}, { token: through.token })).status, 401);
  const states = await app.rows<{ id: string; status: string }>("select id, status from session where user_id = $1", [
    user.id,
  ]);
  assert.equal(states.find(({ id }) => id === own.id)?.status, "ACTIVE");
});

test("AU-R57 the bindings of somebody who left are unbound; a later sync raises a conflict", async () => {
  const operator = await admin();
  const user = await givenMember(app);
  const body = identity(user.id);
  await operator.call(bindOtherAccount, { body });
  assert.equal(await app.arrange((tx) => unbindAllOf(tx, user.id)), 1);
  assert.equal(await app.arrange((tx) => unbindAllOf(tx, user.id)), 0);
  await app.rows("update app_user set status = 'LEFT' where id = $1", [user.id]);
  assert.partialDeepStrictEqual(await rowOf(body.externalId), { status: "UNBOUND", userId: user.id });
  const again = [{ externalId: body.externalId, name: "回来", phone: user.mobilePhone, staffNo: null }];
  const counts = await app.arrange((tx) => syncOtherAccounts(tx, "WECOM", again));
  assert.deepEqual(counts, { bound: 0, conflicts: 1, unknown: 0 });
  assert.partialDeepStrictEqual(await rowOf(body.externalId), { status: "CONFLICT" });
  const fresh = [{ externalId: "new-of-left", name: "新号", phone: user.mobilePhone, staffNo: null }];
  await app.arrange((tx) => syncOtherAccounts(tx, "WECOM", fresh));
  assert.partialDeepStrictEqual(await rowOf("new-of-left"), {
    status: "CONFLICT",
    conflictReason: "匹配到的用户已离职",
  });
  const refused = await operator.call(bindOtherAccount, { body: identity(user.id) });
  assert.equal(refused.msgCode, "BIND_USER_OFF");
});

test("AU-R50 an operator binds people in his scope only, and never an administrator", async () => {
  const home = await givenOrganization(app);
  const operator = await app.signIn({ permissions: all, scope: "ORG_TREE", organization: home });
  const near = await givenUser(app);
  await givenMembership(app, { user: near, organization: home, isPrimary: true });
  assert.equal((await operator.call(bindOtherAccount, { body: identity(near.id) })).success, true);
  const far = await givenMember(app);
  assert.equal((await operator.call(bindOtherAccount, { body: identity(far.id) })).msgCode, "COMMON_NOT_FOUND");
  const boss = await givenUser(app, { boolAdmin: true });
  await givenMembership(app, { user: boss, organization: home, isPrimary: true });
  assert.equal((await operator.call(bindOtherAccount, { body: identity(boss.id) })).msgCode, "USER_ADMIN_PROTECTED");
  const above = await givenUser(app);
  const wide = await givenRole(app, { permissionCodes: ["authority:role:edit"], dataScope: "ORG" });
  await givenMembership(app, { user: above, organization: home, roles: [wide], isPrimary: true });
  assert.equal((await operator.call(bindOtherAccount, { body: identity(above.id) })).msgCode, "USER_RIGHTS_BEYOND");
  const { data } = await operator.call(listOtherAccounts, { query: {} });
  assert.deepEqual(
    data.list.map(({ userId }) => userId),
    [near.id],
  );
  const unknown = await operator.call(bindOtherAccount, { body: { ...identity(near.id), platform: "FAX" } });
  assert.equal(unknown.msg, "平台不在字典中");
});

/** Two people with one identity in dispute: one where the operator works, one elsewhere. */
async function givenDispute(externalId: string) {
  const home = await givenOrganization(app);
  const operator = await app.signIn({ permissions: all, scope: "ORG_TREE", organization: home });
  const near = await givenUser(app, { userName: "近处的人" });
  await givenMembership(app, { user: near, organization: home, isPrimary: true });
  const far = await givenMember(app, { userName: "远处的人" });
  const identities = [{ externalId, name: "争议", phone: near.mobilePhone, staffNo: far.staffNo }];
  await app.arrange((tx) => syncOtherAccounts(tx, "DMS", identities));
  const { id, version } = (await rowOf(externalId)) ?? { id: "", version: 0 };
  return { home, operator, near, far, id, version };
}

test("AU-R50 people out of scope are counted, not named; whoever does not reach all candidates does not decide", async () => {
  const { operator, near, id, version } = await givenDispute("dispute-1");
  const [shown] = (await operator.call(listOtherAccounts, { query: {} })).data.list;
  assert.partialDeepStrictEqual(shown, { id, candidateNames: ["近处的人"], otherCandidates: 1, userName: null });
  const unseen = "该第三方账号还涉及您数据范围外的人员，请由上级管理员处理";
  for (const userId of [near.id, null]) {
    const body = { userId, reason: "归我处", version };
    const answer = await operator.call(resolveOtherAccount, { params: { id }, body });
    assert.partialDeepStrictEqual(answer, { success: false, msg: unseen, msgCode: "BIND_UNSEEN" });
  }
});

test("AU-R50 a conflict is decided among the candidates, and for oneself only with the own phone or staff number", async () => {
  const { id, version, near } = await givenDispute("dispute-2");
  const boss = await admin();
  const resolve = (userId: string) =>
    boss.call(resolveOtherAccount, { params: { id }, body: { userId, reason: "核实", version } });
  assert.equal((await resolve((await givenMember(app)).id)).msg, "只能绑定给候选人员");
  await app.rows("update other_account set candidate_user_ids = candidate_user_ids || $2::uuid where id = $1", [
    id,
    boss.user.id,
  ]);
  assert.equal((await resolve(boss.user.id)).msg, "手机号和工号均不一致，不能绑定给自己");
  assert.equal((await resolve(near.id)).success, true);
});

test("AU-R50 an unbound identity of somebody out of scope is not bound anew, nor taken for oneself", async () => {
  const { home, operator, near, far } = await givenDispute("dispute-3");
  const boss = await admin();
  const release = async (userId: string) => {
    const body = identity(userId);
    const { data } = await boss.call(bindOtherAccount, { body });
    const freed = { reason: "换人", version: data.version };
    assert.equal((await boss.call(unbindOtherAccount, { params: { id: data.id }, body: freed })).success, true);
    return body;
  };
  const theirs = await release(far.id);
  const taken = await operator.call(bindOtherAccount, { body: { ...theirs, userId: near.id } });
  assert.equal(taken.msgCode, "BIND_UNSEEN");
  const ours = await release(near.id);
  const own = await operator.call(bindOtherAccount, { body: { ...ours, userId: operator.user.id } });
  assert.equal(own.msgCode, "BIND_NOT_OWN");
  const colleague = await givenUser(app);
  await givenMembership(app, { user: colleague, organization: home, isPrimary: true });
  assert.equal((await operator.call(bindOtherAccount, { body: { ...ours, userId: colleague.id } })).success, true);
});

test("PF-R104 AU-R50 the log of a search and of a binding hides a short identity as the list does", async () => {
  const operator = await app.signIn({ permissions: all });
  const { id: userId } = await givenMember(app);
  const bound = await operator.call(bindOtherAccount, { body: { ...identity(userId), externalId: "wx42" } });
  assert.deepEqual([bound.msg, bound.data.externalId], ["", "****"]);
  await operator.call(listOtherAccounts, { query: { keyword: "wx42" } });
  await operator.call(listOtherAccounts, { query: { keyword: "wx-long-42" } });
  const logged = await app.rows<{ text: string }>(
    "select concat(summary, diffs::text) as text from audit_log where actor_id = $1 order by occurred_at, id",
    [operator.user.id],
  );
  const texts = logged.map(({ text }) => text).join("\n");
  assert.ok(!texts.includes("wx****42：找到") && texts.includes("外部账号 ****：找到1条"), texts);
  assert.ok(texts.includes("外部账号 wx****42：未找到"), texts);
  assert.ok(
    logged.every(({ text }) => !text.includes('"after": "wx****42"')),
    texts,
  );
});
