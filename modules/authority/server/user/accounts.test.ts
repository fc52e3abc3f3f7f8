import assert from "node:assert/strict";
import { test } from "node:test";
import { dayOf } from "@ops/platform/contract";
import { newId, systemActor, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import {
  batchDisable,
  batchEnable,
  changePhone,
  createUser,
  deleteUser,
  disableUser,
  editUser,
  enableUser,
  listMemberships,
  offboardUser,
  rehireUser,
  resetPassword,
  setAdmin,
  unlockUser,
  userInfo,
} from "../../contract/index.ts";
import { personName, personNames } from "../person/person-name.ts";
import {
  type GivenUser,
  givenClient,
  givenMember,
  givenMembership,
  givenOrganization,
  givenPosition,
  givenRole,
  givenUser,
  type TestClient,
  testApp,
} from "../testing.ts";
import { runSchedule } from "../testing-schedules.ts";
import { raisesRights, waitsFor } from "../testing-waiting.ts";
import { lockAdministrators } from "./last-admin.ts";

const app = testApp();
const codes = ["create", "edit", "delete", "disable", "unlock", "resetPwd", "list", "view", "offboard"];
const permissions = [...codes.map((action) => `authority:user:${action}`), "authority:grant:edit"];
const manager = () => app.signIn({ permissions });
const admin = () => app.signIn({ boolAdmin: true });
const dayIn = (days: number) => dayOf(new Date(app.now().getTime() + days * 86_400_000));
const because = { reason: "因故", version: 1 };
let phones = 0;
const freePhone = () => `1380000${String(++phones).padStart(4, "0")}`;
const rowOf = async ({ id }: { id: string }) => {
  const [row] = await app.rows<{ status: string; version: number; pwd: boolean; admin: boolean; woken: Date | null }>(
    `select status, version, must_change_pwd as pwd, bool_admin as admin, reactivated_at as woken from app_user where id = $1`,
    [id],
  );
  assert.ok(row);
  return row;
};

async function person(wishes: object = {}) {
  const base = { userName: "新来", staffNo: null, userType: "STORE", validUntil: null, email: null, remark: null };
  return { ...base, mobilePhone: freePhone(), memberships: [], ...wishes };
}
async function post(wishes: object = {}) {
  const organization = await givenOrganization(app);
  const positionId = await app.arrange((tx) => givenPosition(tx, "顾问"));
  const days = { startDate: dayIn(-1), endDate: null };
  return { organizationId: organization.id, positionId, ...days, isPrimary: false, roleIds: [] as string[], ...wishes };
}

test("AU-R2 AU-R12 a new account has the posts and roles that were asked for, one of them primary, and a number of its own", async () => {
  const me = await admin();
  const role = await givenRole(app, { name: "新人角色" });
  const [first, second] = [await post(), await post({ isPrimary: true, roleIds: [role.id] })];
  const create = async (wishes: object) => me.call(createUser, { body: await person(wishes) });
  assert.equal((await create({ memberships: [{ ...first, isPrimary: true }, second] })).msg, "主任职只能有一个");
  let made: Awaited<ReturnType<typeof create>> | undefined;
  const raised = await raisesRights(app, async () => {
    made = await create({ memberships: [first, second], staffNo: "NUM001" });
  });
  assert.deepEqual([raised, made?.msg], [true, ""]);
  const id = made?.data.id ?? "";
  const posts = (await me.call(listMemberships, { params: { id } })).data;
  assert.deepEqual(
    posts.map(({ organizationId, isPrimary, grants }) => [
      organizationId,
      isPrimary,
      grants.map(({ roleName, reason }) => [roleName, reason]),
    ]),
    [
      [second.organizationId, true, [["新人角色", "新增用户"]]],
      [first.organizationId, false, []],
    ],
  );
  assert.equal((await create({ staffNo: "NUM001" })).msg, "工号已存在");
  await app.rows("update app_user set deleted_at = now() where id = $1", [id]);
  assert.equal((await create({ staffNo: "NUM001" })).msg, "", "whoever reaches all makes people without a post");
});

test("AU-R5 AU-R3 an edit leaves alone what it does not name, changes no administrator's and no own validity", async () => {
  const me = await manager();
  const user = await givenMember(app, { validUntil: dayIn(9) });
  await app.rows("update app_user set remark = '旧注', email = 'a@b.cn' where id = $1", [user.id]);
  const edit = (by: TestClient, { id, userName }: GivenUser, body: object) =>
    by.call(editUser, { params: { id }, body: { userName, version: 1, ...body } });
  const { data } = await edit(me, user, { userName: "新名" });
  const { userName, staffNo, remark, email, validUntil } = data;
  assert.deepEqual(
    [userName, staffNo, remark, email, validUntil],
    ["新名", user.staffNo, "旧注", "a***@b.cn", dayIn(9)],
  );
  const masked = await edit(me, { ...user, userName: "新名" }, { email: "x***@b.cn", version: 2 });
  assert.equal(masked.msg, "请输入完整的邮箱");
  const blank = await givenMember(app);
  assert.equal((await edit(me, blank, { email: "x***@b.cn" })).msg, "请输入完整的邮箱");
  assert.equal((await edit(me, blank, { staffNo: blank.staffNo, validUntil: dayIn(0) })).msg, "");
  assert.equal((await edit(me, blank, { validUntil: dayIn(-1), version: 2 })).msg, "有效期不能早于今天");
  assert.equal((await edit(me, me.user, { remark: "自己的" })).msg, "");
  assert.equal((await edit(me, me.user, { validUntil: dayIn(5), version: 2 })).msg, "不能操作自己的账号");
  const boss = await givenUser(app, { boolAdmin: true });
  const params = { id: boss.id };
  const shielded = [
    await edit(me, boss, {}),
    await me.call(changePhone, { params, body: { ...because, mobilePhone: freePhone() } }),
    await me.call(unlockUser, { params, body: because }),
    await me.call(deleteUser, { params, query: { version: 1 } }),
    await me.call(enableUser, { params, body: because }),
  ];
  assert.deepEqual([...new Set(shielded.map(({ msg }) => msg))], ["无权操作管理员账号"]);
});

test("AU-R1 the same phone is no change: nobody is signed out", async () => {
  const me = await manager();
  const target = await app.signIn();
  const body = { ...because, mobilePhone: target.user.mobilePhone };
  const { data, msg } = await me.call(changePhone, { params: { id: target.user.id }, body });
  assert.deepEqual([msg, data.version], ["", 1]);
  assert.equal((await target.call(userInfo, {})).success, true);
});

test("AU-R9 authority 3 enabling: the last day itself counts, it is a day of use, and only who slept chooses a new password", async () => {
  const me = await manager();
  const enable = async (status: "DISABLED" | "DORMANT", validUntil?: string) => {
    const user = await givenMember(app, { status, ...(validUntil ? { validUntil } : {}) });
    const { msg } = await me.call(enableUser, { params: { id: user.id }, body: because });
    const { status: now, pwd, woken } = await rowOf(user);
    return [msg, now, pwd, woken !== null, (await app.auditOf(user)).at(-1)?.reason];
  };
  assert.deepEqual(await enable("DISABLED", dayIn(0)), ["", "ACTIVE", false, true, "因故"]);
  assert.deepEqual((await enable("DISABLED", dayIn(-1))).slice(0, 2), ["账号已过有效期，请先修改有效期", "DISABLED"]);
  assert.deepEqual(await enable("DORMANT"), ["", "ACTIVE", true, true, "因故"]);
});

test("AU-R4 unlocking clears what is on the person's phone, number and devices, and nobody else's", async () => {
  const me = await manager();
  const [user, other] = [await givenMember(app), await givenMember(app)];
  const locks = ({ mobilePhone, staffNo }: GivenUser) => [
    ["PHONE", mobilePhone],
    ["STAFF_NO", staffNo],
    ["DEVICE", `d1:${mobilePhone}`],
    ["DEVICE", `d2:${staffNo}`],
    ["IP", mobilePhone],
  ];
  for (const [kind, subject] of [...locks(user), ...locks(other)]) {
    await app.rows(
      "insert into login_guard (subject_kind, subject, window_start, last_failed_at) values ($1, $2, now(), now())",
      [kind, subject],
    );
  }
  assert.equal((await me.call(unlockUser, { params: { id: user.id }, body: because })).msg, "");
  const left = await app.rows<{ kind: string; subject: string }>(
    "select subject_kind as kind, subject from login_guard order by subject_kind, subject",
  );
  assert.deepEqual(
    left.map(({ kind, subject }) => `${kind} ${subject}`).toSorted(),
    [`IP ${user.mobilePhone}`, ...locks(other).map(([kind, subject]) => `${kind} ${subject}`)].toSorted(),
  );
});

test("authority 3 a deleted account takes its posts, roles and sessions with it, and nobody else's; whoever was here stays", async () => {
  const me = await manager();
  const organization = await givenOrganization(app);
  const role = await givenRole(app, { permissionCodes: ["authority:user:list"], dataScope: "SELF" });
  const make = async (columns = "version = 1") => {
    const user = await givenUser(app, { status: "PENDING" });
    const current = await givenMembership(app, { user, organization, roles: [role], isPrimary: true });
    const former = await givenMembership(app, { user, organization, positionName: "旧岗", status: "ENDED" });
    await app.rows("update membership set updated_at = '2020-01-01' where id = $1", [former.id]);
    await app.rows(`update app_user set ${columns} where id = $1`, [user.id]);
    return { user, current, former, session: await app.clientOf(user, [organization.id]) };
  };
  const [one, other] = [await make(), await make()];
  const remove = async ({ id }: GivenUser) =>
    (await me.call(deleteUser, { params: { id }, query: { version: 1 } })).msg;
  const used = "该账号已使用过，只能停用";
  assert.equal(await remove((await make("last_login_at = now()")).user), used);
  assert.equal(await remove((await make("status = 'DISABLED'")).user), used);
  assert.equal(await remove(one.user), "");
  const stateOf = async ({ current, former, session }: typeof one) => {
    const posts = await app.rows(
      "select status, is_primary as primary, updated_at > '2021-01-01' as touched from membership where id = any($1) order by id",
      [[current.id, former.id]],
    );
    const grants = await app.rows("select status from role_grant where membership_id = $1", [current.id]);
    const sessions = await app.rows("select status, end_reason as reason from session where id = $1", [
      session.sessionId,
    ]);
    return [posts, grants, sessions];
  };
  const old = { status: "ENDED", primary: false, touched: false };
  assert.deepEqual(await stateOf(one), [
    [{ status: "ENDED", primary: false, touched: true }, old],
    [{ status: "REVOKED" }],
    [{ status: "ENDED", reason: "DISABLED" }],
  ]);
  assert.deepEqual(await stateOf(other), [
    [{ status: "EFFECTIVE", primary: true, touched: true }, old],
    [{ status: "ACTIVE" }],
    [{ status: "ACTIVE", reason: null }],
  ]);
});

test("AU-R7 the other administrators in service hear who was made one or is one no more; no change is no news", async () => {
  await app.rows("update app_user set bool_admin = false where bool_admin");
  const [me, peer] = [await admin(), await givenUser(app, { boolAdmin: true })];
  const off = await givenUser(app, { boolAdmin: true, status: "DISABLED" });
  const gone = await givenUser(app, { boolAdmin: true });
  await app.rows("update app_user set deleted_at = now() where id = $1", [gone.id]);
  const target = await givenMember(app, { userName: "新管" });
  const turn = (boolAdmin: boolean, version: number) =>
    me.call(setAdmin, { params: { id: target.id }, body: { boolAdmin, userName: "新管", reason: "轮值", version } });
  const heard = async () => {
    const rows = await app.rows<{ userId: string; text: string }>(
      `select user_id as "userId", category || level || title || content || route as text from notice
       where title = '管理员变更' order by created_at`,
    );
    await app.rows("delete from notice");
    return rows.map(({ userId, text }) => [userId, text]).toSorted();
  };
  const words = (content: string) => `SYSTEMWARN管理员变更${content}/AuthorityManagement/UserManagement`;
  const none = await turn(false, 1);
  assert.deepEqual([none.data.version, await heard()], [1, []]);
  assert.equal(await raisesRights(app, () => turn(true, 1)), true);
  const given = words(`${me.user.userName}将新管设为管理员。`);
  assert.deepEqual(
    await heard(),
    [
      [peer.id, given],
      [target.id, given],
    ].toSorted(),
  );
  assert.partialDeepStrictEqual((await app.auditOf(target)).at(-1), { reason: "轮值" });
  assert.equal((await turn(true, 2)).data.version, 2);
  assert.equal((await turn(false, 2)).data.boolAdmin, false);
  assert.deepEqual(await heard(), [[peer.id, words(`${me.user.userName}取消了新管的管理员身份。`)]]);
  assert.equal((await rowOf(off)).admin, true);
});

test("AU-R6 an administrator goes only if another one is left who can work today", async () => {
  const me = await admin();
  const remains = async (columns: string, ...values: unknown[]) => {
    await app.rows("update app_user set bool_admin = false where bool_admin and id <> $1", [me.user.id]);
    const [leaving, other] = [await givenUser(app, { boolAdmin: true }), await givenUser(app, { boolAdmin: true })];
    await app.rows(`update app_user set ${columns} where id = $1`, [other.id, ...values]);
    await app.rows("update app_user set must_change_pwd = true where id = $1", [me.user.id]);
    const { msg } = await me.call(disableUser, { params: { id: leaving.id }, body: because });
    await app.rows("update app_user set must_change_pwd = false where id = $1", [me.user.id]);
    return msg;
  };
  const last = "系统至少保留一名可用的管理员";
  assert.equal(await remains("version = 1"), "");
  assert.equal(await remains("valid_until = $2", dayIn(0)), "");
  assert.equal(await remains("valid_until = $2", dayIn(-1)), last);
  assert.equal(await remains("status = 'DORMANT'"), last);
  assert.equal(await remains("must_change_pwd = true"), last);
  assert.equal(await remains("deleted_at = now()"), last);
  assert.equal(await remains("bool_admin = false"), last);
});

test("AU-R6 changes of administrators happen one after the other, those of other people do not wait", async () => {
  const me = await admin();
  const waits = (act: () => Promise<unknown>) => waitsFor(app, lockAdministrators, act);
  const [one, two, plain] = [
    await givenUser(app, { boolAdmin: true }),
    await givenUser(app, { boolAdmin: true }),
    await givenMember(app),
  ];
  const body = { boolAdmin: true, userName: plain.userName, ...because };
  assert.equal(await waits(() => me.call(disableUser, { params: { id: one.id }, body: because })), true);
  assert.equal(
    await waits(() => me.call(offboardUser, { params: { id: two.id }, body: { ...because, successors: [] } })),
    true,
  );
  assert.equal(await waits(() => me.call(setAdmin, { params: { id: plain.id }, body })), true);
  assert.equal(await waits(() => runSchedule(app, "authority.dormantScan")), true);
  const other = await givenMember(app);
  assert.equal(await waits(() => me.call(disableUser, { params: { id: other.id }, body: because })), false);
});

test("AU-R6 a batch with administrators waits for other changes of administrators before it locks their rows", async () => {
  const me = await admin();
  const [one, plain] = [await givenUser(app, { boolAdmin: true }), await givenMember(app)];
  const lockRow = (tx: Tx) => sql`select 1 from app_user where id = ${one.id} for update nowait`.execute(tx.kysely);
  const waits = (ids: string[], { preview }: typeof batchDisable | typeof batchEnable) =>
    waitsFor(app, lockAdministrators, () => me.call(preview, { body: { ids } }), lockRow);
  assert.equal(await waits([plain.id, one.id], batchDisable), true);
  assert.equal(await waits([plain.id, one.id], batchEnable), true);
  assert.equal(await waits([plain.id], batchDisable), false);
});

test("AU-R3 a reset keeps the former password from being chosen again and is logged with its reason", async () => {
  const me = await manager();
  const user = await givenMember(app);
  const [before] = await app.rows<{ hash: string }>("select password_hash as hash from app_user where id = $1", [
    user.id,
  ]);
  await me.call(resetPassword, { params: { id: user.id }, body: because });
  const kept = await app.rows("select password_hash as hash from password_history where user_id = $1", [user.id]);
  assert.deepEqual(kept, [{ hash: before?.hash }]);
  assert.partialDeepStrictEqual((await app.auditOf(user)).at(-1), { actionName: "重置密码", reason: "因故" });
});

test("authority 3 whoever comes back is awake from that day; only the own leaving that still runs holds it up", async () => {
  const me = await manager();
  const [back, other] = [
    await givenUser(app, { status: "LEFT", boolAdmin: false }),
    await givenUser(app, { status: "LEFT" }),
  ];
  const leaving = (id: string, status: string) =>
    app.rows(
      `insert into offboarding (id, created_at, created_by, updated_at, updated_by, user_id, organization_ids, reason, status,
         finished_at) values ($1, now(), $2, now(), $2, $2, '{}', '离职', $3::text, case $3::text when 'DONE' then now() end)`,
      [newId(), id, status],
    );
  await leaving(other.id, "RUNNING");
  await leaving(back.id, "DONE");
  assert.equal((await me.call(rehireUser, { params: { id: back.id }, body: because })).msg, "");
  const row = await rowOf(back);
  assert.deepEqual([row.status, row.pwd, row.admin, row.woken !== null], ["PENDING", true, false, true]);
});

test("authority 2.1 names in messages: people, the system, interface accounts, and those that nobody knows", async () => {
  const user = await givenUser(app, { userName: "有名" });
  const client = await givenClient(app, await admin(), [offboardUser]);
  const [row] = await app.rows<{ name: string }>("select name from api_client where id = $1", [client.id]);
  const ids = [user.id, systemActor.userId, client.id, newId()];
  const names = await app.arrange((tx) => personNames(tx, ids));
  assert.deepEqual([...names.values()], ["有名", systemActor.name, `接口账号·${row?.name}`, "未知用户"]);
  assert.deepEqual(
    [...(await app.arrange((tx) => personNames(tx, [systemActor.userId])))],
    [[systemActor.userId, systemActor.name]],
  );
  assert.equal(await app.arrange((tx) => personName(tx, user.id)), "有名");
});

test("PF-R52 whatever closes an account signs its person out of the portal as well", async () => {
  const me = await admin();
  const past = new Date(app.now().getTime() - 400 * 86_400_000);
  const ways: Record<string, (user: GivenUser) => Promise<unknown>> = {
    DISABLED: ({ id }) => me.call(disableUser, { params: { id }, body: because }),
    PHONE_CHANGED: ({ id }) => me.call(changePhone, { params: { id }, body: { ...because, mobilePhone: freePhone() } }),
    PWD_RESET: ({ id }) => me.call(resetPassword, { params: { id }, body: because }),
    EXPIRED: async ({ id }) => {
      await app.rows("update app_user set valid_until = $2 where id = $1", [id, dayIn(-1)]);
      await runSchedule(app, "authority.dayTurn");
    },
    DORMANT: async ({ id }) => {
      await app.rows("update app_user set created_at = $2, last_active_at = $2 where id = $1", [id, past]);
      await runSchedule(app, "authority.dormantScan");
    },
  };
  const signOn = async ({ id }: GivenUser) =>
    app.rows(
      `insert into sso_session (id, cookie_hash, user_id, login_method, trace_id, device_name, ip, created_at, last_seen_at,
         idle_expires_at, absolute_expires_at, status)
       values ($1::uuid, sha256($1::uuid::text::bytea), $2, 'SMS', 'trace', '电脑', '10.0.0.1', now(), now(),
         now() + interval '1 day', now() + interval '1 day', 'ACTIVE')`,
      [newId(), id],
    );
  const bystander = await givenMember(app);
  await signOn(bystander);
  const endOf = async ({ id }: GivenUser) =>
    (
      await app.rows<{ reason: string | null }>("select end_reason as reason from sso_session where user_id = $1", [id])
    )[0]?.reason;
  for (const [reason, close] of Object.entries(ways)) {
    const user = await givenMember(app);
    await signOn(user);
    await close(user);
    assert.equal(await endOf(user), reason);
  }
  const leaver = await givenMember(app);
  await signOn(leaver);
  await me.call(offboardUser, { params: { id: leaver.id }, body: { ...because, successors: [] } });
  assert.equal(await endOf(leaver), "DISABLED");
  assert.equal(await endOf(bystander), null);
});
