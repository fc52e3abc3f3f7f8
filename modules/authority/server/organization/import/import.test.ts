import assert from "node:assert/strict";
import { test } from "node:test";
import { declareTestApp } from "@ops/platform/server/testing";
import { organizationImport } from "../../../contract/index.ts";
import { bumpRights } from "../../rights/bump.ts";
import {
  AuthorityTestApp,
  type GivenOrganization,
  givenMembership,
  givenOrganization,
  givenUser,
} from "../../testing.ts";
import { failuresOf, importing, type TypedCells } from "../../testing-import.ts";

const app = declareTestApp(new AuthorityTestApp([], undefined, { background: true }));
const { check, problems, run } = importing(app, organizationImport);
const [CREATE, EDIT] = ["authority:org:create", "authority:org:edit"] as const;
const administrator = () => app.signIn({ boolAdmin: true });

type Key = (typeof organizationImport.columns)[number]["key"];
const row = (typed: Partial<Record<Key, string>>): TypedCells =>
  organizationImport.columns.map(({ key }) => typed[key] ?? null);

const codeOf = async ({ id }: GivenOrganization) =>
  (await app.rows<{ code: string }>("select code from organization where id = $1", [id]))[0]?.code ?? "";
const below = (parent: string) =>
  app.rows<{ code: string; name: string; level: number; leader: string | null; region: string | null }>(
    `select o.code, o.name, o.level, u.mobile_phone as leader, o.region_code as region from organization o
     join organization p on p.id = o.parent_id left join app_user u on u.id = o.leader_user_id
     where p.code = $1 and o.path = p.path || o.id || '/' order by o.code`,
    [parent],
  );

test("authority section 8: organisations come in whatever their order; the same file once more makes nothing", async () => {
  const client = await administrator();
  const home = await givenOrganization(app, { type: "REGION" });
  const code = await codeOf(home);
  const leader = await givenUser(app);
  await givenMembership(app, { user: leader, organization: home, isPrimary: true });
  const rows = [
    row({ code: "IMP-TEAM", name: "一组", type: "部门", parentCode: "IMP-DEPT" }),
    row({ name: "无编码部", type: "部门", parentCode: "IMP-CITY" }),
    row({ code: "IMP-DEPT", name: "销售部", type: "DEPT", parentCode: "IMP-CITY", leaderPhone: leader.mobilePhone }),
    row({ code: "IMP-CITY", name: "苏州", type: "城市", parentCode: code, regionCode: "320500" }),
  ];
  const { task } = await run(client, rows);
  assert.partialDeepStrictEqual(task, { status: "SUCCESS", successCount: 4, failCount: 0 });
  assert.deepEqual(await below(code), [
    { code: "IMP-CITY", name: "苏州", level: home.level + 1, leader: null, region: "320500" },
  ]);
  const [dept, numbered] = await below("IMP-CITY");
  assert.partialDeepStrictEqual(dept, { code: "IMP-DEPT", name: "销售部", leader: leader.mobilePhone });
  assert.match(numbered?.code ?? "", /^ORG\d{6}$/);
  assert.equal((await below("IMP-DEPT"))[0]?.name, "一组");
  assert.equal((await check(client, rows)).data.summary, "共4行，可导入0行，错误0行，跳过4行");

  const changed = [row({ code: "IMP-TEAM", name: "二组", type: "部门", parentCode: "IMP-DEPT" }), ...rows.slice(1)];
  const second = await run(client, changed);
  assert.partialDeepStrictEqual(second.task, { status: "SUCCESS", successCount: 1, skipCount: 3 });
  assert.equal((await below("IMP-DEPT"))[0]?.name, "二组");
});

test("authority section 8: organisations that cannot stand where they should say why, and fail alone", async () => {
  const client = await administrator();
  const home = await givenOrganization(app, { type: "REGION" });
  const store = await givenOrganization(app, { parent: home });
  const closed = await givenOrganization(app, { type: "DEPT", parent: home, status: "DISABLED" });
  const child = await givenOrganization(app, { type: "DEPT", parent: home, name: "现有部门" });
  const gone = await givenOrganization(app, { type: "DEPT", parent: home });
  const [code, storeCode, closedCode, childCode, goneCode] = await Promise.all(
    [home, store, closed, child, gone].map(codeOf),
  );
  assert.ok(code && storeCode && closedCode && childCode && goneCode);
  await app.rows("update organization set deleted_at = now() where id = $1", [gone.id]);
  const base = { name: "部门", type: "部门", parentCode: code };
  const rows = [
    row({ ...base, code: "E-1", parentCode: "NOWHERE" }),
    row({ ...base, code: "E-A", parentCode: "E-B" }),
    row({ ...base, code: "E-B", parentCode: "E-A" }),
    row({ ...base, code: "E-C", parentCode: "E-C" }),
    row({ ...base, code: "E-2", parentCode: "E-1" }),
    row({ ...base, code: "E-3", type: "门店" }),
    row({ ...base, code: "E-4", name: "某城", type: "城市", parentCode: storeCode }),
    row({ ...base, code: "E-5", parentCode: closedCode }),
    row({ ...base, code: "E-6", name: "现有部门" }),
    row({ ...base, code: childCode, name: "改名", type: "城市" }),
    row({ ...base, code: childCode.replace(/^/, ""), name: "改名", parentCode: storeCode }),
    row({ ...base, code: "E-7", name: "带负责人", leaderPhone: "13900009999" }),
    row({ ...base, code: "e-8", name: "小写" }),
    row({ ...base, code: "E-9", name: "好的" }),
  ];
  const found = await problems(client, rows);
  assert.deepEqual(found, [
    "2 上级组织不存在",
    "3 形成循环上级",
    "4 形成循环上级",
    "5 形成循环上级",
    "6 上级组织不存在",
    "7 该组织由门店管理维护，请在门店列表修改",
    "8 门店下不能再挂大区或城市",
    "9 组织已停用",
    "10 同级下已存在相同名称的组织",
    "11 类型与已有组织不一致",
    "12 与第11行重复",
    "13 13900009999未在本组织或上级组织任职，不能设为负责人",
    "14 组织编码格式不正确",
  ]);
  const { task } = await run(client, rows);
  assert.partialDeepStrictEqual(task, { status: "PARTIAL", successCount: 1, failCount: 13 });
  assert.deepEqual(
    (await failuresOf(app, client, task.id)).map((cells) => `${cells.at(-2)} ${cells.at(-1)}`),
    found,
  );
  assert.deepEqual(await problems(client, [row({ ...base, code: "E-10", parentCode: goneCode })]), [
    "2 上级组织不存在",
  ]);
  const moved = [row({ code: childCode, name: "现有部门", type: "部门", parentCode: storeCode })];
  assert.deepEqual(await problems(client, moved), ["2 上级组织与现有的不一致，请在组织管理中移动"]);
  const circle = [row({ code, name: home.name, type: "大区", parentCode: childCode })];
  assert.deepEqual(await problems(client, circle), ["2 形成循环上级"]);
});

test("authority section 7: an import of organisations stays inside the operator's scope and rights", async () => {
  const [home, far] = [await givenOrganization(app, { type: "CITY" }), await givenOrganization(app, { type: "CITY" })];
  const own = await givenOrganization(app, { type: "DEPT", parent: home, name: "本部" });
  const [code, farCode, ownCode] = await Promise.all([home, far, own].map(codeOf));
  assert.ok(code && farCode && ownCode);
  const permissions = ["authority:org:create"];
  const client = await app.signIn({ permissions, scope: "ORG_TREE", organization: home });
  const rows = [
    row({ code: "S-1", name: "外部", type: "部门", parentCode: farCode }),
    row({ code: farCode, name: "改名", type: "城市", parentCode: code }),
    row({ code: ownCode, name: "改名", type: "部门", parentCode: code }),
    row({ code: "S-2", name: "内部", type: "部门", parentCode: code }),
    row({ code: "S-3", name: "再下", type: "部门", parentCode: "S-2" }),
  ];
  assert.deepEqual(await problems(client, rows), ["2 上级组织不存在", "3 组织编码已存在", "4 组织编码已存在"]);
  const { task } = await run(client, rows);
  assert.partialDeepStrictEqual(task, { status: "PARTIAL", successCount: 2 });
  const editor = await app.signIn({
    permissions: [...permissions, "authority:org:edit"],
    scope: "ORG_TREE",
    organization: home,
  });
  assert.deepEqual(await problems(editor, rows.slice(1, 3)), ["2 组织编码已存在"]);
  const nobody = await app.signIn({ permissions: ["authority:org:edit"] });
  assert.equal((await check(nobody, rows)).msgCode, "COMMON_FORBIDDEN");
});

const leaderAt = async (organization: GivenOrganization) => {
  const leader = await givenUser(app);
  await givenMembership(app, { user: leader, organization, isPrimary: true });
  return leader;
};

test("AU-R15 an import names a leader of a new organisation only where the operator could do so by hand", async () => {
  const home = await givenOrganization(app, { type: "CITY" });
  const parentCode = await codeOf(home);
  const { userName, mobilePhone: leaderPhone } = await leaderAt(home);
  const typed = { type: "部门", parentCode, leaderPhone };
  const scope = "ORG_TREE";
  const creator = await app.signIn({ permissions: [CREATE], scope, organization: home });
  const led = [row({ ...typed, code: "L-1", name: "一部" })];
  assert.deepEqual(await problems(creator, led), ["2 您无权设置该组织的负责人"]);

  const scopeOverrides = { [EDIT]: "ORG" } as const; // covers the parent, but not what is below it
  const narrow = await app.signIn({ permissions: [CREATE, EDIT], scope, scopeOverrides, organization: home });
  const { task } = await run(narrow, led);
  assert.partialDeepStrictEqual(task, { status: "FAILED", failCount: 1 });
  assert.deepEqual((await failuresOf(app, narrow, task.id))[0]?.slice(-2), [2, "您无权设置该组织的负责人"]);
  assert.deepEqual(await below(parentCode), []);

  const editor = await app.signIn({ permissions: [CREATE, EDIT], scope, organization: home });
  assert.equal((await run(editor, led)).task.successCount, 1);
  const [made] = await below(parentCode);
  assert.partialDeepStrictEqual(made, { code: "L-1", leader: leaderPhone });
  const told = await app.rows("select diffs from audit_log where diffs @> $1::jsonb", [
    JSON.stringify([{ label: "负责人", after: userName }]),
  ]);
  assert.equal(told.length, 1);
});

test("PF-R106 an import of organisations tells nothing of what lies below or about foreign ones", async () => {
  const [home, far] = [await givenOrganization(app, { type: "CITY" }), await givenOrganization(app, { type: "CITY" })];
  await givenOrganization(app, { type: "DEPT", parent: far, name: "秘密项目部" });
  const own = await givenOrganization(app, { type: "DEPT", parent: home, name: "本部" });
  const [code, farCode, ownCode] = await Promise.all([home, far, own].map(codeOf));
  assert.ok(code && farCode && ownCode);
  const permissions = [CREATE, EDIT];
  const client = await app.signIn({ permissions, scope: "ORG_TREE", organization: home });
  const typed = { type: "部门", name: "没有的部门" };
  const rows = [
    row({ ...typed, name: "秘密项目部", parentCode: farCode }),
    row({ ...typed, parentCode: farCode }),
    row({ ...typed, parentCode: "NOSUCH" }),
    row({ ...typed, code: farCode, parentCode: farCode }),
    row({ ...typed, code: ownCode, parentCode: farCode }),
  ];
  const unknown = "上级组织不存在";
  assert.deepEqual(await problems(client, rows), [
    `2 ${unknown}`,
    `3 ${unknown}`,
    `4 ${unknown}`,
    "5 形成循环上级", // found within the file alone
    `6 ${unknown}`,
  ]);
});

test("AU-R20 an import of organisations compares no phone that is hidden from the operator", async () => {
  const home = await givenOrganization(app, { type: "CITY" });
  const own = await givenOrganization(app, { type: "DEPT", parent: home, name: "本部" });
  const leader = await leaderAt(home);
  await app.rows("update organization set leader_user_id = $2 where id = $1", [own.id, leader.id]);
  const [parentCode, code] = await Promise.all([home, own].map(codeOf));
  assert.ok(parentCode && code);
  const client = await app.signIn({ permissions: [CREATE, EDIT], scope: "ORG_TREE", organization: home });
  const guessed = row({ code, name: "本部", type: "部门", parentCode, leaderPhone: leader.mobilePhone });
  assert.equal((await check(client, [guessed])).data.skipped, 1);
  await app.rows(
    `update role r set field_rules = '{"user.mobilePhone":"HIDE"}' from role_grant g join membership m on m.id = g.membership_id
     where g.role_id = r.id and m.user_id = $1`,
    [client.user.id],
  );
  await app.arrange((tx) => bumpRights(tx, "everyone"));
  assert.deepEqual(await problems(client, [guessed]), [
    `2 ${leader.mobilePhone}未在本组织或上级组织任职，不能设为负责人`,
  ]);
});
