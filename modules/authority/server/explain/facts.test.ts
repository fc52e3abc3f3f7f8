import assert from "node:assert/strict";
import { test } from "node:test";
import { wireTime } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import { type ExplainTarget, explain, listExplainTargets, listUsers, userInfo } from "../../contract/index.ts";
import { givenMembership, givenOrganization, givenRole, givenUser, testApp } from "../testing.ts";
import { ask, askForCode, askForPage, askForUser, factsOf, givenWorker } from "./testing.ts";

const app = testApp();
const LIST = "authority:user:list";
const PAGE = "authority.UserManagement";
const behind = "SKIP 前面的检查未通过，不再检查";
const administrator = () => app.signIn({ boolAdmin: true });
const askForCall = (id: string): ExplainTarget => ({ kind: "INTERFACE", id });

async function idOfCall({ method, path }: { method: string; path: string }): Promise<string> {
  const [row] = await app.rows<{ id: string }>("select id from api_interface where method = $1 and path = $2", [
    method,
    path,
  ]);
  assert.ok(row);
  return row.id;
}

const callsOf = (code: string) => app.node.access.endpoints().filter(({ permission }) => permission === code).length;

test("AU-R25 of a page only the checks that apply to pages are told", async () => {
  const admin = await administrator();
  const organization = await givenOrganization(app, { name: "事实一店" });
  const { person, role } = await givenWorker(app, organization, {
    permissionCodes: [LIST, "authority:user:view"],
    menuKeys: [PAGE, "clue.ClueList"],
    dataScope: "ORG",
  });
  const told = await ask(admin, person.id, askForPage(PAGE));
  const codes = (await admin.call(listExplainTargets, {})).data.codes;
  const onPage = Number(/有 (\d+) 个/.exec(factsOf(told, "CODE")[0] ?? "")?.[1]);
  assert.ok(onPage > 10 && onPage < codes.length);
  const none = ["SKIP 页面不涉及", "SKIP 页面不涉及数据", "SKIP 页面不涉及字段"];
  assert.deepEqual(factsOf(told), [
    "PASS 正常",
    "PASS 事实一店(店长)",
    `PASS 1 项生效：${role.name}`,
    "PASS 均为启用",
    "PASS 页面已授予，且菜单启用",
    `NOTE 页面有 ${onPage} 个权限点，持有 2 个`,
    ...none,
  ]);
  const { steps: _, ...rest } = told;
  assert.deepEqual(rest, {
    verdict: "ALLOW",
    failed: null,
    userName: person.userName,
    post: "事实一店(店长)",
    target: "用户管理",
    paths: [{ post: "事实一店(店长)", roleName: role.name, roleId: role.id, target: "用户管理", scope: null }],
    solutions: [],
  });
  const bare = await ask(admin, person.id, askForPage("clue.ClueList"));
  assert.deepEqual(factsOf(bare, "MENU", "CODE"), ["PASS 页面已授予，且菜单启用", "SKIP 页面没有权限点"]);
});

test("AU-R28 a page that is disabled, or lies below a disabled group, is told apart from one that is not held", async () => {
  const admin = await administrator();
  const { person } = await givenWorker(app, await givenOrganization(app), { menuKeys: ["store.StoreList"] });
  const told = async (id: string) => factsOf(await ask(admin, id, askForPage("store.StoreList")), "MENU");
  await app.rows("update menu set status = 'DISABLED' where key = 'store'");
  assert.deepEqual(await told(person.id), ["FAIL 上级菜单已停用"]);
  assert.deepEqual(await told(admin.user.id), ["FAIL 上级菜单已停用"]);
  const other = await givenWorker(app, await givenOrganization(app), {});
  assert.deepEqual(await told(other.person.id), ["FAIL 所持角色均不含该页面"]);
  await app.rows("update menu set status = 'DISABLED' where key = 'store.StoreList'");
  assert.deepEqual(await told(person.id), ["FAIL 页面已停用"]);
  assert.deepEqual(await told(other.person.id), ["FAIL 页面已停用"]);
  await app.rows("update menu set status = 'ENABLED'");
  assert.deepEqual(await told(person.id), ["PASS 页面已授予，且菜单启用"]);
});

test("AU-R7 an administrator needs neither post nor role, and is told so", async () => {
  const admin = await administrator();
  const told = await ask(admin, admin.user.id, askForCode(LIST));
  const [row] = await app.rows<{ n: number }>("select count(*)::int as n from organization");
  const target = `用户列表（${LIST}）`;
  assert.deepEqual(factsOf(told), [
    "PASS 正常",
    "PASS 管理员不受任职限制",
    "PASS 管理员拥有全部权限，不来自角色",
    "PASS 无需角色",
    "PASS 所属页面已授予",
    "PASS 所持角色含该权限点",
    `PASS 相关接口 ${callsOf(LIST)} 个，均未被排除`,
    `PASS 全部数据（${row?.n} 个组织）`,
    "PASS 没有字段规则限制",
  ]);
  assert.deepEqual([told.post, told.target], ["管理员", target]);
  assert.deepEqual(told.paths, [{ post: null, roleName: null, roleId: null, target, scope: "全部数据" }]);
  const page = await ask(admin, admin.user.id, askForPage(PAGE));
  assert.deepEqual(
    page.paths.map(({ scope }) => scope),
    [null],
  );
  const off = await givenUser(app, { boolAdmin: true, status: "DISABLED" });
  const denied = await ask(admin, off.id, askForCode(LIST));
  assert.deepEqual(factsOf(denied), ["FAIL 账号已停用，请联系管理员", ...Array.from({ length: 8 }, () => behind)]);
  assert.deepEqual([denied.verdict, denied.failed, denied.paths, denied.solutions], ["DENY", "ACCOUNT", [], []]);
});

test("AU-R49 a call that asks for no code is open to everybody who is signed in", async () => {
  const admin = await administrator();
  const stranger = await givenUser(app);
  const id = await idOfCall(userInfo);
  const told = await ask(admin, stranger.id, askForCall(id));
  const open = "NOTE 登录即可调用，不需要权限点";
  assert.deepEqual(factsOf(told), [
    "PASS 正常",
    open,
    open,
    open,
    "SKIP 该权限点不属于任何页面",
    open,
    "PASS 接口启用，且未被排除",
    "SKIP 不按数据范围限制",
    "SKIP 不涉及字段",
  ]);
  assert.deepEqual([told.verdict, told.post, told.paths], ["ALLOW", "任职未生效", []]);
  assert.equal((await ask(admin, admin.user.id, askForCall(id))).paths[0]?.scope, null);
});

test("AU-R25 an interface that the release no longer has, and one that is open", async () => {
  const admin = await administrator();
  const { person } = await givenWorker(app, await givenOrganization(app), {
    permissionCodes: [LIST, "authority:role:list"],
    dataScope: "ORG",
  });
  const id = await idOfCall(listUsers);
  const told = async () => factsOf(await ask(admin, person.id, askForCall(id)), "INTERFACE", "FIELD");
  assert.deepEqual(await told(), ["PASS 接口启用，且未被排除", "PASS 没有字段规则限制"]);
  await app.rows("update api_interface set status = 'REMOVED' where id = $1", [id]);
  assert.deepEqual(await told(), ["FAIL 接口已下线", behind]);
  const { interfaces } = (await admin.call(listExplainTargets, {})).data;
  assert.ok(!interfaces.some((one) => one.id === id));
  await app.rows("update api_interface set status = 'ENABLED' where id = $1", [id]);
  const role = await ask(admin, person.id, askForCode("authority:role:list"));
  assert.deepEqual(factsOf(role, "MENU", "FIELD"), ["NOTE 所属页面未授予，界面上没有入口", "SKIP 不涉及字段"]);
});

test("AU-R20 a code of which the role leaves one interface out stays held, and the number is told", async () => {
  const admin = await administrator();
  const { person, role } = await givenWorker(app, await givenOrganization(app), {
    permissionCodes: [LIST],
    dataScope: "ORG",
  });
  await app.rows("update role set excluded_interfaces = array[$2::uuid] where id = $1", [
    role.id,
    await idOfCall(listUsers),
  ]);
  const told = await ask(admin, person.id, askForCode(LIST));
  assert.deepEqual(factsOf(told, "CODE", "INTERFACE"), [
    "PASS 所持角色含该权限点",
    `NOTE 相关接口 ${callsOf(LIST)} 个，1 个被角色排除`,
  ]);
  assert.equal(told.verdict, "ALLOW");
});

test("AU-R25 why a grant does not count: taken, run out, closed by the night, or not begun", () =>
  app.holdTime(async () => {
    const admin = await administrator();
    const organization = await givenOrganization(app);
    const [now, later] = [app.now(), new Date(app.now().getTime() + 60_000)];
    const changed = "2026-01-02 03:04:05";
    const told = async (set: string, values: unknown[]) => {
      const { person, role, membership } = await givenWorker(app, organization, { permissionCodes: [LIST] });
      const sql = `update role_grant set updated_at = '${changed}+08', ${set} where membership_id = $1`;
      await app.rows(sql, [membership.id, ...values]);
      const { failed, steps } = await ask(admin, person.id, askForCode(LIST));
      const fact = steps.find(({ check }) => check === "GRANT")?.fact ?? "";
      return [failed, fact.replace(`角色「${role.name}」的授予`, "")];
    };
    const past = new Date(now.getTime() - 60_000);
    const started = "valid_from = '2026-01-01 00:00+08'";
    assert.deepEqual(await told(`${started}, status = 'REVOKED', valid_to = $2`, [past]), [
      "GRANT",
      `已于 ${changed} 收回`,
    ]);
    assert.deepEqual(await told(`${started}, valid_to = $2`, [past]), ["GRANT", `已于 ${wireTime(past)} 到期`]);
    assert.deepEqual(await told(`${started}, valid_to = $2`, [now]), ["GRANT", `已于 ${wireTime(now)} 到期`]);
    assert.deepEqual(await told(`${started}, status = 'EXPIRED', valid_to = $2`, [later]), [
      "GRANT",
      `已于 ${changed} 到期`,
    ]);
    assert.deepEqual(await told("valid_from = $2", [later]), ["GRANT", `自 ${wireTime(later)} 起才生效`]);
    assert.deepEqual((await told("valid_from = $2, valid_to = $3", [now, later]))[0], null);
  }));

test("AU-R25 which grants and roles decide: those that hold what was asked for, before all others", async () => {
  const admin = await administrator();
  const organization = await givenOrganization(app);
  const [holding, empty] = [{ permissionCodes: [LIST] }, { permissionCodes: ["authority:role:list"] }];
  const off = { status: "DISABLED" } as const;
  const taken = { isRevoked: true };
  const told = async (...roles: (typeof holding & { status?: "DISABLED"; isRevoked?: boolean })[]) => {
    const user = await givenUser(app);
    const given = [];
    for (const { isRevoked: _, ...wishes } of roles) given.push(await givenRole(app, wishes));
    const { id } = await givenMembership(app, { user, organization, roles: given, isPrimary: true });
    const revoked = given.filter((_, at) => roles[at]?.isRevoked).map((role) => role.id);
    const sql = "update role_grant set status = 'REVOKED' where membership_id = $1 and role_id = any($2)";
    await app.rows(sql, [id, revoked]);
    const facts = factsOf(await ask(admin, user.id, askForCode(LIST)), "GRANT", "ROLE", "CODE");
    return given.reduce((lines, role, at) => lines.map((line) => line.replaceAll(role.name, `R${at}`)), facts);
  };

  assert.deepEqual(await told(), ["FAIL 没有生效的角色授予", behind, behind]);
  assert.deepEqual(await told({ ...empty, ...taken }), ["FAIL 没有生效的角色授予", behind, behind]);
  assert.deepEqual((await told({ ...holding, ...taken }))[0]?.slice(0, 16), "FAIL 角色「R0」的授予已于");
  const fine = "PASS 所持角色含该权限点";
  assert.deepEqual(await told({ ...holding, ...taken }, holding), ["PASS 1 项生效：R1", "PASS 均为启用", fine]);
  assert.deepEqual((await told({ ...holding, ...taken }, empty))[0]?.slice(0, 16), "FAIL 角色「R0」的授予已于");
  assert.deepEqual(await told({ ...holding, ...taken }, { ...holding, ...off }), [
    "PASS 1 项生效：R1",
    "FAIL 角色「R1」已停用",
    behind,
  ]);
  assert.deepEqual(await told(holding, { ...holding, ...off }), [
    "PASS 2 项生效：R0、R1",
    "PASS 启用 1 个，停用 1 个",
    fine,
  ]);
  assert.deepEqual(await told(empty, { ...empty, ...off }), [
    "PASS 2 项生效：R0、R1",
    "PASS 启用 1 个，停用 1 个",
    "FAIL 所持角色均不含该权限点",
  ]);
  assert.deepEqual(await told({ ...empty, ...off }), ["PASS 1 项生效：R0", "FAIL 角色「R0」已停用", behind]);
  assert.deepEqual(await told(empty, { ...holding, ...off }), [
    "PASS 2 项生效：R0、R1",
    "FAIL 角色「R1」已停用",
    behind,
  ]);
});

test("AU-R25 of several that lapsed the newest is named; what was deleted is not", async () => {
  const admin = await administrator();
  const user = await givenUser(app);
  const roles = [];
  for (let n = 0; n < 3; n++) roles.push(await givenRole(app, { permissionCodes: [LIST] }));
  const { id } = await givenMembership(app, { user, organization: await givenOrganization(app), roles });
  for (const [at, role] of roles.entries()) {
    const sql = "update role_grant set status = 'REVOKED', updated_at = $3 where membership_id = $1 and role_id = $2";
    await app.rows(sql, [id, role.id, `2026-01-02 03:04:0${[1, 3, 2][at]}+08`]);
  }
  const told = async () => factsOf(await ask(admin, user.id, askForCode(LIST)), "GRANT");
  assert.deepEqual(await told(), [`FAIL 角色「${roles[1]?.name}」的授予已于 2026-01-02 03:04:03 收回`]);
  await app.rows("update role set deleted_at = now() where id = any($1)", [[roles[1]?.id, roles[2]?.id]]);
  assert.deepEqual(await told(), [`FAIL 角色「${roles[0]?.name}」的授予已于 2026-01-02 03:04:01 收回`]);
});

test("AU-R25 what became of the membership that was asked for", async () => {
  const admin = await administrator();
  const told = async (more: object, status: "ENABLED" | "DISABLED" = "ENABLED") => {
    const organization = await givenOrganization(app, { status, name: `事实${newId().slice(-6)}` });
    const { person, membership } = await givenWorker(app, organization, {}, { startDate: "2026-01-05", ...more });
    const { post, steps } = await ask(admin, person.id, askForCode(LIST), membership.id);
    const step = steps.find(({ check }) => check === "MEMBERSHIP");
    return [post, step?.result, step?.fact.replace(organization.name, "组织")];
  };
  const ended = { status: "ENDED", endDate: "2026-02-01", isPrimary: false };
  assert.deepEqual(await told(ended), ["任职未生效", "FAIL", "任职已结束：2026-01-05 至 2026-02-01"]);
  assert.deepEqual(await told(ended, "DISABLED"), ["任职未生效", "FAIL", "任职已结束：2026-01-05 至 2026-02-01"]);
  assert.deepEqual(await told({}, "DISABLED"), ["任职未生效", "FAIL", "组织「组织」已停用"]);
  assert.deepEqual(await told({ endDate: "2026-02-01" }), ["任职未生效", "FAIL", "任职在任：2026-01-05 至 2026-02-01"]);
});

test("AU-R25 posts together are told as one view; two posts at one place are two posts", async () => {
  const admin = await administrator();
  const [here, there] = [
    await givenOrganization(app, { name: "甲店" }),
    await givenOrganization(app, { name: "乙店" }),
  ];
  const { person, membership } = await givenWorker(app, here, { permissionCodes: [LIST] });
  await givenMembership(app, { user: person, organization: here, positionName: "销售顾问" });
  const told = async (membershipId: string | null) => {
    const answer = await ask(admin, person.id, askForCode(LIST), membershipId);
    return [answer.post, ...factsOf(answer, "MEMBERSHIP")];
  };
  assert.deepEqual(await told(null), ["甲店(店长)、甲店(销售顾问)", "PASS 甲店(店长)、甲店(销售顾问)"]);
  await givenMembership(app, { user: person, organization: there });
  assert.deepEqual(await told(null), ["全部组织(合并视图)", "PASS 甲店(店长)、甲店(销售顾问)、乙店(店长)"]);
  assert.deepEqual(await told(membership.id), ["甲店(店长)、甲店(销售顾问)", "PASS 甲店(店长)、甲店(销售顾问)"]);
});

test("AU-R25 what can be asked for: pages, codes, interfaces and records by their names, and nothing else", async () => {
  const admin = await administrator();
  const { data } = await admin.call(listExplainTargets, {});
  assert.deepEqual(
    data.pages.find(({ key }) => key === PAGE),
    { key: PAGE, title: "账号权限管理 / 用户管理" },
  );
  assert.ok(!data.pages.some(({ key }) => key === "authority"));
  assert.deepEqual(
    data.codes.find(({ code }) => code === LIST),
    { code: LIST, name: "用户列表" },
  );
  const id = await idOfCall(listUsers);
  assert.deepEqual(
    data.interfaces.find((one) => one.id === id),
    { id, name: "用户列表", call: "GET /user/v1/users" },
  );
  const calls = data.interfaces.map(({ call }) => call.split(" ").toReversed().join(" "));
  assert.deepEqual(calls, calls.toSorted());
  assert.deepEqual(
    data.records.find(({ bizType }) => bizType === "appUser"),
    { bizType: "appUser", entity: "账号" },
  );
  const strange: ExplainTarget[] = [
    askForPage("authority"),
    askForPage("/nowhere"),
    askForCall(newId()),
    askForUser(admin.user.id, "no:such:code"),
    { kind: "RECORD", bizType: "soul", record: "1", code: null },
  ];
  for (const target of strange) {
    const { msgCode, msg } = await admin.call(explain, { body: { userId: admin.user.id, membershipId: null, target } });
    assert.deepEqual([msgCode, msg], ["EXPLAIN_TARGET_UNKNOWN", "页面、权限点或接口不存在"]);
  }
  const told = await ask(admin, admin.user.id, askForUser(admin.user.staffNo));
  assert.equal(told.target, `账号 ${admin.user.staffNo} · 用户详情（authority:user:view）`);
  assert.match(factsOf(told, "SCOPE")[0] ?? "", /^PASS 记录在范围内：全部数据（\d+ 个组织）$/);
  const call = await ask(admin, admin.user.id, askForCall(id));
  assert.equal(call.target, "用户列表（GET /user/v1/users）");
});
