import assert from "node:assert/strict";
import { test } from "node:test";
import { dayOf } from "@ops/platform/contract";
import { newId, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { editUser, listUsers, modifyPassword } from "../../contract/index.ts";
import { CAPTCHA_ANSWER, givenOrganization, givenRole, testApp } from "../testing.ts";
import { runSchedule } from "../testing-schedules.ts";
import { firstPasswordJob } from "./first-password.ts";
import * as kept from "./keep.ts";
import { accountsIdleSince, accountsOf, findAccountByPhone, partnerRoles } from "./look.ts";

const app = testApp();
let made = 0;

async function givenKept(wishes: { permissionCodes?: string[]; dataScope?: "ALL" | "ORG_TREE" | "CUSTOM" } = {}) {
  const region = await givenOrganization(app, { type: "REGION" });
  const company = await givenOrganization(app, { type: "PARTNER", parent: region });
  const role = await givenRole(app, {
    permissionCodes: wishes.permissionCodes ?? ["authority:user:list"],
    dataScope: wishes.dataScope ?? "ORG_TREE",
  });
  await app.rows("update role set partner_kinds = '{AGENT}' where id = $1", [role.id]);
  const n = ++made;
  const account = {
    userType: "PARTNER",
    name: `伙伴员工${n}`,
    phone: `1370000${String(n).padStart(4, "0")}`,
    staffNo: `HBY${String(n).padStart(7, "0")}`,
    organizationId: company.id,
    fenceOrganizationId: company.id,
    roleIds: [role.id],
    validUntil: "2099-12-31",
  } as const satisfies kept.KeptAccount;
  const { userId } = await app.arrange((tx) => kept.openAccount(tx, account));
  return { userId, account, company, region, role };
}

/** Runs the job and reads the password where the person would: in the message. */
async function firstPassword(userId: string, phone: string): Promise<string> {
  await firstPasswordJob(app.authority.context).run({ step: (act) => app.arrange(act) }, { userId });
  const [message] = await app.rows<{ params: { password: string } }>(
    "select params from sms_outbox where mobile_phone = $1 order by id desc limit 1",
    [phone],
  );
  return message?.params.password ?? "";
}

async function clientOf(given: Awaited<ReturnType<typeof givenKept>>) {
  const { userId, account, company } = given;
  const { name: userName, phone: mobilePhone, staffNo } = account;
  return app.clientOf({ id: userId, userName, mobilePhone, staffNo, version: 1 }, [company.id]);
}

test("AU-R58 the account of an outsider lasts a year at most and opens with a password that came by message", async () => {
  const { userId, account } = await givenKept();
  const before = await app.login({ mobilePhone: account.phone, password: "-", verifyCode: CAPTCHA_ANSWER });
  assert.equal(before.success, false);
  const password = await firstPassword(userId, account.phone);
  const { success, data } = await app.login({ mobilePhone: account.phone, password });
  assert.deepEqual([success, data.changePwdStatus], [true, true]); // it has to be changed
  const [row] = await app.rows<{ validUntil: string; userType: string; source: string }>(
    'select valid_until::text as "validUntil", user_type, source from app_user where id = $1',
    [userId],
  );
  assert.ok((row?.validUntil ?? "") > dayOf(app.now()) && (row?.validUntil ?? "") < "2099");
  assert.deepEqual([row?.userType, row?.source], ["PARTNER", "STAFF"]);
});

test("AU-R58 nothing outside the fence is in scope, whatever a role says and wherever it is held", async () => {
  const given = await givenKept();
  const { userId, company, region, role } = given;
  const client = await clientOf(given);
  const seen = async () => {
    const { data } = await client.call(listUsers, { query: { pageSize: 100 } });
    return data.list.map(({ id }) => id);
  };
  const neighbour = await givenKept(); // of another region
  assert.deepEqual(await seen(), [userId]);
  await app.rows("update role set data_scope = 'ALL' where id = $1", [role.id]);
  await app.arrange((tx) => kept.setAccountReadOnly(tx, userId, false)); // any change that makes the node read the rights again
  await app.rows("update permission_version set value = value + 1");
  app.passTime(2);
  assert.deepEqual(await seen(), [userId]);
  const custom = [
    { orgId: neighbour.company.id, withChildren: true },
    { orgId: region.id, withChildren: false },
  ];
  await app.rows("update role set data_scope = 'CUSTOM', custom_orgs = $2 where id = $1", [
    role.id,
    JSON.stringify(custom),
  ]);
  await app.rows("update permission_version set value = value + 1");
  app.passTime(2);
  assert.deepEqual(await seen(), []);
  const wider = [{ orgId: region.id, withChildren: true }];
  await app.rows("update role set custom_orgs = $2 where id = $1", [role.id, JSON.stringify(wider)]);
  await app.rows("update permission_version set value = value + 1");
  app.passTime(2);
  assert.deepEqual(await seen(), [userId]);
  assert.ok(company.path.startsWith(region.path));
});

test("kept accounts: frozen is out at once and says why; what it was stays as it was", async () => {
  const given = await givenKept();
  const { userId, account } = given;
  const client = await clientOf(given);
  const password = await firstPassword(userId, account.phone);
  // everything is as before, except the instant from which days without a sign-in count
  const facts = () =>
    app.rows(
      "select to_jsonb(u) - '{version,updated_at,reactivated_at}'::text[] as row from app_user u where id = $1",
      [userId],
    );
  const before = await facts();
  await app.arrange((tx) => kept.freezeAccount(tx, userId, "合作暂停"));
  assert.equal((await client.call(listUsers, { query: {} })).status, 401);
  assert.match((await app.login({ mobilePhone: account.phone, password })).msg, /^账号已冻结：合作暂停/);
  await app.arrange((tx) => kept.unfreezeAccount(tx, userId));
  assert.deepEqual(await facts(), before);
  assert.equal((await app.login({ mobilePhone: account.phone, password })).success, true);
});

test("kept accounts: read-only looks and changes nothing but the own password", async () => {
  const given = await givenKept({ permissionCodes: ["authority:user:list", "authority:user:edit"] });
  const client = await clientOf(given);
  await app.arrange((tx) => kept.setAccountReadOnly(tx, given.userId, true));
  assert.equal((await client.call(listUsers, { query: {} })).success, true);
  const body = { userName: "别人", version: 1 };
  const refused = await client.call(editUser, { params: { id: given.userId }, body });
  assert.deepEqual([refused.msgCode, refused.msg], ["ACCOUNT_READ_ONLY", "您的账号为只读，只能查看，不能操作"]);
  const own = await client.call(modifyPassword, { body: { password: "x", newPassword: "y" } });
  assert.notEqual(own.msgCode, "ACCOUNT_READ_ONLY");
  await app.arrange((tx) => kept.setAccountReadOnly(tx, given.userId, false));
  assert.notEqual((await client.call(editUser, { params: { id: given.userId }, body })).msgCode, "ACCOUNT_READ_ONLY");
});

test("kept accounts: closed ends posts and roles, and opens again for the same person", async () => {
  const { userId, account, role } = await givenKept();
  await app.arrange((tx) => kept.closeAccount(tx, userId));
  await app.arrange((tx) => kept.closeAccount(tx, userId)); // told twice
  const counts = () =>
    app.rows(
      `select u.status, count(m.id) filter (where m.status <> 'ENDED')::int as posts,
         count(g.id) filter (where g.status = 'ACTIVE')::int as roles
       from app_user u left join membership m on m.user_id = u.id left join role_grant g on g.membership_id = m.id
       where u.id = $1 group by u.status`,
      [userId],
    );
  assert.deepEqual(await counts(), [{ status: "LEFT", posts: 0, roles: 0 }]);
  await app.arrange((tx) => kept.reopenAccount(tx, userId, { ...account, roleIds: [role.id] }));
  assert.deepEqual(await counts(), [{ status: "PENDING", posts: 1, roles: 1 }]);
});

const rowOf = async (userId: string) =>
  (
    await app.rows<Record<string, unknown>>(
      `select user_name as name, mobile_phone as phone, valid_until::text as until, status, password_hash = '-' as unset,
         must_change_pwd as fresh, frozen_reason as frozen, read_only as "readOnly", reactivated_at as "backAt",
         fence_org_id as fence from app_user where id = $1`,
      [userId],
    )
  )[0];
const postsOf = (userId: string) =>
  app.rows(
    `select m.organization_id as place, m.status, p.name as position, m.is_primary as "isPrimary", m.start_date::text as start,
       array(select r.id from role_grant g join role r on r.id = g.role_id where g.membership_id = m.id
         and g.status = 'ACTIVE' order by r.id) as roles
     from membership m join position p on p.id = m.position_id where m.user_id = $1 order by m.created_at, m.id`,
    [userId],
  );
const queuedFor = async (userId: string) =>
  (await app.rows("select from pgboss.job where name = 'authority.firstPassword' and data->>'userId' = $1", [userId]))
    .length;
const opened = { status: "PENDING", unset: true, fresh: true, frozen: null, readOnly: false };
const yearAhead = () => `${app.now().getFullYear() + 1}${dayOf(app.now()).slice(4)}`;

test("AU-R58 an account that is opened, closed and opened again: name, phone, last day, post, roles, password", () =>
  app.holdTime(async () => {
    const { userId, account, company, role } = await givenKept();
    const start = dayOf(app.now());
    const post = { place: company.id, position: "外部人员", isPrimary: true, start };
    assert.deepEqual(await postsOf(userId), [{ ...post, status: "EFFECTIVE", roles: [role.id] }]);
    const first = { name: account.name, phone: account.phone, until: yearAhead(), backAt: null, fence: company.id };
    assert.deepEqual(await rowOf(userId), { ...opened, ...first });
    assert.equal(await queuedFor(userId), 1);
    const grants = await app.rows("select reason, source from role_grant where role_id = $1", [role.id]);
    assert.deepEqual(grants, [{ reason: "伙伴员工", source: "DIRECT" }]);
    await app.arrange((tx) => kept.freezeAccount(tx, userId, "暂停"));
    await app.arrange((tx) => kept.setAccountReadOnly(tx, userId, true));
    await app.arrange((tx) => kept.closeAccount(tx, userId));
    await app.rows("delete from pgboss.job where name = 'authority.firstPassword'");
    const other = await givenKept();
    const again = { ...account, name: "回来的人", validUntil: dayOf(app.now()), fenceOrganizationId: other.company.id };
    const reopen = (phone: string) => app.arrange((tx) => kept.reopenAccount(tx, userId, { ...again, phone }));
    await assert.rejects(reopen(other.account.phone), { message: "手机号已存在" });
    await app.rows("update app_user set must_change_pwd = false, password_hash = 'x' where id = $1", [userId]);
    await reopen(account.phone);
    assert.deepEqual(await rowOf(userId), {
      name: "回来的人",
      phone: account.phone,
      ...opened,
      until: start,
      backAt: app.now(),
      fence: other.company.id,
    });
    assert.deepEqual(await postsOf(userId), [
      { ...post, status: "ENDED", isPrimary: false, roles: [] },
      { ...post, status: "EFFECTIVE", roles: [role.id] },
    ]);
    assert.equal(await queuedFor(userId), 1);
  }));

test("kept accounts: a new password, phone or place ends the sessions; a new name or last day does not", async () => {
  const given = await givenKept();
  const { userId, account, company, role } = given;
  const neighbour = await clientOf(await givenKept());
  const endedBy = async (act: (tx: Tx) => Promise<unknown>) => {
    const client = await clientOf(given);
    await app.rows("delete from pgboss.job where name = 'authority.firstPassword'");
    await app.arrange(act);
    app.passTime(10); // after a move, what was under way is read to its end
    const { status, msgCode } = await client.call(listUsers, { query: {} });
    return [status, msgCode, await queuedFor(userId)];
  };
  const change = (changes: Parameters<typeof kept.changeAccount>[2]) => (tx: Tx) =>
    kept.changeAccount(tx, userId, changes);
  assert.deepEqual(await endedBy(change({ name: "改名", validUntil: "2099-01-01" })), [200, "", 0]);
  assert.partialDeepStrictEqual(await rowOf(userId), { name: "改名", phone: account.phone, until: yearAhead() });
  assert.deepEqual(await endedBy(change({ phone: account.phone })), [200, "", 0]);
  assert.deepEqual(await endedBy(change({ phone: "13788880001" })), [401, "SESSION_PHONE_CHANGED", 0]);
  assert.partialDeepStrictEqual(await rowOf(userId), { name: "改名", phone: "13788880001", until: yearAhead() });
  const taken = (await givenKept()).account.phone;
  await assert.rejects(app.arrange(change({ phone: taken })), { message: "手机号已存在" });
  await app.rows("update app_user set must_change_pwd = false, password_hash = 'x' where id = $1", [userId]);
  const reset = await endedBy((tx) => kept.resetAccountPassword(tx, userId));
  assert.deepEqual(reset, [401, "SESSION_PWD_RESET", 1]);
  assert.partialDeepStrictEqual(await rowOf(userId), { unset: true, fresh: true });
  const frozen = await endedBy((tx) => kept.freezeAccount(tx, userId, "暂停"));
  assert.deepEqual(frozen, [401, "SESSION_DISABLED", 0]);
  await app.arrange((tx) => kept.unfreezeAccount(tx, userId));

  const branch = await givenOrganization(app, { type: "STORE", parent: company });
  const second = await givenRole(app, { permissionCodes: ["authority:user:list"], dataScope: "ORG" });
  await app.rows("update role set partner_kinds = '{AGENT}' where id = $1", [second.id]);
  const moved = await endedBy((tx) =>
    kept.moveAccount(tx, userId, { organizationId: branch.id, roleIds: [second.id] }),
  );
  assert.deepEqual(moved, [401, "SESSION_ORG_SWITCH", 0]);
  assert.partialDeepStrictEqual(await postsOf(userId), [
    { place: company.id, status: "ENDED", roles: [] },
    { place: branch.id, status: "EFFECTIVE", isPrimary: true, roles: [second.id] },
  ]);
  const both = [role.id, second.id].toSorted();
  await app.arrange((tx) => kept.setAccountRoles(tx, userId, both));
  assert.partialDeepStrictEqual(await postsOf(userId), [
    { place: company.id, status: "ENDED", roles: [] },
    { place: branch.id, status: "EFFECTIVE", roles: both },
  ]);
  await app.arrange((tx) => kept.setAccountRoles(tx, userId, []));
  assert.partialDeepStrictEqual((await postsOf(userId)).at(-1), { roles: [] });
  await assert.rejects(
    app.arrange((tx) => kept.setAccountRoles(tx, userId, [newId()])),
    { message: "角色「」不能授予伙伴员工" },
  );
  await app.rows("update role set status = 'DISABLED' where id = $1", [second.id]);
  await assert.rejects(
    app.arrange((tx) => kept.setAccountRoles(tx, userId, [second.id])),
    { message: `角色「${second.name}」已停用` },
  );
  assert.equal((await neighbour.call(listUsers, { query: {} })).status, 200);
});

test("kept accounts: who is looked at and which roles are on offer", () =>
  app.holdTime(async () => {
    const [one, other] = [await givenKept(), await givenKept()];
    await app.arrange((tx) => kept.freezeAccount(tx, one.userId, "暂停"));
    await app.rows("update app_user set last_login_at = $2 where id = $1", [one.userId, app.now()]);
    const view = await app.arrange((tx) => accountsOf(tx, [one.userId]));
    const facts = { status: "PENDING", lastLoginAt: app.now(), isReadOnly: false, frozenReason: "暂停" };
    assert.deepEqual([...view], [[one.userId, facts]]);
    assert.equal((await app.arrange((tx) => accountsOf(tx, []))).size, 0);
    const find = () => app.arrange((tx) => findAccountByPhone(tx, other.account.phone));
    const found = { id: other.userId, userName: other.account.name, userType: "PARTNER", isKept: true };
    assert.deepEqual(await find(), found);
    await app.rows("update app_user set deleted_at = now() where id = $1", [other.userId]);
    assert.equal(await find(), null);
    const marked = async (name: string, kinds: string, change = "") => {
      const { id } = await givenRole(app, { name });
      await app.rows(`update role set partner_kinds = $2 ${change} where id = $1`, [id, kinds]);
    };
    await marked("名单乙", "{SOMETHING,ELSE}");
    await marked("名单甲", "{SOMETHING}");
    await marked("名单他", "{OTHER}");
    await marked("名单停", "{SOMETHING}", ", status = 'DISABLED'");
    await marked("名单删", "{SOMETHING}", ", deleted_at = now()");
    const offered = await app.arrange((tx) => partnerRoles(tx, ["SOMETHING"]));
    assert.deepEqual(offered.map(({ name, partnerKinds }) => [name, ...partnerKinds]).toSorted(), [
      ["名单乙", "SOMETHING", "ELSE"],
      ["名单甲", "SOMETHING"],
    ]);
    const since = new Date(app.now().getTime() - 60 * 86_400_000);
    const idle = async () => {
      const { rows } = await app.arrange((tx) => sql<{ id: string }>`${accountsIdleSince(since)}`.execute(tx.kysely));
      return rows.some(({ id }) => id === one.userId);
    };
    const before = new Date(since.getTime() - 1);
    const cases: [login: Date | null, back: Date | null, made: Date, isIdle: boolean][] = [
      [before, null, before, true],
      [since, null, before, false],
      [null, null, since, false],
      [null, before, since, true],
      [before, since, before, false],
    ];
    for (const [login, back, made, isIdle] of cases) {
      const times = [one.userId, login, back, made];
      await app.rows(
        "update app_user set last_login_at = $2, reactivated_at = $3, created_at = $4 where id = $1",
        times,
      );
      assert.equal(await idle(), isIdle, `${login} ${back} ${made}`);
    }
  }));

test("kept accounts: only roles marked 可授予伙伴, enabled and without 全部 are given; people of the brand are out of reach", async () => {
  const { userId, role } = await givenKept();
  const unmarked = await givenRole(app, { permissionCodes: [], dataScope: "ORG" });
  const give = (roleId: string) => app.arrange((tx) => kept.setAccountRoles(tx, userId, [roleId]));
  await assert.rejects(give(unmarked.id), { message: `角色「${unmarked.name}」不能授予伙伴员工` });
  await app.rows("update role set data_scope = 'ALL' where id = $1", [role.id]);
  await assert.rejects(give(role.id), { message: "外部人员不能授予全部数据范围" });
  const names = await app.arrange((tx) => partnerRoles(tx, ["AGENT"]));
  assert.ok(names.some(({ id }) => id === role.id) && !names.some(({ id }) => id === unmarked.id));
  const refusesToTouch = (id: string) =>
    assert.rejects(
      app.arrange((tx) => kept.freezeAccount(tx, id, "越权")),
      /not an account that another module keeps/,
    );
  await refusesToTouch((await app.signIn()).user.id);
  for (const change of ["source = 'MANUAL'", "user_type = 'INTERNAL'", "bool_admin = true"]) {
    const { userId: id } = await givenKept();
    await app.rows(`update app_user set ${change} where id = $1`, [id]);
    await refusesToTouch(id);
  }
});

const isIdle = (userId: string): Promise<boolean> =>
  app.arrange(async (tx) => {
    const since = new Date(tx.now.getTime() - 60 * 86_400_000);
    const { rows } = await sql<{ id: string }>`${accountsIdleSince(since)}`.execute(tx.kysely);
    return rows.some(({ id }) => id === userId);
  });

test("kept accounts: idle ones are found by their last sign-in, or by when they were opened", async () => {
  const { userId } = await givenKept();
  assert.equal(await isIdle(userId), false);
  await app.rows("update app_user set created_at = now() - interval '61 days' where id = $1", [userId]);
  assert.equal(await isIdle(userId), true);
  const view = await app.arrange((tx) => accountsOf(tx, [userId]));
  assert.deepEqual(view.get(userId)?.isReadOnly, false);
});

test("AU-R9 accounts that a module keeps never sleep: it freezes them itself, and from an unfreezing on the days count anew", async () => {
  const { userId } = await givenKept();
  await app.rows("update app_user set status = 'ACTIVE', created_at = now() - interval '400 days' where id = $1", [
    userId,
  ]);
  await app.arrange((tx) => kept.freezeAccount(tx, userId, "合作暂停"));
  await runSchedule(app, "authority.dormantScan");
  await app.arrange((tx) => kept.unfreezeAccount(tx, userId));
  await runSchedule(app, "authority.dormantScan");
  const view = await app.arrange((tx) => accountsOf(tx, [userId]));
  assert.equal(view.get(userId)?.status, "ACTIVE");
  assert.equal(await isIdle(userId), false);
});

test("kept accounts: a closed one gives its phone up, under the same mask; one in use does not", async () => {
  const { userId, account } = await givenKept();
  const release = () => app.arrange((tx) => kept.releasePhone(tx, userId));
  await assert.rejects(release(), /only a closed account/);
  await app.arrange((tx) => kept.closeAccount(tx, userId));
  await release();
  assert.equal(await app.arrange((tx) => findAccountByPhone(tx, account.phone)), null);
  const heir = (await app.arrange((tx) => kept.openAccount(tx, { ...account, staffNo: `${account.staffNo}X` }))).userId;
  const office = await app.signIn({ permissions: ["authority:user:list"], scope: "ALL" });
  const { data } = await office.call(listUsers, { query: { keyword: account.name, pageSize: 100 } });
  const shown = data.list.flatMap(({ id, mobilePhone }) => ([userId, heir].includes(id) ? [mobilePhone] : []));
  const mask = `137****${account.phone.slice(-4)}`;
  assert.deepEqual(shown, [mask, mask]);
  await app.arrange((tx) => kept.reopenAccount(tx, userId, { ...account, phone: "13799990001" })); // the person comes back with another phone
});

test("kept accounts: more are asked for at once than a statement has parameters", async () => {
  const { userId } = await givenKept();
  const ids = [userId, ...Array.from({ length: 70_000 }, newId)];
  await app.arrange(async (tx) => {
    assert.equal((await accountsOf(tx, ids)).size, 1);
  });
});
