import assert from "node:assert/strict";
import { test } from "node:test";
import { type BodyInputOf, dayOf } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import { addMembership, editMembership, endMembership, listMemberships } from "../../contract/index.ts";
import {
  type GivenUser,
  givenMembership,
  givenOrganization,
  givenPosition,
  givenRole,
  givenUser,
  testApp,
} from "../testing.ts";
import { raisesRights } from "../testing-waiting.ts";

const app = testApp();
const permissions = ["authority:user:edit", "authority:user:view", "authority:user:list"];
const dayIn = (days: number) => dayOf(new Date(app.now().getTime() + days * 86_400_000));
const position = (name = "顾问") => app.arrange((tx) => givenPosition(tx, name));
type Client = Awaited<ReturnType<typeof app.signIn>>;

async function post(wishes: object = {}): Promise<BodyInputOf<typeof addMembership>> {
  const { id: organizationId } = await givenOrganization(app);
  const base = { organizationId, positionId: await position(), startDate: dayIn(0), endDate: null };
  return { ...base, isPrimary: false, ...wishes };
}
const add = async (by: Client, { id }: { id: string }, wishes: object = {}) =>
  by.call(addMembership, { params: { id }, body: await post(wishes) });
const edit = (by: Client, id: string, body: Partial<BodyInputOf<typeof editMembership>>) => {
  const base = { startDate: dayIn(0), endDate: null, isPrimary: false, version: 1 };
  return by.call(editMembership, { params: { id }, body: { ...base, ...body } });
};
const end = (by: Client, id: string, body: Partial<BodyInputOf<typeof endMembership>> = {}) =>
  by.call(endMembership, { params: { id }, body: { nextPrimaryId: null, reason: "调岗", version: 1, ...body } });
const listOf = async (by: Client, { id }: { id: string }) => (await by.call(listMemberships, { params: { id } })).data;

test("AU-R13 both days count: what lasts one day, what ends today, what touches and what does not", async () => {
  const me = await app.signIn({ permissions });
  const msgOf = async (first: object | null, second: object) => {
    const user = await givenUser(app);
    const one = await post();
    const params = { id: user.id };
    if (first) assert.equal((await me.call(addMembership, { params, body: { ...one, ...first } })).msg, "");
    return (await me.call(addMembership, { params, body: { ...one, ...second } })).msg;
  };
  const days = (from: number, to: number | null) => ({
    startDate: dayIn(from),
    endDate: to === null ? null : dayIn(to),
  });
  const exists = "该任职已存在";
  assert.equal(await msgOf(null, days(5, 5)), "");
  assert.equal(await msgOf(null, days(5, 4)), "结束日期不能早于开始日期");
  assert.equal(await msgOf(null, days(-3, 0)), "");
  assert.equal(await msgOf(null, days(-3, -1)), "结束日期不能早于今天");
  assert.equal(await msgOf(days(20, 30), days(0, 20)), exists);
  assert.equal(await msgOf(days(20, 30), days(0, 19)), "");
  assert.equal(await msgOf(days(0, 10), days(10, null)), exists);
  assert.equal(await msgOf(days(0, 10), days(11, null)), "");
  assert.equal(await msgOf(days(0, null), days(50, 60)), exists);
  assert.equal(await msgOf(days(50, 60), days(0, null)), exists);
  assert.equal(await msgOf(days(20, 30), days(40, 50)), exists, "at most one lies ahead");
  assert.equal(await msgOf(days(0, null), { positionId: await position("别的职位") }), "");
  assert.equal(await msgOf(days(0, null), { organizationId: (await givenOrganization(app)).id }), "");
  const held = await post();
  const former = await givenUser(app);
  const organization = { id: held.organizationId };
  await givenMembership(app, { user: former, organization, positionName: "顾问", status: "ENDED", endDate: dayIn(3) });
  assert.equal((await me.call(addMembership, { params: { id: former.id }, body: held })).msg, "");
});

test("AU-R12 a new post takes the primary place when it is asked for and in force; the log names it", async () => {
  const me = await app.signIn({ permissions });
  const user = await givenUser(app);
  const organization = await givenOrganization(app, { name: "主任职店" });
  const first = (await add(me, user)).data;
  assert.deepEqual([first.isPrimary, first.status, first.version], [true, "EFFECTIVE", 1]);
  const later = (await add(me, user, { startDate: dayIn(3), isPrimary: true })).data;
  assert.deepEqual([later.isPrimary, later.status], [false, "FUTURE"]);
  const next = (await add(me, user, { organizationId: organization.id, isPrimary: true })).data;
  assert.deepEqual(
    (await listOf(me, user)).map(({ id, isPrimary, version }) => [id, isPrimary, version]),
    [
      [next.id, true, 1],
      [first.id, false, 2],
      [later.id, false, 1],
    ],
  );
  const line = (await app.auditOf(user)).at(-1);
  assert.partialDeepStrictEqual(line, { actionName: "新增任职", summary: "主任职店(顾问)", bizType: "appUser" });
});

test("AU-R12 AU-R13 an edit keeps one primary post, moves no beginning that has passed, and brings roles when it begins", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const user = await givenUser(app);
  const role = await givenRole(app, { name: "岗位角色" });
  const positionId = await position("带角色的岗");
  await app.rows("update position set default_role_ids = $2 where id = $1", [positionId, [role.id]]);
  const main = (await add(admin, user)).data;
  const planned = (await add(admin, user, { positionId, startDate: dayIn(9) })).data;
  assert.deepEqual(planned.grants, []);

  const msgOf = async (answer: ReturnType<typeof edit>) => (await answer).msg;
  assert.equal(await msgOf(edit(admin, main.id, { isPrimary: false })), "请将其他任职设为主任职");
  assert.equal(
    await msgOf(edit(admin, main.id, { isPrimary: true, startDate: dayIn(1) })),
    "任职已开始，不能修改开始日期",
  );
  assert.equal(await msgOf(edit(admin, main.id, { isPrimary: true, endDate: dayIn(-1) })), "结束日期不能早于开始日期");
  const ahead = { startDate: dayIn(8), isPrimary: true };
  assert.equal(await msgOf(edit(admin, planned.id, ahead)), "只有在任的任职可以设为主任职");
  assert.equal((await edit(admin, planned.id, { startDate: dayIn(8) })).data.status, "FUTURE");
  let begun = (await edit(admin, planned.id, { startDate: dayIn(0), version: 2 })).data;
  assert.deepEqual(
    [begun.status, begun.isPrimary, begun.grants.map(({ roleName, source }) => [roleName, source])],
    ["EFFECTIVE", false, [["岗位角色", "POSITION"]]],
  );
  const raised = await raisesRights(app, async () => {
    begun = (await edit(admin, planned.id, { isPrimary: true, endDate: dayIn(0), version: begun.version })).data;
  });
  assert.deepEqual([raised, begun.isPrimary, begun.endDate], [true, true, dayIn(0)]);
  const [shown, former] = await listOf(admin, user);
  assert.deepEqual([shown?.id, former?.id, former?.isPrimary, former?.version], [planned.id, main.id, false, 2]);
});

test("AU-R12 ending: the only other post in force becomes primary by itself, of several one is chosen; roles end, days stay in order", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const user = await givenUser(app);
  const role = await givenRole(app);
  const given = async (wishes: object = {}) =>
    (await givenMembership(app, { user, organization: await givenOrganization(app), roles: [role], ...wishes })).id;
  const [main, second, third] = [await given({ isPrimary: true }), await given(), await given()];
  const ahead = await given({ status: "FUTURE", startDate: dayIn(5) });
  const over = await given({ status: "ENDED" });
  const ask = "请选择新的主任职";
  for (const nextPrimaryId of [null, main, ahead, over, newId()]) {
    assert.equal((await end(admin, main, { nextPrimaryId })).msg, ask);
  }
  let ended = (await end(admin, ahead)).data;
  assert.deepEqual([ended.status, ended.endDate, ended.grants], ["ENDED", dayIn(5), []]);
  const raised = await raisesRights(app, async () => {
    ended = (await end(admin, third)).data;
  });
  assert.deepEqual([raised, ended.status, ended.endDate, ended.isPrimary], [true, "ENDED", dayIn(0), false]);
  assert.equal((await end(admin, main, { nextPrimaryId: newId() })).msg, ask);
  assert.equal((await end(admin, main)).msg, "");
  const [left] = await listOf(admin, user);
  assert.deepEqual([left?.id, left?.isPrimary, left?.version, left?.grants.length], [second, true, 2, 1]);
  const active = "select 1 from role_grant g where g.membership_id = any($1) and g.status = 'ACTIVE'";
  assert.equal((await app.rows(active, [[main, third, ahead]])).length, 0);
  const line = (await app.auditOf(user)).at(-1);
  assert.partialDeepStrictEqual(line, { actionName: "结束任职", reason: "调岗", bizType: "appUser" });
  assert.equal((await end(admin, over)).msg, "任职已结束");
});

test("AU-R12 whoever still has a post, and every administrator, stays signed in when one ends", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const statusAfter = async (wishes: { boolAdmin?: boolean }, posts: number) => {
    const user = await givenUser(app, wishes);
    const ids = [];
    for (let n = 0; n < posts; n++) {
      const organization = await givenOrganization(app);
      ids.push((await givenMembership(app, { user, organization, isPrimary: n === 0 })).id);
    }
    const { sessionId } = await app.clientOf(user, []);
    assert.equal((await end(admin, ids[0] ?? "")).msg, "");
    const asked = "select status, end_reason as reason from session where id = $1";
    return Object.values((await app.rows<object>(asked, [sessionId]))[0] ?? {});
  };
  assert.deepEqual(await statusAfter({}, 1), ["ENDED", "NO_ORG"]);
  assert.deepEqual(await statusAfter({}, 2), ["ACTIVE", null]);
  assert.deepEqual(await statusAfter({ boolAdmin: true }, 1), ["ACTIVE", null]);
});

test("AU-R3 AU-R5 AU-R11 whose posts are not changed: the own, an administrator's, the main one of the staff module, of leavers", async () => {
  const me = await app.signIn({ permissions });
  const refusals = async (user: GivenUser, wishes: { isPrimary?: boolean } = {}) => {
    const { isPrimary = false } = wishes;
    const { id } = await givenMembership(app, { user, organization: await givenOrganization(app), isPrimary });
    const since = dayIn(-30);
    const body = { startDate: since, isPrimary };
    const told = [(await add(me, user)).msg, (await edit(me, id, body)).msg];
    const [row] = await app.rows<{ version: number }>("select version from membership where id = $1", [id]);
    return [...told, (await end(me, id, { version: row?.version ?? 0 })).msg];
  };
  const all = (msg: string) => [msg, msg, msg];
  assert.deepEqual(await refusals(me.user), all("不能操作自己的账号"));
  assert.deepEqual(await refusals(await givenUser(app, { boolAdmin: true })), all("无权操作管理员账号"));
  assert.deepEqual(await refusals(await givenUser(app, { status: "LEFT" })), ["该用户已离职，请先办理复职", "", ""]);
  const staff = async () => {
    const user = await givenUser(app);
    await app.rows("update app_user set source = 'STAFF' where id = $1", [user.id]);
    return user;
  };
  const managed = "该账号由员工管理维护";
  const one = await staff();
  assert.deepEqual(await refusals(one), [managed, "", managed], "the first one is the main one");
  const two = await staff();
  assert.deepEqual(await refusals(two, { isPrimary: true }), ["", managed, managed]);
  assert.equal((await add(me, two, { isPrimary: true })).msg, managed);
  const [, other] = await listOf(me, two);
  assert.equal((await edit(me, other?.id ?? "", { isPrimary: true })).msg, managed);
  assert.equal((await end(me, other?.id ?? "")).msg, "");
});

test("authority 3 a post needs a place and a position that are there and in use", async () => {
  const me = await app.signIn({ permissions });
  const user = await givenUser(app);
  const gone = await givenOrganization(app);
  await app.rows("update organization set deleted_at = now() where id = $1", [gone.id]);
  const closed = await position("停用岗");
  await app.rows("update position set status = 'DISABLED' where id = $1", [closed]);
  const both = await position("两类岗");
  await app.rows("update position set org_types = '{CITY,STORE}' where id = $1", [both]);
  const codeOf = async (wishes: object) => (await add(me, user, wishes)).msgCode;
  assert.equal(await codeOf({ organizationId: gone.id }), "COMMON_NOT_FOUND");
  assert.equal(await codeOf({ organizationId: newId() }), "COMMON_NOT_FOUND");
  assert.equal(await codeOf({ positionId: newId() }), "COMMON_NOT_FOUND");
  assert.equal((await add(me, user, { positionId: closed })).msg, "该职位已停用");
  assert.equal(await codeOf({ positionId: both }), "");
});

test("authority 7 posts are shown in their order with the grants that the reader may know; sleeping ones and old grants told apart", async () => {
  const home = await givenOrganization(app, { name: "展示店" });
  const [known, hidden] = [
    await givenRole(app, { name: "可知角色", permissionCodes: ["authority:user:list"], dataScope: "ORG" }),
    await givenRole(app, { name: "不可知角色", permissionCodes: ["authority:role:edit"], dataScope: "ORG" }),
  ];
  const me = await app.signIn({
    permissions: [...permissions, "authority:grant:edit"],
    scope: "ORG",
    organization: home,
  });
  await app.rows(
    `update role set grantable_role_ids = $1 where id in (select g.role_id from role_grant g
       join membership m on m.id = g.membership_id where m.user_id = $2)`,
    [[known.id], me.user.id],
  );
  const user = await givenUser(app);
  const give = (wishes: object) => givenMembership(app, { user, organization: home, ...wishes });
  const asleep = await givenOrganization(app, { status: "DISABLED" });
  const gone = await givenOrganization(app);
  await app.rows("update organization set deleted_at = now() where id = $1", [gone.id]);
  const ended = await give({ positionName: "甲岗", status: "ENDED" });
  const ahead = await give({ positionName: "乙岗", status: "FUTURE", startDate: dayIn(4) });
  const main = await give({ positionName: "丙岗", isPrimary: true, roles: [known, hidden], startDate: dayIn(-9) });
  const newer = await give({ positionName: "丁岗", startDate: dayIn(-1), organization: asleep });
  const older = await give({ positionName: "戊岗", startDate: dayIn(-2), organization: gone });
  const expired = await givenRole(app, { name: "过期角色", permissionCodes: ["authority:user:list"] });
  const past = new Date(app.now().getTime() - 1);
  await app.rows(
    `insert into role_grant (id, created_at, created_by, updated_at, updated_by, membership_id, role_id, valid_from, valid_to,
       granted_by) values (uuidv7(), now(), $1, now(), $1, $2, $3, now() - interval '2 days', $4, $1)`,
    [user.id, main.id, expired.id, past],
  );
  await app.rows("update role_grant set granted_by = $2, reason = '因需' where membership_id = $1 and role_id = $3", [
    main.id,
    me.user.id,
    known.id,
  ]);
  const shown = (list: Awaited<ReturnType<typeof listOf>>) =>
    list.map(({ id, isAsleep, isInReach, grants, otherGrants }) => [
      id,
      isAsleep,
      isInReach,
      grants.length,
      otherGrants,
    ]);
  const list = await listOf(me, user);
  assert.deepEqual(shown(list), [
    [main.id, false, true, 1, 1],
    [newer.id, true, false, 0, 0],
    [older.id, true, false, 0, 0],
    [ahead.id, false, true, 0, 0],
    [ended.id, false, true, 0, 0],
  ]);
  assert.partialDeepStrictEqual(list[0]?.grants, [
    { roleName: "可知角色", source: "DIRECT", reason: "因需", grantedByName: me.user.userName, validTo: null },
  ]);
  const admin = await app.signIn({ boolAdmin: true });
  assert.deepEqual(shown(await listOf(admin, user))[0], [main.id, false, true, 2, 0]);
  const [own] = await listOf(me, me.user);
  assert.deepEqual([own?.grants.length, own?.otherGrants], [1, 0], "the own grants are known");
});
