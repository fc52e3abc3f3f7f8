import assert from "node:assert/strict";
import { test } from "node:test";
import { dayOf, startOfDay, wireTime } from "@ops/platform/contract";
import { getUser, listIdleUsers, listUsers } from "../../contract/index.ts";
import {
  type GivenUser,
  givenMembership,
  givenOrganization,
  givenPosition,
  givenRole,
  givenUser,
  testApp,
} from "../testing.ts";

const app = testApp();
const DAY_MS = 86_400_000;
const dayIn = (days: number) => dayOf(new Date(app.now().getTime() + days * DAY_MS));
const admin = () => app.signIn({ boolAdmin: true });
const set = (user: GivenUser, columns: string, ...values: unknown[]) =>
  app.rows(`update app_user set ${columns} where id = $1`, [user.id, ...values]);
const lock = (kind: string, subject: string, until: Date) =>
  app.rows(
    `insert into login_guard (subject_kind, subject, window_start, last_failed_at, locked_until)
     values ($1, $2, now(), now(), $3) on conflict (subject_kind, subject) do update set locked_until = excluded.locked_until`,
    [kind, subject, until],
  );

/** Finds the names of this test's people, which all begin with the mark. */
async function namesOf(mark: string, query: object): Promise<string> {
  const { data } = await (await admin()).call(listUsers, { query: { pageSize: 100, keyword: mark, ...query } });
  return data.list
    .map(({ userName }) => userName.slice(mark.length))
    .toSorted()
    .join();
}

test("authority 6 a person is shown with what posts, grants, locks and days say of the account", async () => {
  const me = await admin();
  const user = await givenUser(app, { userName: "全貌" });
  const organization = await givenOrganization(app, { name: "全貌店" });
  const [a, b, c] = [
    await givenRole(app, { name: "全貌A" }),
    await givenRole(app, { name: "全貌B" }),
    await givenRole(app, { name: "全貌C" }),
  ];
  const give = (positionName: string, wishes: object) =>
    givenMembership(app, { user, organization, positionName, ...wishes });
  await give("主岗", { isPrimary: true, roles: [b, a] });
  await give("副岗", { roles: [a] });
  await give("未来岗", { status: "FUTURE", startDate: dayIn(5) });
  await give("过去岗", { status: "ENDED", roles: [c] });
  await give("期满岗", { roles: [c], validTo: new Date(app.now().getTime() - 500) });
  const shownOf = async () => (await me.call(getUser, { params: { id: user.id } })).data;
  const first = await shownOf();
  assert.deepEqual(
    [
      first.primaryPost,
      first.membershipCount,
      first.roleNames,
      first.otherRoleCount,
      first.lockedUntil,
      first.idleDays,
    ],
    ["全貌店(主岗)", 4, ["全貌A", "全貌B"], 0, null, 0],
  );
  const [soon, late] = [new Date(app.now().getTime() + 60_000), new Date(app.now().getTime() + 120_000)];
  await lock("PHONE", user.mobilePhone, soon);
  await lock("STAFF_NO", user.staffNo, late);
  await lock("DEVICE", user.staffNo, new Date(app.now().getTime() + 999_000));
  assert.equal((await shownOf()).lockedUntil, wireTime(late));
  await lock("STAFF_NO", user.staffNo, new Date(app.now().getTime() - 1000));
  assert.equal((await shownOf()).lockedUntil, wireTime(soon));
  await lock("PHONE", user.mobilePhone, late);
  await lock("STAFF_NO", user.staffNo, soon);
  assert.equal((await shownOf()).lockedUntil, wireTime(late));
  const ago = (days: number) => new Date(app.now().getTime() - days * DAY_MS);
  await set(user, "created_at = $2, last_active_at = null, reactivated_at = null", ago(30));
  assert.equal((await shownOf()).idleDays, 30);
  await set(user, "last_active_at = $2", ago(20));
  assert.equal((await shownOf()).idleDays, 20);
  await set(user, "reactivated_at = $2", ago(10));
  assert.equal((await shownOf()).idleDays, 10);
  await set(user, "last_active_at = $2", startOfDay(dayIn(0)));
  assert.equal((await shownOf()).idleDays, 0);
});

test("AU-R15 readers see the names of all roles that they hold themselves", async () => {
  const permissions = ["authority:user:list", "authority:user:view"];
  const me = await app.signIn({ permissions, scope: "ORG" });
  const { data } = await me.call(getUser, { params: { id: me.user.id } });
  assert.deepEqual([data.roleNames.length, data.otherRoleCount], [1, 0]);
});

test("authority 5.1 people are found by where and as what they work, by the roles they hold, not by what has ended", async () => {
  const [city, other] = [await givenOrganization(app, { type: "CITY" }), await givenOrganization(app)];
  const store = await givenOrganization(app, { parent: city });
  const role = await givenRole(app);
  const person = async (name: string, organization: { id: string }, positionName: string, wishes: object = {}) => {
    const user = await givenUser(app, { userName: `工作${name}` });
    return { user, ...(await givenMembership(app, { user, organization, positionName, ...wishes })) };
  };
  await person("a", city, "寻岗", { roles: [role] });
  await person("b", store, "寻岗");
  await person("c", store, "另岗", { status: "FUTURE", startDate: dayIn(3), roles: [role] });
  await person("d", city, "寻岗", { status: "ENDED", roles: [role] });
  await person("e", other, "寻岗", { roles: [role], validTo: new Date(app.now().getTime() - 500) });
  const { id: revoked } = await person("f", other, "另岗", { roles: [role] });
  await app.rows("update role_grant set status = 'REVOKED' where membership_id = $1", [revoked]);
  const positionId = await app.arrange((tx) => givenPosition(tx, "寻岗"));
  const found = (query: object) => namesOf("工作", query);
  assert.equal(await found({}), "a,b,c,d,e,f");
  assert.equal(await found({ organizationId: city.id }), "a,b,c");
  assert.equal(await found({ organizationId: city.id, withChildren: "0" }), "a");
  assert.equal(await found({ positionId }), "a,b,e");
  assert.equal(await found({ organizationId: store.id, positionId }), "b");
  assert.equal(await found({ roleId: role.id }), "a,c");
});

test("authority 5.1 people are found by locks, last sign-in and last day", async () => {
  const given = async (name: string, columns = "version = 1", ...values: unknown[]) => {
    const user = await givenUser(app, { userName: `状态${name}` });
    await set(user, columns, ...values);
    return user;
  };
  const [phone, number, over] = [await given("p"), await given("s"), await given("o")];
  await lock("PHONE", phone.mobilePhone, new Date(app.now().getTime() + 60_000));
  await lock("STAFF_NO", number.staffNo, new Date(app.now().getTime() + 60_000));
  await lock("PHONE", over.mobilePhone, new Date(app.now().getTime() - 1000));
  await lock("IP", over.mobilePhone, new Date(app.now().getTime() + 60_000));
  const found = (query: object) => namesOf("状态", query);
  assert.equal(await found({ isLocked: "1" }), "p,s");
  assert.equal(await found({ isLocked: "0" }), "o");
  await given("l", "last_login_at = $2", startOfDay("2026-03-05"));
  await given("m", "last_login_at = $2", startOfDay("2026-03-06"));
  assert.equal(await found({ lastLoginAt: "2026-03-05,2026-03-05" }), "l");
  await given("v", "valid_until = '2031-05-05'");
  await given("w", "valid_until = '2031-05-07'");
  assert.equal(await found({ validUntil: "2031-05-05,2031-05-06" }), "v");
  assert.equal(await found({ validUntil: "2031-05-06,2031-05-07" }), "w");
  assert.equal(await found({ validUntil: "2031-05-04,2031-05-08" }), "v,w");
});

test("authority 9 the figures of accounts: not LEFT, used in 30 days, initial password older than 3 days", async () => {
  const ago = (days: number, ms = 0) => new Date(app.now().getTime() - days * DAY_MS - ms);
  const given = async (name: string, columns: string, ...values: unknown[]) =>
    set(await givenUser(app, { userName: `指标${name}` }), columns, ...values);
  await given("a", "last_active_at = $2", ago(30, -60_000));
  await given("b", "last_active_at = $2", ago(30, 60_000));
  await given("c", "last_active_at = now(), status = 'LEFT'");
  await given("d", "must_change_pwd = true, created_at = $2", ago(3, 60_000));
  await given("e", "must_change_pwd = true, created_at = $2", ago(3, -60_000));
  await given("f", "must_change_pwd = false, created_at = $2", ago(9));
  const found = (figure: string) => namesOf("指标", { figure });
  assert.equal(await found("PRESENT"), "a,b,d,e,f");
  assert.equal(await found("ACTIVE"), "a");
  assert.equal(await found("INITIAL_PASSWORD"), "d");
});

test("AU-R9 idle accounts by their days, those in use or asleep only, oldest first", async () => {
  const me = await admin();
  const organization = await givenOrganization(app);
  const given = async (name: string, days: number, columns = "version = 1") => {
    const user = await givenUser(app, { userName: `闲${name}` });
    const then = new Date(startOfDay(dayIn(-days)).getTime() + DAY_MS - 1);
    await set(user, "created_at = $2, last_active_at = null", then);
    await set(user, columns);
    return user;
  };
  for (const days of [44, 45, 59, 60, 179, 180]) await given(`${days}`, days);
  await given("睡", 70, "status = 'DORMANT'");
  await given("停", 70, "status = 'DISABLED'");
  await given("新", 70, "status = 'PENDING'");
  await given("活", 70, "last_active_at = now()");
  await given("醒", 70, "reactivated_at = now()");
  const placed = await given("店70", 70);
  await givenMembership(app, { user: placed, organization });
  const found = async (query: object) =>
    (await me.call(listIdleUsers, { query: { pageSize: 100, keyword: "闲", ...query } })).data.list.map(
      ({ userName }) => userName.slice(1),
    );
  const longest = ["180", "179", "睡", "店70", "60"];
  assert.deepEqual(await found({}), [...longest, "59", "45"]);
  assert.deepEqual(await found({ idle: "45-59" }), ["59", "45"]);
  assert.deepEqual(await found({ idle: "60+" }), longest);
  assert.deepEqual(await found({ idle: "180+" }), ["180"]);
  assert.deepEqual(await found({ organizationId: organization.id }), ["店70"]);
  assert.deepEqual(await found({ keyword: "闲59" }), ["59"]);
});
