import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { listRecordLogs } from "@ops/platform/contract";
import { type Module, platformModule } from "@ops/platform/server";
import { declaredTables, reasonsWithoutScope } from "../../platform/server/db/record/table.ts";
import { conditionOf } from "../../platform/server/figures/stage-counter.ts";
import { composeProduct } from "../../scripts/openapi.ts";
import { askedBy } from "../contract/matrix-table.ts";
import { textOf } from "./repository.ts";

const { modules: composed } = composeProduct();
const modules: readonly Module[] = [platformModule, ...composed];
const snake = (text: string) => text.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Reads the tables of a schema with their columns; partitions are left out, because they have the scope of their table. */
function tablesOf(schema: string): Map<string, Set<string>> {
  const tables = schema.matchAll(/^create (?:unlogged )?table (\w+) \(\n([\s\S]*?)\n\)/gm);
  return new Map(
    [...tables].map(([, name = "", inside = ""]) => {
      const columns = inside.split("\n").flatMap((line) => /^ {2}"?(?!constraint )(\w+)/.exec(line)?.[1] ?? []);
      return [name, new Set(columns)];
    }),
  );
}

const schema = tablesOf(textOf("docs/schema.sql"));
const declared = new Map([...declaredTables].map(([name, table]) => [snake(name), table]));

const unscoped = new Map([...reasonsWithoutScope].map(([name, reason]) => [snake(name), reason]));
const MIGRATIONS = "schema_migration"; // it stores which migrations have run

test("every table is declared with its data scope, or tells in databaseOf why it has none", (context) => {
  context.diagnostic(`${schema.size} tables, ${declared.size} declared, ${unscoped.size} without scope`);
  assert.ok(schema.size > 20 && declared.size > 3 && unscoped.size > 20);
  const unknown = [...schema.keys()].filter((name) => !declared.has(name) && !unscoped.has(name));
  assert.deepEqual(unknown, [MIGRATIONS], "declare it with table(), or give the reason in server/database.ts");
  for (const [name, reason] of unscoped) assert.ok(reason.length > 5, name);
});

test("no reason is given for a table that is declared or gone", () => {
  assert.deepEqual(
    [...unscoped.keys()].filter((name) => declared.has(name) || !schema.has(name)),
    [],
  );
});

test("the log of every kind of record that can be read is in the authorisation matrix, with the code of its table", () => {
  const readable = [...declaredTables].flatMap(([bizType, { read }]) => (read ? [`${bizType} ${read}`] : []));
  const asked = askedBy(listRecordLogs).map(({ fixed, code }) => `${fixed?.["bizType"]} ${code}`);
  assert.deepEqual(asked.sort(), readable.sort(), "add it to `logs` in server/promises.ts of its module");
});

test("declared tables exist, with the columns of every record and those of their scope", () => {
  for (const [name, table] of declared) {
    const columns = schema.get(name);
    assert.ok(columns, `${name} is declared and does not exist`);
    const stamps = ["id", "version", "created_at", "created_by", "updated_at", "updated_by"];
    const { organization, owner } = { organization: undefined, owner: undefined, ...columnsOf(table.scope) };
    const needed = [...stamps, ...(table.softDelete ? ["deleted_at"] : []), organization, owner].flatMap(
      (one) => one ?? [],
    );
    const labelled = Object.keys(table.labels);
    const missing = [...needed, ...labelled].map(snake).filter((column) => !columns.has(column));
    assert.deepEqual(missing, [], name);
    if (typeof table.scope === "object" && "unscoped" in table.scope) assert.ok(table.scope.unscoped.length > 5, name);
  }
});

test("names of modules, jobs, schedules, listeners, parameters, dictionaries and numbers are unique", () => {
  const lists = {
    modules: modules.map(({ name }) => name),
    "jobs and schedules": modules.flatMap(({ jobs, schedules }) =>
      [...(jobs ?? []), ...(schedules ?? [])].map(({ name }) => name),
    ),
    listeners: modules.flatMap(({ listeners }) => (listeners ?? []).map(({ name }) => name)),
    parameters: modules.flatMap(({ params }) => (params ?? []).map(({ key }) => key)),
    todos: modules.flatMap(({ todos }) => (todos ?? []).map(({ key }) => key)),
    "outside ports": modules.flatMap(({ outward }) => (outward ?? []).map(({ port }) => port)),
    messages: modules.flatMap(({ messages }) => (messages ?? []).map(({ code }) => code)),
    "work in hand": modules.flatMap(({ workInHand }) => (workInHand ?? []).map(({ kind }) => kind)),
    dictionaries: modules.flatMap(({ dictionaries }) => (dictionaries ?? []).map(({ code }) => code)),
    "number prefixes": modules.flatMap(({ numbers }) => (numbers ?? []).map(({ prefix }) => prefix)),
  };
  for (const [what, names] of Object.entries(lists)) {
    assert.deepEqual([...new Set(names)], names, what);
  }
  assert.ok(lists["jobs and schedules"].length > 1);
});

test("jobs, schedules and listeners are named after their module", () => {
  for (const { name, jobs = [], schedules = [], listeners = [] } of modules) {
    for (const one of [...jobs, ...schedules, ...listeners])
      assert.match(one.name, new RegExp(`^(${name}|sso)\\.\\w+`));
  }
});

function columnsOf(scope: unknown): { organization?: string; owner?: string } {
  return typeof scope === "object" && scope !== null ? scope : {};
}

test("PF-R126 every stage counter counts by the columns that its migration keeps", () => {
  const texts = modules.flatMap(({ migrations }) =>
    migrations
      ? globSync("*.sql", { cwd: migrations }).map((file) => readFileSync(join(migrations, file), "utf8"))
      : [],
  );
  const kept = texts.flatMap((text) =>
    [...text.matchAll(/^select keep_stages\(([^)]*)\);$/gm)].map(([, args]) => args),
  );
  const quoted = (word: string | undefined) => (word === undefined ? "null" : `'${snake(word)}'`);
  const counters = modules.flatMap(({ stageCounters }) => stageCounters ?? []);
  const expected = counters.map(({ name, table, columns: { org, second, state, part } }) =>
    [`'${name}'`, ...[table.name, org, second, state, part].map(quoted), `'${conditionOf(table)}'`].join(", "),
  );
  assert.ok(counters.length > 0);
  assert.deepEqual(kept.toSorted(), expected.toSorted());
});
