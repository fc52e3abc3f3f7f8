import assert from "node:assert/strict";
import { test } from "node:test";
import type { CallInput } from "@ops/platform/contract";
import { type ExplainTarget, explain, getEffectiveRights } from "../../contract/index.ts";
import { bumpRights } from "../rights/bump.ts";
import {
  type GivenOrganization,
  givenMembership,
  givenOrganization,
  givenRole,
  givenUser,
  type RoleWishes,
  type TestClient,
  testApp,
  type UserWishes,
} from "../testing.ts";
import { ask, askForCode as code, givenWorker, askForPage as page, askForUser as user } from "./testing.ts";

const app = testApp();
const LIST = "authority:user:list";
const DETAIL = "authority:user:view";
const VIEW = "authority:explain:view";
const PAGE = "authority.UserManagement";

type Asking = CallInput<typeof explain>["body"];
const resultOf = ({ steps }: Awaited<ReturnType<typeof ask>>, check: string) => {
  const step = steps.find((one) => one.check === check);
  return [step?.result, step?.fact];
};

test("AU-R25 an allowed code: every check with its fact, and all granting paths", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const organization = await givenOrganization(app, { name: "解释一店" });
  const { person, role, membership } = await givenWorker(app, organization, {
    permissionCodes: [LIST],
    dataScope: "ORG",
    menuKeys: [PAGE],
  });
  const told = await ask(admin, person.id, code(LIST), membership.id);

  const calls = app.node.access.endpoints().filter(({ permission }) => permission === LIST);
  assert.deepEqual([told.verdict, told.failed, told.solutions], ["ALLOW", null, []]);
  assert.deepEqual(
    told.steps.map(({ check, result, fact }) => [check, result, fact]),
    [
      ["ACCOUNT", "PASS", "正常"],
      ["MEMBERSHIP", "PASS", "解释一店(店长)"],
      ["GRANT", "PASS", `1 项生效：${role.name}`],
      ["ROLE", "PASS", "均为启用"],
      ["MENU", "PASS", "所属页面已授予"],
      ["CODE", "PASS", "所持角色含该权限点"],
      ["INTERFACE", "PASS", `相关接口 ${calls.length} 个，均未被排除`],
      ["SCOPE", "PASS", "解释一店（1 个组织）"],
      ["FIELD", "PASS", "没有字段规则限制"],
    ],
  );
  assert.deepEqual(told.paths, [
    { post: "解释一店(店长)", roleName: role.name, roleId: role.id, target: `用户列表（${LIST}）`, scope: "解释一店" },
  ]);
});

test("AU-R25 a denial names the first failing check: account, membership, grant, role, menu, code, interface, scope", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const organization = await givenOrganization(app);
  const role: RoleWishes = { permissionCodes: [LIST, DETAIL], dataScope: "ORG" };
  const failing = async (id: string, target: ExplainTarget, membershipId: string | null = null) => {
    const told = await ask(admin, id, target, membershipId);
    assert.equal(told.verdict, told.failed === null ? "ALLOW" : "DENY");
    return [told.failed, told.steps.find(({ result }) => result === "FAIL")?.fact];
  };
  const status = (wishes: UserWishes) => givenUser(app, wishes);

  assert.deepEqual(await failing((await status({ status: "DISABLED" })).id, code(LIST)), [
    "ACCOUNT",
    "账号已停用，请联系管理员",
  ]);
  assert.deepEqual(await failing((await status({})).id, code(LIST)), ["MEMBERSHIP", "没有在任的任职"]);
  const future = await givenWorker(app, organization, role, {
    status: "FUTURE",
    startDate: "2099-01-01",
    isPrimary: false,
  });
  assert.deepEqual(await failing(future.person.id, code(LIST), future.membership.id), [
    "MEMBERSHIP",
    "任职未开始：2099-01-01 至 不限",
  ]);
  const lapsed = await givenWorker(app, organization, role);
  const ended =
    "update role_grant set status = 'REVOKED', updated_at = '2026-01-02 03:04:05+08' where membership_id = $1";
  await app.rows(ended, [lapsed.membership.id]);
  assert.deepEqual(await failing(lapsed.person.id, code(LIST)), [
    "GRANT",
    `角色「${lapsed.role.name}」的授予已于 2026-01-02 03:04:05 收回`,
  ]);
  const off = await givenWorker(app, organization, { ...role, status: "DISABLED" });
  assert.deepEqual(await failing(off.person.id, code(LIST)), ["ROLE", `角色「${off.role.name}」已停用`]);
  const worker = await givenWorker(app, organization, role);
  const { person } = worker;
  assert.deepEqual(await failing(person.id, page(PAGE)), ["MENU", "所持角色均不含该页面"]);
  assert.deepEqual(await failing(person.id, page("/AuthorityManagement/UserManagement")), [
    "MENU",
    "所持角色均不含该页面",
  ]);
  assert.deepEqual(await failing(person.id, code(VIEW)), ["CODE", "所持角色均不含该权限点"]);
  const stranger = await givenWorker(app, await givenOrganization(app), role);
  const [fails, fact] = await failing(person.id, user(stranger.person.staffNo));
  assert.deepEqual([fails, fact], ["SCOPE", `记录不存在，或不在数据范围内：${organization.name}（1 个组织）`]);
  assert.deepEqual(await failing(person.id, user(lapsed.person.id)), [null, undefined]);
  assert.deepEqual(await failing(admin.user.id, user(stranger.person.id)), [null, undefined]);
});

test("AU-R25 an interface that is out of service or left out by the role is denied, its code is not", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const { person, role } = await givenWorker(app, await givenOrganization(app), {
    permissionCodes: [LIST],
    dataScope: "ORG",
  });
  const [row] = await app.rows<{ id: string }>("select id from api_interface where path = '/user/v1/users/idle'");
  const interfaceId = row?.id ?? "";
  const told = () => ask(admin, person.id, { kind: "INTERFACE", id: interfaceId });

  assert.equal((await told()).verdict, "ALLOW");
  await app.rows("update role set excluded_interfaces = array[$2::uuid] where id = $1", [role.id, interfaceId]);
  assert.deepEqual(resultOf(await told(), "INTERFACE"), ["FAIL", "授予该权限点的角色均排除了该接口"]);
  assert.equal((await ask(admin, person.id, code(LIST))).verdict, "ALLOW");
  await app.rows("update api_interface set status = 'DISABLED' where id = $1", [interfaceId]);
  assert.deepEqual(resultOf(await told(), "INTERFACE"), ["FAIL", "接口已停用"]);
  await app.rows("update api_interface set status = 'ENABLED' where id = $1", [interfaceId]);
});

test("AU-R25 the fields that a role masks or hides are told, and do not decide", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const wishes: RoleWishes = { permissionCodes: [LIST, DETAIL], dataScope: "ORG" };
  const { person, role } = await givenWorker(app, await givenOrganization(app), wishes);
  const fields = { "user.email": "HIDE", "user.remark": "READ" };
  await app.rows("update role set field_rules = $2 where id = $1", [role.id, JSON.stringify(fields)]);
  const told = await ask(admin, person.id, user(person.id));
  assert.deepEqual([told.verdict, ...resultOf(told, "FIELD")], ["ALLOW", "NOTE", "邮箱：隐藏、备注：只读"]);
  const rights = (await admin.call(getEffectiveRights, { params: { id: person.id }, query: {} })).data;
  assert.partialDeepStrictEqual(
    rights.fields.find(({ key }) => key === "user.email"),
    { label: "邮箱", mode: "HIDE" },
  );
});

test("AU-R25 a record is reached through some of the roles that grant the code; only these are paths", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const city = await givenOrganization(app, { type: "CITY", name: "解释市" });
  const store = await givenOrganization(app, { parent: city });
  const { person, role: narrow } = await givenWorker(app, city, { permissionCodes: [DETAIL], dataScope: "ORG" });
  const wide = await givenRole(app, { permissionCodes: [DETAIL], dataScope: "ORG_TREE" });
  await givenMembership(app, { user: person, organization: city, roles: [wide], positionName: "代理城市经理" });
  const { person: below } = await givenWorker(app, store, {});

  const paths = async (id: string) =>
    (await ask(admin, person.id, user(id))).paths.map(({ roleName, scope }) => [roleName, scope]);
  assert.deepEqual(await paths(below.id), [[wide.name, "解释市及下级"]]);
  assert.deepEqual((await paths(person.id)).sort(), [
    ...[
      [narrow.name, "解释市"],
      [wide.name, "解释市及下级"],
    ].sort(),
  ]);
});

test("AU-R25 可解决方式 are the roles that the operator may give and that would allow it, smallest risk first", async () => {
  const organization = await givenOrganization(app);
  const { person, membership } = await givenWorker(app, organization, {});
  const { person: colleague } = await givenWorker(app, organization, {});
  const CODE = "authority:user:unlock";
  const small = await givenRole(app, { permissionCodes: [CODE], dataScope: "ORG" });
  const large = await givenRole(app, { permissionCodes: [CODE, LIST], dataScope: "ORG" });
  const tooNarrow = await givenRole(app, { permissionCodes: [CODE], dataScope: "SELF" });
  const beyond = await givenRole(app, { permissionCodes: [CODE], dataScope: "ALL" });
  const lent = [small.id, large.id, tooNarrow.id, beyond.id];
  await app.rows("update role set risk_points = 3 where id = $1", [large.id]);
  const permissions = [VIEW, DETAIL, LIST, CODE, "authority:grant:edit"];
  const operator = await app.signIn({ permissions, scope: "ORG", organization });
  await app.rows(
    `update role set grantable_role_ids = $2 where id in (select g.role_id from role_grant g
     join membership m on m.id = g.membership_id where m.user_id = $1)`,
    [operator.user.id, lent],
  );

  const offered = async (target: ExplainTarget) =>
    (await ask(operator, person.id, target)).solutions.map(({ roleId, membershipId }) => [roleId, membershipId]);
  assert.deepEqual(await offered(user(colleague.id, CODE)), [
    [small.id, membership.id],
    [large.id, membership.id],
  ]);
  assert.deepEqual(
    (await offered(code(CODE))).map(([id]) => id),
    [small.id, tooNarrow.id, large.id],
  );
  assert.deepEqual((await ask(operator, operator.user.id, code("authority:user:delete"))).solutions, []);
  const helpless = await app.signIn({ permissions: [VIEW], scope: "ORG", organization });
  assert.deepEqual((await ask(helpless, person.id, code(CODE))).solutions, []);
});

test("AU-R25 of 可解决方式 the five smallest are told, each with risk and post; what was deleted is none", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const organization = await givenOrganization(app);
  const { person, membership } = await givenWorker(app, organization, {});
  const CODE = "authority:position:edit";
  const gone = await givenRole(app, { permissionCodes: [CODE] });
  await app.rows("update role set deleted_at = now() where id = $1", [gone.id]);
  const expected: object[] = [];
  for (const riskPoints of [60, 50, 40, 30, 20, 10, 9]) {
    const { id: roleId, name: roleName } = await givenRole(app, { permissionCodes: [CODE] });
    await app.rows("update role set risk_points = $2 where id = $1", [roleId, riskPoints]);
    const risk = riskPoints >= 40 ? "HIGH" : riskPoints >= 10 ? "MED" : "LOW";
    const post = `${organization.name}(店长)`;
    expected.unshift({ roleId, roleName, riskPoints, risk, membershipId: membership.id, post });
  }
  assert.deepEqual((await ask(admin, person.id, code(CODE))).solutions, expected.slice(0, 5));
});

test("AU-R25 people out of scope and records that the asker may not see do not exist; everybody may ask about himself", async () => {
  const organization = await givenOrganization(app);
  const operator = await app.signIn({ permissions: [VIEW, DETAIL], scope: "ORG", organization });
  const { person } = await givenWorker(app, organization, { permissionCodes: [DETAIL], dataScope: "ALL" });
  const { person: outside } = await givenWorker(app, await givenOrganization(app), {});
  const codeOf = async (client: TestClient, userId: string, target: ExplainTarget) =>
    (await client.call(explain, { body: { userId, membershipId: null, target } })).msgCode;

  assert.equal(await codeOf(operator, outside.id, code(LIST)), "COMMON_NOT_FOUND");
  assert.equal(await codeOf(operator, person.id, user(outside.id)), "COMMON_NOT_FOUND");
  assert.equal(await codeOf(operator, person.id, user(person.id)), "");
  const self = await app.signIn({ permissions: [] });
  assert.equal(await codeOf(self, person.id, code(LIST)), "COMMON_FORBIDDEN");
  assert.equal(await codeOf(self, self.user.id, code("no:such:code")), "EXPLAIN_TARGET_UNKNOWN");
  const own = await ask(self, self.user.id, page(PAGE));
  assert.deepEqual([own.verdict, own.failed, own.solutions], ["DENY", "MENU", []]);
  const told = await ask(operator, operator.user.id, user(outside.id));
  assert.match(String(resultOf(told, "SCOPE")[1]), /^记录不存在，或不在数据范围内/);
  assert.deepEqual(resultOf(await ask(operator, operator.user.id, user("NO-SUCH")), "SCOPE"), resultOf(told, "SCOPE"));
});

test("AU-R25 of oneself, what holds right now is explained: the active organisation decides", async () => {
  const [here, there] = [await givenOrganization(app), await givenOrganization(app)];
  const { person } = await givenWorker(app, here, { menuKeys: [PAGE] });
  await givenMembership(app, { user: person, organization: there, positionName: "销售顾问" });
  const told = async (organization: GivenOrganization, body: Omit<Asking, "userId" | "target">) => {
    const client = await app.clientOf(person, [organization.id]);
    return (await client.call(explain, { body: { userId: person.id, target: page(PAGE), ...body } })).data.verdict;
  };
  assert.deepEqual([await told(here, {}), await told(there, {})], ["ALLOW", "DENY"]);
  assert.equal(await told(there, { membershipId: null }), "ALLOW");
});

test("AU-R25 an explanation leaves a row in the log: who asked, about whom, and what came out", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const { person } = await givenWorker(app, await givenOrganization(app), {});
  await app.arrange((tx) => bumpRights(tx, "everyone"));
  await ask(admin, person.id, code(LIST));
  assert.partialDeepStrictEqual(await app.auditOf(person), [
    { actionName: "权限解释", actorName: admin.user.userName, summary: `拒绝：用户列表（${LIST}）` },
  ]);
});
