import assert from "node:assert/strict";
import { test } from "node:test";
import { type Page, type Sheet, type SheetColumn, wireTime } from "@ops/platform/contract";
import { declareTestApp } from "@ops/platform/server/testing";
import * as contract from "../contract/index.ts";
import { authorityDictionaries } from "./dictionaries.ts";
import {
  AuthorityTestApp,
  givenMember,
  givenMembership,
  givenOrganization,
  givenRole,
  givenUser,
  type TestClient,
} from "./testing.ts";
import { exported, submit } from "./testing-export.ts";

const app = declareTestApp(new AuthorityTestApp([], undefined, { background: true }));

const lists = [
  contract.userSheet,
  contract.idleUserSheet,
  contract.roleSheet,
  contract.sessionSheet,
  contract.loginLogSheet,
  contract.auditSheet,
  contract.interfaceSheet,
  contract.otherAccountSheet,
] as unknown as Sheet[];

/** Everything that the list answers, page by page. */
async function listed(client: TestClient, { list }: Sheet, query: Record<string, string>): Promise<object[]> {
  const rows: object[] = [];
  for (let pageNo = 1; ; pageNo++) {
    const { data, msg } = await client.call(list, { query: { ...query, pageNo, pageSize: 100 } });
    assert.equal(msg, "");
    rows.push(...(data as Page<object>).list);
    if (rows.length >= (data as Page<object>).total) return rows;
  }
}

/** What a person reads in the cell of a list, from the answer of the API. */
function textOf({ key, show, words, dict, kind }: SheetColumn, row: object): string {
  const value: unknown = show ? show(row) : Reflect.get(row, key);
  const dictionary = authorityDictionaries.find(({ code }) => code === dict);
  const wordOf = (one: unknown) =>
    words?.[String(one)] ?? dictionary?.entries.find(([entry]) => entry === one)?.[1] ?? String(one);
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(wordOf).join("、");
  if (typeof value === "boolean") return value ? "是" : "否";
  return kind === "text" || dict || words ? wordOf(value) : String(value);
}

/** The same of a cell of the file. */
function cellText(cell: unknown, kind: SheetColumn["kind"]): string {
  if (cell === null || cell === undefined) return "";
  if (!(cell instanceof Date)) return String(cell);
  const text = wireTime(new Date(cell.getTime() - 8 * 3_600_000)); // a file has no time zone: it says what Shanghai reads
  return kind === "day" ? text.slice(0, 10) : text;
}

/** Something to see in every list. 50 days are idle, and too few for the nightly scan to put anybody to sleep meanwhile. */
async function givenPast(admin: TestClient) {
  await givenRole(app);
  for (let n = 0; n < 3; n++) {
    const { mobilePhone, id } = await givenMember(app);
    await app.login({ mobilePhone, ...(n === 0 ? { password: "Wrong@2025" } : {}) });
    await app.rows(
      "update app_user set created_at = now() - interval '50 days', last_active_at = null where id = $1 and $2 = 0",
      [id, n],
    );
    const body = { platform: "WECOM", externalId: `external-${id}`, externalName: "外部", userId: id };
    assert.equal((await admin.call(contract.bindOtherAccount, { body })).msg, "");
  }
}

for (const sheet of lists) {
  test(`PF-R94 every cell of 导出${sheet.name} says what the list says`, async () => {
    const admin = await app.signIn({ boolAdmin: true });
    await givenPast(admin);
    // a log grows while it is looked at: what it says of one thing does not
    const query: Record<string, string> = sheet.key === "authority.audit" ? { action: "登录" } : {};
    const rows = await listed(admin, sheet, query);
    const reason = sheet.asksReason ? { reason: "核对" } : {};
    const file = await exported(app, admin, sheet, { query, ...reason });
    assert.deepEqual(
      file.titles,
      sheet.columns.map(({ title }) => title),
    );
    const expected = rows.map((row) => sheet.columns.map((column) => textOf(column, row)));
    const found = file.rows.map((row) => sheet.columns.map(({ kind }, n) => cellText(row[n], kind)));
    assert.equal(found.length, expected.length);
    for (const [n, row] of expected.entries()) assert.deepEqual(found[n], row);
    assert.ok(rows.length > 0);
  });
}

test("PF-R94 logs leave with a reason, and that they left stands in the log", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  for (const sheet of [contract.auditSheet, contract.loginLogSheet]) {
    assert.equal((await submit(admin, sheet)).msg, "请输入原因！");
    const { task, about } = await exported(app, admin, sheet, { reason: "内部审计" });
    assert.equal(about.get("导出原因"), "内部审计");
    const told = await app.auditOf(task);
    const actions = told.map(({ actionName, reason }) => [actionName, reason]);
    assert.ok(actions.some(([action, reason]) => action === `导出${task.bizName}` && reason === "内部审计"));
    assert.ok(actions.some(([action]) => action === "下载任务文件"));
  }
});

const ruled = [contract.userSheet, contract.idleUserSheet, contract.sessionSheet, contract.effectiveSheet];

for (const mode of ["HIDE", "MASK"] as const) {
  test(`AU-R20 fields that roles ${mode === "HIDE" ? "hide" : "mask"} are so in every file that has them`, async () => {
    const organization = await givenOrganization(app);
    const permissions = ruled.flatMap(({ export: call, list }) => [call.permission, list.permission]);
    const client = await app.signIn({ permissions: [...permissions, "authority:user:view"], organization });
    await app.rows("update app_user set created_at = now() - interval '50 days' where id = $1", [client.user.id]);
    await app.rows("update role set field_rules = $2 where permission_codes @> $1", [
      permissions,
      { "user.mobilePhone": mode, "user.staffNo": mode },
    ]);
    await app.arrange((tx) => tx.invalidate("rights"));
    for (const sheet of ruled) {
      const query: Record<string, string> = sheet.key === "authority.effective" ? { userIds: client.user.id } : {};
      const { rows } = await exported(app, client, sheet, { query });
      const at = sheet.columns.findIndex(({ key }) => key === "staffNo");
      assert.ok(rows.length > 0, sheet.name);
      const seen = rows.map((row) => row[at] ?? null);
      if (mode === "HIDE") assert.deepEqual(new Set(seen), new Set([null]), sheet.name);
      else assert.ok(!seen.includes(client.user.staffNo) && seen.some((one) => one !== null), sheet.name);
      assert.ok(!JSON.stringify(rows).includes(client.user.staffNo), sheet.name);
    }
  });
}

test("AU-R24 effective rights are exported as one line per person, code, scope and source", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [store, city] = [await givenOrganization(app), await givenOrganization(app)];
  const both = ["authority:user:list"];
  const manager = await givenRole(app, { permissionCodes: [...both, "authority:user:export"], dataScope: "ORG" });
  const reader = await givenRole(app, { permissionCodes: both, dataScope: "ORG_TREE" });
  const user = await givenUser(app, { userName: "王敏" });
  const first = await givenMembership(app, { user, organization: store, roles: [manager], isPrimary: true });
  await givenMembership(app, { user, organization: city, roles: [reader], positionName: "城市经理" });
  const lines = async (query: Record<string, string>) =>
    (await exported(app, admin, contract.effectiveSheet, { query })).rows.map(
      ([name, , code, , , scope, role, , post]) => [name, code, scope, role, post],
    );
  const own = ["王敏", "authority:user:list", store.name, manager.name, `${store.name}(店长)`];
  const exporting = ["王敏", "authority:user:export", store.name, manager.name, `${store.name}(店长)`];
  const tree = ["王敏", "authority:user:list", `${city.name}及下级`, reader.name, `${city.name}(城市经理)`];
  assert.deepEqual(await lines({ userIds: user.id }), [exporting, own, tree]);
  assert.deepEqual(await lines({ userIds: user.id, membershipId: first.id }), [exporting, own]);
  const adminLines = await lines({ userIds: admin.user.id });
  assert.ok(adminLines.length > 50);
  assert.ok(adminLines.every(([, , scope, role]) => scope === "全部数据" && role === "管理员"));
});

test("AU-R24 people out of scope are not in the file, and grants that the reader may not know have no name", async () => {
  const organization = await givenOrganization(app);
  const permissions = [
    "authority:explain:export",
    "authority:explain:view",
    "authority:user:list",
    "authority:user:view",
  ];
  const client = await app.signIn({ permissions, scope: "ORG", organization });
  const secret = await givenRole(app, { permissionCodes: ["authority:role:list"], dataScope: "ORG" });
  const colleague = await givenUser(app);
  await givenMembership(app, { user: colleague, organization, roles: [secret], isPrimary: true });
  const far = await givenMember(app);
  const userIds = [colleague.id, far.id].join(",");
  const { rows, about } = await exported(app, client, contract.effectiveSheet, { query: { userIds } });
  assert.deepEqual(
    rows.map((row) => [row[0], row[2], row[6]]),
    [[colleague.userName, "authority:role:list", "其他授权"]],
  );
  assert.equal(about.get("筛选条件：用户"), colleague.userName);
  const garbage = await submit(client, contract.effectiveSheet, { query: { userIds: "everybody" } });
  assert.equal(garbage.msg, "查询条件格式不正确");
});

test("PF-R94 the role matrix has a column per role that the reader sees, and says how far it reaches", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const permissionCodes = ["authority:user:list", "authority:user:export"];
  const name = "=矩阵角色";
  await givenRole(app, {
    name,
    permissionCodes,
    dataScope: "ORG",
    scopeOverrides: { "authority:user:export": "SELF" },
  });
  const { titles, rows } = await exported(app, admin, contract.roleMatrixSheet);
  assert.deepEqual(titles.slice(0, 4), ["页面", "权限点名称", "权限点", "风险"]);
  const at = titles.indexOf(`'${name}`);
  const held = rows.filter((row) => row[at]).map((row) => [row[2], row[at]]);
  assert.deepEqual(held, [
    ["authority:user:export", "仅本人"],
    ["authority:user:list", "本组织"],
  ]);
});

test("PF-R94 organisations are exported as far as the reader reaches, parents first", async () => {
  const region = await givenOrganization(app, { type: "REGION", name: "华东导出区" });
  const city = await givenOrganization(app, { type: "CITY", name: "苏州导出城", parent: region });
  await givenOrganization(app);
  await givenMembership(app, { user: await givenUser(app), organization: city, isPrimary: true });
  const permissions = ["authority:org:list", "authority:org:export"];
  const client = await app.signIn({ permissions, scope: "ORG_TREE", organization: region });
  const titled = (row: readonly unknown[]) => [row[1], row[2], row[4] ?? null, row[5], row[10], row[11], row[13]];
  const { rows } = await exported(app, client, contract.organizationSheet);
  assert.deepEqual(rows.map(titled), [
    ["华东导出区", "大区", null, "华东导出区", 1, 2, "启用"],
    ["苏州导出城", "城市", "华东导出区", "华东导出区 / 苏州导出城", 1, 1, "启用"],
  ]);
  const below = await exported(app, client, contract.organizationSheet, { query: { organizationId: city.id } });
  assert.deepEqual([below.rows.length, below.about.get("筛选条件：组织及下级")], [1, "苏州导出城"]);
});
