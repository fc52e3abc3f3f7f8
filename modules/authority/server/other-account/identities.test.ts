import assert from "node:assert/strict";
import { test } from "node:test";
import {
  bindOtherAccount,
  listBindingPeople,
  listOtherAccounts,
  resolveOtherAccount,
  unbindOtherAccount,
} from "../../contract/index.ts";
import {
  type GivenUser,
  givenMember,
  givenMembership,
  givenOrganization,
  givenUser,
  type TestClient,
  testApp,
} from "../testing.ts";
import { type ExternalIdentity, syncOtherAccounts } from "./sync.ts";
import { unbindAllOf } from "./unbind.ts";

const app = testApp();
const all = ["list", "bind", "unbind"].map((action) => `authority:otherAccount:${action}`);
const admin = () => app.signIn({ boolAdmin: true });
const sync = (platform: string, ...identities: ExternalIdentity[]) =>
  app.arrange((tx) => syncOtherAccounts(tx, platform, identities));
const as = (externalId: string, phone: string | null, staffNo: string | null = null, name: string | null = "外名") => ({
  externalId,
  name,
  phone,
  staffNo,
});

interface Row {
  readonly id: string;
  readonly version: number;
  readonly [column: string]: unknown;
}
const rowOf = async (externalId: string) => {
  const [row] = await app.rows<Row>(
    `select id, version, status, user_id as "userId", conflict_reason as why, candidate_user_ids as candidates,
       bind_kind as kind, external_name as name, external_phone as phone, external_staff_no as "staffNo",
       bound_at is not null as bound from other_account where external_id = $1`,
    [externalId],
  );
  assert.ok(row, `there is no identity ${externalId}`);
  const { id, version, ...facts } = row;
  return { id, version, facts };
};
const bind = (by: TestClient, externalId: string, user: GivenUser, wishes: object = {}) =>
  by.call(bindOtherAccount, {
    body: { platform: "WECOM", externalId, externalName: "外名", userId: user.id, ...wishes },
  });
const unbind = async (by: TestClient, externalId: string) => {
  const { id, version } = await rowOf(externalId);
  return by.call(unbindOtherAccount, { params: { id }, body: { reason: "换人", version } });
};
const resolve = async (by: TestClient, externalId: string, userId: string | null) => {
  const { id, version } = await rowOf(externalId);
  return by.call(resolveOtherAccount, { params: { id }, body: { userId, reason: "核实", version } });
};
const told = ({ msgCode, msg }: { msgCode: string; msg: string }) => `${msgCode} ${msg}`.trim();

test("AU-R50 a sync binds an identity with one candidate, leaves one without a candidate unbound, and updates only what differs", async () => {
  const [one, two] = [await givenMember(app), await givenMember(app)];
  const [gone, robot] = [await givenMember(app), await givenUser(app, { userType: "SERVICE" })];
  await app.rows("update app_user set deleted_at = now() where id = $1", [gone.id]);
  assert.deepEqual(
    await sync(
      "LARK",
      as("sync-1", one.mobilePhone, one.staffNo),
      as("sync-gone", gone.mobilePhone),
      as("sync-robot", null, robot.staffNo),
      as("sync-none", null, null),
    ),
    { bound: 1, conflicts: 0, unknown: 3 },
  );
  const bound = { status: "BOUND", userId: one.id, why: null, candidates: [], kind: "SYNC", bound: true };
  const facts = { ...bound, name: "外名", phone: one.mobilePhone, staffNo: one.staffNo };
  const made = await rowOf("sync-1");
  assert.deepEqual([made.facts, made.version], [facts, 1]);
  const again = (identity: ExternalIdentity) => sync("LARK", identity);
  assert.deepEqual(await again(as("sync-1", one.mobilePhone, one.staffNo)), { bound: 1, conflicts: 0, unknown: 0 });
  assert.equal((await rowOf("sync-1")).version, 1);
  const changes: [ExternalIdentity, object][] = [
    [as("sync-1", one.mobilePhone, one.staffNo, "新名"), { name: "新名" }],
    [as("sync-1", two.mobilePhone, one.staffNo, "新名"), { name: "新名", phone: two.mobilePhone }],
    [as("sync-1", two.mobilePhone, "X999", "新名"), { name: "新名", phone: two.mobilePhone, staffNo: "X999" }],
  ];
  for (const [n, [identity, changed]] of changes.entries()) {
    await again(identity);
    const now = await rowOf("sync-1");
    assert.deepEqual([now.facts, now.version], [{ ...facts, ...changed }, n + 2]);
  }
});

test("AU-R50 AU-R57 what a sync cannot decide is a conflict with its reason and its candidates, and stays one", async () => {
  const [one, two, left] = [await givenMember(app), await givenMember(app), await givenMember(app)];
  const operator = await admin();
  await bind(operator, "was-bound", one, { platform: "DMS" });
  await unbind(operator, "was-bound");
  await app.rows("update app_user set status = 'LEFT' where id = $1", [left.id]);
  const identities = [
    as("two-people", one.mobilePhone, two.staffNo),
    as("of-left", left.mobilePhone),
    as("left-or-two", left.mobilePhone, two.staffNo),
    as("was-bound", two.mobilePhone),
  ];
  assert.deepEqual(await sync("DMS", ...identities), { bound: 0, conflicts: 4, unknown: 0 });
  const conflict = async (externalId: string) => {
    const { status, userId, why, candidates, bound } = (await rowOf(externalId)).facts;
    assert.deepEqual([status, bound], ["CONFLICT", false]);
    return [userId, why, candidates];
  };
  assert.deepEqual(await conflict("two-people"), [null, "匹配到多名用户", [one.id, two.id].toSorted()]);
  assert.deepEqual(await conflict("of-left"), [null, "匹配到的用户已离职", []]);
  assert.deepEqual(await conflict("left-or-two"), [null, "匹配到的用户已离职", [two.id]]);
  assert.deepEqual(await conflict("was-bound"), [one.id, "账号曾解绑，同步时再次出现", [two.id]]);
  assert.deepEqual(await sync("DMS", as("left-or-two", two.mobilePhone)), { bound: 0, conflicts: 1, unknown: 0 });
  assert.deepEqual(
    await conflict("left-or-two"),
    [null, "匹配到的用户已离职", [two.id]],
    "people decide, not the next sync",
  );
  assert.deepEqual(await sync("DMS", as("was-bound", null)), { bound: 0, conflicts: 1, unknown: 0 });
  assert.deepEqual(await conflict("was-bound"), [one.id, "账号曾解绑，同步时再次出现", []]);
  assert.equal(
    told(await bind(operator, "two-people", one, { platform: "DMS" })),
    "BIND_CONFLICT 该第三方账号存在冲突，请在列表中处理冲突",
  );
  assert.equal((await unbind(operator, "two-people")).msgCode, "AUTHORITY_STATE_ILLEGAL");
  const free = await resolve(operator, "of-left", two.id);
  assert.deepEqual([free.msg, free.data.userId], ["", two.id], "without candidates anybody in service may be chosen");
  const former = await resolve(operator, "was-bound", one.id);
  assert.equal(former.data.userId, one.id, "the former person counts as a candidate");
});

test("AU-R50 a decision is logged with its reason and ends the dispute; nobody at all may be the answer as well", async () => {
  const [one, two] = [await givenMember(app, { userName: "争一" }), await givenMember(app)];
  const operator = await admin();
  await sync("TMS", as("told-1", one.mobilePhone, two.staffNo), as("told-2", one.mobilePhone, two.staffNo));
  const shown = (await resolve(operator, "told-1", one.id)).data;
  assert.partialDeepStrictEqual(shown, { status: "BOUND", userName: "争一", bindKind: "MANUAL", conflictReason: null });
  assert.notEqual(shown.boundAt, null);
  const { facts, id } = await rowOf("told-1");
  assert.partialDeepStrictEqual(facts, { status: "BOUND", userId: one.id, why: null, candidates: [], kind: "MANUAL" });
  const line = (await app.auditOf({ id })).at(-1);
  assert.partialDeepStrictEqual(line, { actionName: "处理第三方账号冲突", reason: "核实", summary: "争一" });
  await resolve(operator, "told-2", null);
  assert.partialDeepStrictEqual((await rowOf("told-2")).facts, {
    status: "UNBOUND",
    userId: null,
    why: null,
    candidates: [],
  });
  assert.equal((await resolve(operator, "told-2", null)).msgCode, "AUTHORITY_STATE_ILLEGAL");
});

test("AU-R50 an identity is bound anew with the name it had; one's own is bound by oneself; leavers and machines have none", async () => {
  const operator = await admin();
  const [user, left] = [await givenMember(app, { userName: "再绑人" }), await givenMember(app, { status: "LEFT" })];
  const robot = await givenUser(app, { userType: "SERVICE" });
  const off = "BIND_USER_OFF 该用户已离职或不可用，不能绑定";
  assert.deepEqual([told(await bind(operator, "off-1", left)), told(await bind(operator, "off-1", robot))], [off, off]);
  const first = await bind(operator, "anew-1", user);
  assert.partialDeepStrictEqual(first.data, {
    bindKind: "MANUAL",
    platform: "WECOM",
    externalName: "外名",
    otherCandidates: 0,
  });
  const log = (await app.auditOf(first.data)).map(({ actionName, summary }) => [actionName, summary]);
  assert.deepEqual(log, [["绑定第三方账号", "再绑人"]]);
  assert.equal((await unbind(operator, "anew-1")).data.status, "UNBOUND");
  assert.partialDeepStrictEqual((await app.auditOf(first.data)).at(-1), {
    actionName: "解绑第三方账号",
    reason: "换人",
  });
  const again = await bind(operator, "anew-1", user, { externalName: null });
  assert.partialDeepStrictEqual(again.data, { id: first.data.id, status: "BOUND", externalName: "外名", version: 3 });
  assert.equal(
    (await bind(operator, "anew-1", user, { platform: "LARK" })).msg,
    "",
    "the same name elsewhere is another identity",
  );
  const own = await bind(operator, "own-1", operator.user);
  assert.deepEqual([own.msg, own.data.bindKind], ["", "SELF"]);
  await sync(
    "OIDC",
    as("mine-1", operator.user.mobilePhone, user.staffNo),
    as("mine-2", user.mobilePhone, operator.user.staffNo),
  );
  assert.equal((await resolve(operator, "mine-1", operator.user.id)).msg, "");
  assert.equal((await resolve(operator, "mine-2", operator.user.id)).msg, "");
});

test("AU-R3 an administrator's identity is unbound by administrators only", async () => {
  const home = await givenOrganization(app);
  const operator = await app.signIn({ permissions: all, scope: "ORG", organization: home });
  const [boss, near] = [await givenUser(app, { boolAdmin: true }), await givenUser(app)];
  for (const user of [boss, near]) await givenMembership(app, { user, organization: home, isPrimary: true });
  const root = await admin();
  await bind(root, "boss-1", boss);
  await bind(root, "near-1", near);
  assert.equal(told(await unbind(operator, "boss-1")), "USER_ADMIN_PROTECTED 无权操作管理员账号");
  assert.equal((await unbind(operator, "near-1")).msg, "");
});

test("AU-R57 whoever leaves loses the identities that are bound to him, and nobody else any", async () => {
  const operator = await admin();
  const [user, other] = [await givenMember(app), await givenMember(app)];
  await bind(operator, "leave-1", user);
  await bind(operator, "leave-2", user, { platform: "LARK" });
  await bind(operator, "leave-3", other);
  await sync("DMS", as("leave-4", user.mobilePhone, other.staffNo));
  assert.equal(await app.arrange((tx) => unbindAllOf(tx, user.id)), 2);
  const states = [];
  for (const id of ["leave-1", "leave-2", "leave-3", "leave-4"]) {
    const { facts, version } = await rowOf(id);
    states.push([facts["status"], version]);
  }
  assert.deepEqual(states, [
    ["UNBOUND", 2],
    ["UNBOUND", 2],
    ["BOUND", 1],
    ["CONFLICT", 1],
  ]);
});

test("authority 5.7 bindings are found by each filter, by part of a name or the whole identity, with post and candidates", async () => {
  const operator = await admin();
  const organization = await givenOrganization(app, { name: "绑定店" });
  const user = await givenUser(app, { userName: "查找人" });
  await givenMembership(app, { user, organization, isPrimary: true, positionName: "绑定岗" });
  const rival = await givenMember(app, { userName: "对手人" });
  await bind(operator, "seek-aaaa", user, { externalName: "甲外" });
  await bind(operator, "seek-bbbb", rival, { externalName: "乙外", platform: "LARK" });
  await sync("DMS", as("seek-cccc", user.mobilePhone, rival.staffNo, "丙外"));
  const found = async (query: object) => {
    const { data } = await operator.call(listOtherAccounts, { query });
    const names = data.list.map(({ externalName }) => externalName ?? "");
    return names.filter((name) => ["甲外", "乙外", "丙外"].includes(name)).join();
  };
  assert.equal(await found({}), "丙外,乙外,甲外");
  assert.equal(await found({ platform: "LARK" }), "乙外");
  assert.equal(await found({ status: "CONFLICT" }), "丙外");
  assert.equal(await found({ bindKind: "SYNC" }), "丙外");
  assert.equal(await found({ userId: user.id }), "甲外");
  assert.equal(await found({ keyword: "乙" }), "乙外");
  assert.equal(await found({ keyword: "查找" }), "甲外");
  assert.equal(await found({ keyword: "seek-aaaa" }), "甲外");
  assert.equal(await found({ keyword: "seek-aaa" }), "");
  assert.equal(await found({ keyword: "_" }), "");
  const rows = (await operator.call(listOtherAccounts, { query: { keyword: "外" } })).data.list;
  const shown = rows.map(({ externalName, userName, primaryPost, candidateNames, otherCandidates }) => [
    externalName,
    userName,
    primaryPost,
    candidateNames.toSorted().join(),
    otherCandidates,
  ]);
  assert.deepEqual(
    shown.filter(([name]) => name === "甲外" || name === "丙外"),
    [
      ["丙外", null, null, ["对手人", "查找人"].toSorted().join(), 0],
      ["甲外", "查找人", "绑定店(绑定岗)", "", 0],
    ],
  );
  const selfish = await app.signIn({ permissions: all, scope: "SELF" });
  await bind(operator, "seek-self", selfish.user, { externalName: "自外" });
  const own = (await selfish.call(listOtherAccounts, { query: {} })).data.list;
  assert.deepEqual(
    own.map(({ externalName }) => externalName),
    ["自外"],
  );
});

test("AU-R50 suggested are people in service with the same numbers and why, then those whom the keyword finds, twenty in all", async () => {
  const operator = await admin();
  const [one, two] = [await givenMember(app, { userName: "建议一" }), await givenMember(app, { userName: "建议二" })];
  const left = await givenMember(app, { userName: "建议离职", status: "LEFT" });
  const robot = await givenUser(app, { userName: "建议机器", userType: "SERVICE" });
  await sync("TMS", as("suggest-1", one.mobilePhone, two.staffNo), as("suggest-2", one.mobilePhone, left.staffNo));
  const people = async (query: { keyword?: string; externalId?: string; accountId?: string }) =>
    (await operator.call(listBindingPeople, { query })).data.map(
      ({ userName, suggestion }) => `${userName} ${suggestion}`,
    );
  const { id: accountId } = await rowOf("suggest-1");
  const both = ["建议二 工号相同", "建议一 手机号相同"];
  assert.deepEqual(await people({ accountId }), both);
  assert.deepEqual(await people({ accountId, keyword: "建议" }), both);
  assert.deepEqual(await people({ keyword: "建议" }), ["建议二 null", "建议一 null"]);
  assert.deepEqual(await people({ externalId: one.mobilePhone }), ["建议一 手机号相同"]);
  assert.deepEqual(await people({ externalId: two.staffNo, keyword: "建议一" }), ["建议二 工号相同", "建议一 null"]);
  assert.deepEqual(await people({ accountId: (await rowOf("suggest-2")).id }), ["建议一 手机号相同"]);
  assert.deepEqual(await people({ externalId: robot.staffNo }), []);
  assert.deepEqual(await people({}), []);
  assert.deepEqual(await people({ keyword: "建_" }), []);
  await app.rows("update other_account set external_staff_no = $2 where id = $1", [accountId, one.staffNo]);
  assert.deepEqual(await people({ accountId }), ["建议一 手机号相同、工号相同"]);
  for (let n = 0; n < 20; n++) await givenMember(app, { userName: `众建议${n}` });
  const many = await people({ accountId, keyword: "众建议" });
  assert.deepEqual([many.length, many[0]], [20, "建议一 手机号相同、工号相同"]);
});
