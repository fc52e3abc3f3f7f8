import assert from "node:assert/strict";
import { test } from "node:test";
import { type BodyInputOf, dayOf } from "@ops/platform/contract";
import {
  addMembership,
  createUser,
  editMembership,
  endMembership,
  listMemberships,
  listUsers,
  userInfo,
} from "../../contract/index.ts";
import {
  givenMember,
  givenMembership,
  givenOrganization,
  givenPosition,
  givenRole,
  givenUser,
  testApp,
} from "../testing.ts";
import { runSchedule } from "../testing-schedules.ts";

const app = testApp();
const permissions = ["authority:user:edit", "authority:user:view", "authority:user:list"];
const editor = () => app.signIn({ permissions });
const dayIn = (days: number) => dayOf(new Date(app.now().getTime() + days * 86_400_000));
const position = (name = "顾问") => app.arrange((tx) => givenPosition(tx, name));

async function post(wishes: object = {}): Promise<BodyInputOf<typeof addMembership>> {
  const organization = await givenOrganization(app);
  const endDate: string | null = null;
  const base = { organizationId: organization.id, positionId: await position(), startDate: dayIn(0), endDate };
  return { ...base, isPrimary: false, ...wishes };
}

test("AU-R12 the first membership becomes the primary one; there is exactly one, whoever sets it", async () => {
  const me = await editor();
  const user = await givenUser(app);
  const add = async (wishes: object = {}) =>
    (await me.call(addMembership, { params: { id: user.id }, body: await post(wishes) })).data;

  const first = await add();
  assert.deepEqual([first.isPrimary, first.status], [true, "EFFECTIVE"]);
  const second = await add();
  assert.equal(second.isPrimary, false);
  const { startDate, endDate, version } = second;
  const body = { startDate, endDate, isPrimary: true, version };
  assert.equal((await me.call(editMembership, { params: { id: second.id }, body })).data.isPrimary, true);
  const all = (await me.call(listMemberships, { params: { id: user.id } })).data;
  assert.deepEqual(
    all.map(({ id, isPrimary }) => [id, isPrimary]),
    [
      [second.id, true],
      [first.id, false],
    ],
  );
});

test("AU-R12 ending the primary membership asks for the next one; without any, the person is signed out", async () => {
  // only an administrator may grant the role that comes with these posts
  const me = await app.signIn({ boolAdmin: true });
  const target = await app.signIn();
  const id = target.user.id;
  const add = async () => (await me.call(addMembership, { params: { id }, body: await post() })).data.id;
  const [second, third] = [await add(), await add()];
  const [first] = (await me.call(listMemberships, { params: { id } })).data;
  const end = async (membershipId: string, nextPrimaryId: string | null) => {
    const list = (await me.call(listMemberships, { params: { id } })).data;
    const version = list.find((membership) => membership.id === membershipId)?.version ?? 0;
    return me.call(endMembership, { params: { id: membershipId }, body: { nextPrimaryId, reason: "调岗", version } });
  };

  const asked = await end(first?.id ?? "", null);
  assert.deepEqual([asked.msgCode, asked.msg], ["MEMBERSHIP_NEXT_PRIMARY", "请选择新的主任职"]);
  assert.equal((await end(first?.id ?? "", third)).data.status, "ENDED");
  assert.equal((await end(second, null)).success, true);
  assert.equal((await end(third, null)).success, true);
  assert.equal((await target.call(userInfo, {})).msgCode, "SESSION_NO_ORG");
  assert.equal((await app.login({ mobilePhone: target.user.mobilePhone })).msg, "您没有可用的组织，请联系管理员");
  assert.equal((await end(third, null)).msg, "任职已结束");
});

test("AU-R13 dates are in order, the same post does not overlap, 20 are the most", async () => {
  const me = await editor();
  const user = await givenUser(app);
  const params = { id: user.id };
  const one = await post({ startDate: dayIn(0), endDate: dayIn(10) });
  const msgOf = async (body: typeof one) => (await me.call(addMembership, { params, body })).msg;

  assert.equal(await msgOf({ ...one, endDate: dayIn(-1) }), "结束日期不能早于开始日期");
  assert.equal(await msgOf({ ...one, startDate: dayIn(-9), endDate: dayIn(-2) }), "结束日期不能早于今天");
  assert.equal(await msgOf(one), "");
  assert.equal(await msgOf({ ...one, startDate: dayIn(10), endDate: null }), "该任职已存在");
  assert.equal(await msgOf({ ...one, startDate: dayIn(11), endDate: null }), "");
  for (let n = 0; n < 18; n++) assert.equal(await msgOf(await post()), "");
  assert.equal(await msgOf(await post()), "每人最多20个任职");
});

test("AU-R13 two who add the same post at once leave one", async () => {
  const me = await editor();
  const user = await givenUser(app);
  const body = await post();
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => me.call(addMembership, { params: { id: user.id }, body })),
  );
  assert.deepEqual(answers.map(({ msg }) => msg).toSorted(), ["", ...Array(4).fill("该任职已存在")]);
});

test("AU-R13 what begins and ends by date does so at 00:00, ends before begins, and twice changes nothing", async () => {
  const me = await editor();
  const role = await givenRole(app);
  const positionId = await position("换岗职位");
  await app.rows("update position set default_role_ids = $1 where id = $2", [[role.id], positionId]);
  const admin = await app.signIn({ boolAdmin: true });
  const user = await givenUser(app);
  const params = { id: user.id };
  const old = await me.call(addMembership, { params, body: await post({ endDate: dayIn(0) }) });
  const next = await admin.call(addMembership, { params, body: await post({ positionId, startDate: dayIn(1) }) });
  assert.deepEqual([next.data.status, next.data.isPrimary, next.data.grants.length], ["FUTURE", false, 0]);

  await runSchedule(app, "authority.dayTurn");
  assert.equal((await admin.call(listMemberships, { params })).data[0]?.id, old.data.id);
  const admins = await app.signIn({ boolAdmin: true });
  app.passTime(86_400);
  await runSchedule(app, "authority.dayTurn");
  await runSchedule(app, "authority.dayTurn");
  app.passTime(-86_400);

  const [begun, ended] = (await admins.call(listMemberships, { params })).data;
  assert.deepEqual([begun?.id, begun?.status, begun?.isPrimary, begun?.version], [next.data.id, "EFFECTIVE", true, 3]);
  assert.deepEqual([ended?.id, ended?.status, ended?.isPrimary], [old.data.id, "ENDED", false]);
  assert.deepEqual(
    begun?.grants.map(({ roleId, source }) => [roleId, source]),
    [[role.id, "POSITION"]],
  );
});

test("AU-R8 the day after validUntil the sessions end at 00:00 and sign-in is refused", async () => {
  const target = await app.signIn();
  await app.rows("update app_user set valid_until = $1 where id = $2", [dayIn(-1), target.user.id]);
  await runSchedule(app, "authority.dayTurn");
  assert.equal((await target.call(userInfo, {})).msgCode, "SESSION_EXPIRED");
  assert.equal((await app.login({ mobilePhone: target.user.mobilePhone })).msg, "账号已过期，请联系管理员");
});

test("authority 3 a membership needs an enabled organisation and a position that fits its type", async () => {
  const me = await editor();
  const user = await givenUser(app);
  const closed = await givenOrganization(app, { status: "DISABLED" });
  const regional = await position("大区职位");
  await app.rows("update position set org_types = '{REGION}' where id = $1", [regional]);
  const add = async (wishes: object) => me.call(addMembership, { params: { id: user.id }, body: await post(wishes) });

  const disabled = await add({ organizationId: closed.id });
  assert.deepEqual([disabled.msgCode, disabled.msg], ["ORG_DISABLED", "组织已停用"]);
  const unfit = await add({ positionId: regional });
  assert.deepEqual([unfit.msgCode, unfit.msg], ["POSITION_NOT_ALLOWED", "该职位不适用于所选组织"]);
});

test("AU-R5 nobody changes the own memberships", async () => {
  const me = await editor();
  const answer = await me.call(addMembership, { params: { id: me.user.id }, body: await post() });
  assert.deepEqual([answer.msgCode, answer.msg], ["USER_SELF", "不能操作自己的账号"]);
});

test("AU-R14 the organisation entry is 组织名称(职位名称)", async () => {
  const me = await editor();
  const user = await givenUser(app, { userName: "条目先生" });
  const organization = await givenOrganization(app, { name: "徐汇店" });
  await givenMembership(app, { user, organization, isPrimary: true, positionName: "店长" });
  const { data } = await me.call(listUsers, { query: { keyword: "条目先生" } });
  assert.equal(data.list[0]?.primaryPost, "徐汇店(店长)");
});

test("AU-R27 a membership in another tree is out of reach, in both directions", async () => {
  const organization = await givenOrganization(app, { type: "CITY" });
  const me = await app.signIn({ permissions, scope: "ORG_TREE", organization });
  const [own, foreign] = [await givenUser(app), await givenMember(app)];
  await givenMembership(app, { user: own, organization, isPrimary: true });
  const elsewhere = await givenMembership(app, { user: own, organization: await givenOrganization(app) });

  const seen = (await me.call(listMemberships, { params: { id: own.id } })).data;
  assert.deepEqual(
    seen.map(({ id, isInReach }) => [id === elsewhere.id, isInReach]),
    [
      [false, true],
      [true, false],
    ],
  );
  const beyond = await me.call(addMembership, { params: { id: own.id }, body: await post() });
  assert.deepEqual([beyond.msgCode, beyond.msg], ["ORG_OUT_OF_SCOPE", "无权在该组织创建用户"]);
  const body = await post({ organizationId: organization.id });
  assert.equal((await me.call(addMembership, { params: { id: foreign.id }, body })).msgCode, "COMMON_NOT_FOUND");
  const end = { nextPrimaryId: null, reason: "试", version: 1 };
  assert.equal((await me.call(endMembership, { params: { id: elsewhere.id }, body: end })).msgCode, "COMMON_NOT_FOUND");
});

test("AU-R15 a position does not smuggle roles in that its giver could not give", async () => {
  const organization = await givenOrganization(app, { type: "CITY" });
  const mighty = await givenRole(app, { permissionCodes: ["authority:user:delete"], dataScope: "ALL" });
  const positionId = await position("大权职位");
  await app.rows("update position set default_role_ids = $1 where id = $2", [[mighty.id], positionId]);
  const granting = [...permissions, "authority:user:create", "authority:grant:edit"];
  const me = await app.signIn({ permissions: granting, scope: "ORG_TREE", organization });
  const user = await givenUser(app);
  await givenMembership(app, { user, organization, isPrimary: true });
  const body = await post({ organizationId: organization.id, positionId });

  const added = await me.call(addMembership, { params: { id: user.id }, body });
  assert.equal(added.msgCode, "GRANT_EXCEEDS");
  const person = { userName: "新人", mobilePhone: "13655550001", staffNo: null, userType: "STORE" };
  const rest = { validUntil: null, email: null, remark: null, memberships: [{ ...body, roleIds: [] }] };
  assert.equal((await me.call(createUser, { body: { ...person, ...rest } })).msgCode, "GRANT_EXCEEDS");
  const smuggled = { ...body, positionId: await position(), roleIds: [mighty.id] };
  const direct = await me.call(createUser, { body: { ...person, ...rest, memberships: [smuggled] } });
  assert.equal(direct.msgCode, "GRANT_EXCEEDS");
  assert.deepEqual(await app.rows("select id from app_user where mobile_phone = '13655550001'"), []);
});
