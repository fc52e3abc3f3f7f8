import assert from "node:assert/strict";
import { test } from "node:test";
import { type RawBuilder, sql } from "kysely";
import { defineModule } from "../../module.ts";
import { newId } from "../../secret/crypto.ts";
import { listProbes, type ProbePerson, probeApp, probeModule, probes } from "../../start/probe.ts";
import { contains } from "./condition.ts";
import { countBy } from "./count-by.ts";
import { filtersOf, list } from "./list.ts";
import { countRecords } from "./list-page.ts";

const keeper = newId();
/** The same list, but with a table in another form for one reader. */
const listKept = { ...listProbes, path: "/probe/v1/kept-probes" } as const;
const keptModule = defineModule({
  name: "probeKept",
  routes: [
    list(listKept, probes, {
      tableFor: async ({ actor }) =>
        actor.userId === keeper ? { ...probes, scope: () => sql<boolean>`probe.level = 'KEPT'` } : probes,
      where: { keyword: (word) => contains("name", word) },
      orderBy: ["createdAt", "desc"],
      present: async (_tx, rows) => [...rows],
    }),
  ],
});
const app = probeApp({ modules: [probeModule, keptModule] });
const token = (more: Partial<ProbePerson> = {}) =>
  app.admit("reader", { userId: newId(), organizationId: newId(), permissions: ["probe:probe:list"], ...more });

async function givenProbes(count: number, name: (n: number) => string, level = "L") {
  const values = Array.from({ length: count }, (_, n) => name(n));
  await app.rows(
    `insert into probe (id, version, created_at, created_by, updated_at, updated_by, org_id, owner_id, name, phone, level)
     select gen_random_uuid(), 1, now() + n * interval '1 second', $1, now(), $1, $1, $1, name, '13800000000', $3
     from unnest($2::text[]) with ordinality as given(name, n)`,
    [newId(), values, level],
  );
}

test("PF-R85 the default page has 10 rows, newest first, and pages do not overlap", async () => {
  await givenProbes(25, (n) => `页${n}`, "PAGE");
  const first = await app.call(listProbes, { query: { level: "PAGE" } }, { token: token() });
  const third = await app.call(listProbes, { query: { level: "PAGE", pageNo: 3 } }, { token: token() });
  assert.partialDeepStrictEqual(first.data, { total: 25, totalKind: "exact", pageNo: 1, pageSize: 10 });
  assert.deepEqual(
    first.data.list.slice(0, 2).map(({ name }) => name),
    ["页24", "页23"],
  );
  assert.deepEqual(
    third.data.list.map(({ name }) => name),
    ["页4", "页3", "页2", "页1", "页0"],
  );
});

test("PF-R85 more than 100 rows a page, or beyond row 10,000, is refused", async () => {
  const large = await app.call(listProbes, { query: { pageSize: 101 } }, { token: token() });
  assert.equal(large.msgCode, "COMMON_PARAM");
  const deep = await app.call(listProbes, { query: { pageNo: 101, pageSize: 100 } }, { token: token() });
  assert.partialDeepStrictEqual(deep, {
    status: 200,
    msgCode: "COMMON_TOO_MANY_ROWS",
    msg: "查询结果过多，请缩小查询范围或使用导出",
  });
});

test("PF-R85 a total above 10,000 is told as at least 10,000", async () => {
  await givenProbes(10_050, (n) => `多${n}`, "MANY");
  const { data } = await app.call(listProbes, { query: { level: "MANY" } }, { token: token() });
  assert.partialDeepStrictEqual(data, { total: 10_000, totalKind: "atLeast" });
});

test("PF-R85 rows by value: exact in a short list or under a filter, up to 2,000 each in a long one", async () => {
  await givenProbes(7, () => "少", "FEW");
  const asked = { column: "level", values: ["MANY", "FEW", "NONE"] } as const;
  const count = (where: RawBuilder<boolean>[]) => app.arrange((tx) => countBy(tx, probes, { ...asked, where }));
  const few = { value: "FEW", count: 7, countKind: "exact" };
  const none = { value: "NONE", count: 0, countKind: "exact" };
  assert.deepEqual(await count([]), [{ value: "MANY", count: 2_000, countKind: "atLeast" }, few, none]);
  const all = await count([sql<boolean>`probe.phone <> ''`]);
  assert.deepEqual(all, [{ value: "MANY", count: 10_050, countKind: "exact" }, few, none]);
  assert.deepEqual(await count([sql<boolean>`probe.name = '少'`]), [{ ...none, value: "MANY" }, few, none]);
});

test("PF-R84 only declared columns sort and filter; an empty filter drops out", async () => {
  for (const query of [{ sortBy: "phone" }, { orgId: newId() }, { "level; drop table probe": "x" }]) {
    const address = `${app.origin}/probe/v1/probes?${new URLSearchParams(query as Record<string, string>)}`;
    const response = await fetch(address, { headers: { authorization: token(), applicationid: "1" } });
    assert.equal((await response.json()).msgCode, "COMMON_PARAM");
  }
  const empty = await app.call(listProbes, { query: { level: "" } }, { token: token() });
  assert.equal(empty.success, true);
});

test("PF-R84 wildcards and escapes in a keyword are plain text", async () => {
  await givenProbes(1, () => "百分100%_\\号", "WILD");
  await givenProbes(1, () => "百分100号", "WILD");
  const names = async (keyword: string) => {
    const { data } = await app.call(listProbes, { query: { keyword, level: "WILD" } }, { token: token() });
    return data.list.map(({ name }) => name);
  };
  assert.deepEqual(await names("%_"), ["百分100%_\\号"]);
  assert.deepEqual(await names("\\"), ["百分100%_\\号"]);
  assert.equal((await names("百分")).length, 2);
});

test("PF-R85 sorting by a chosen column keeps its order over the pages", async () => {
  await givenProbes(12, (n) => `序${String(n).padStart(2, "0")}`, "SORT");
  const query = { level: "SORT", sortBy: "name", sortOrder: "asc" } as const;
  const first = await app.call(listProbes, { query }, { token: token() });
  const second = await app.call(listProbes, { query: { ...query, pageNo: 2 } }, { token: token() });
  const names = [...first.data.list, ...second.data.list].map(({ name }) => name);
  assert.deepEqual(names, [...names].sort());
  assert.equal(names.length, 12);
});

test("a list asks for its table in the form that its reader needs", async () => {
  await givenProbes(3, (n) => `留${n}`, "KEPT");
  const scope = { all: false, organizations: null, selfId: newId() } as const;
  const names = async (userId: string) => {
    const { data } = await app.call(listKept, { query: { keyword: "留" } }, { token: token({ userId, scope }) });
    return data.list.map(({ name }) => name);
  };
  assert.deepEqual(await names(newId()), [], "none of them is the reader's own");
  assert.deepEqual(await names(keeper), ["留2", "留1", "留0"]);
});

test("records are counted as a list counts them: what is not deleted, inside the scope, up to 10,000", async () => {
  await givenProbes(4, (n) => `数${n}`, "COUNT");
  await app.rows("update probe set deleted_at = now() where name = '数3'");
  const count = (...where: RawBuilder<boolean>[]) => app.arrange((tx) => countRecords(tx, probes, ...where));
  assert.equal(await count(sql<boolean>`probe.level = 'COUNT'`), 3);
  assert.equal(await count(sql<boolean>`probe.level = 'COUNT'`, sql<boolean>`probe.name <> '数0'`), 2);
  assert.equal(await count(sql<boolean>`probe.level = 'MANY'`), 10_000);
  const nobody = { all: false, organizations: null, selfId: newId() } as const;
  const seen = await app.arrange((tx) =>
    countRecords({ ...tx, actor: { ...tx.actor, scopeOf: () => nobody } }, probes, sql<boolean>`probe.level = 'COUNT'`),
  );
  assert.equal(seen, 0);
});

test("the filters of a list, those that are columns and the others, count the same rows", async () => {
  await givenProbes(3, (n) => `筛${n}`, "SIFT");
  const filters = filtersOf(listProbes, probes, { keyword: async (word) => contains("name", word) });
  const count = (query: { keyword?: string; level?: string }) =>
    app.arrange(async (tx) => {
      const where = await filters(tx, query);
      return (await countBy(tx, probes, { column: "level", values: ["SIFT"], where })).map((one) => one.count);
    });
  assert.deepEqual(await count({ level: "SIFT" }), [3]);
  assert.deepEqual(await count({ level: "SIFT", keyword: "筛1" }), [1]);
  assert.deepEqual(await count({ level: "FEW" }), [0]);
});
