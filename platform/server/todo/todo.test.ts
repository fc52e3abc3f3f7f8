import assert from "node:assert/strict";
import { test } from "node:test";
import { systemActor } from "../actor.ts";
import { probeApp } from "../probe.ts";
import { type TodoSource, tellTodos, todosOf } from "./todo.ts";

const app = probeApp();
const NOW = new Date("2026-01-05T08:00:00Z");
const asked: string[] = [];

const card = (key: `${string}.${string}`, count: number, tables: readonly string[]): TodoSource => ({
  key,
  title: `卡片${key}`,
  permission: `${key}:list`,
  route: "/home",
  tables,
  count: async ({ permission }) => {
    asked.push(permission);
    return count;
  },
});
const preset = (now: Date) => ({ list: "/list", filters: { day: now.toISOString() } });
const sources: readonly TodoSource[] = [
  { ...card("a.one", 1, ["probe", "task"]), preset },
  card("a.none", 0, ["probe"]),
  card("a.hidden", 7, ["notice"]),
  card("a.two", 2, ["task"]),
];

test("platform 6 the cards of the home page: those that somebody may see and that count something", async () => {
  const actor = { ...systemActor, can: (code: string) => code !== "a.hidden:list" };
  const cards = await app.arrange((tx) => todosOf({ ...tx, actor, now: NOW }, sources));
  assert.deepEqual(cards, [
    { key: "a.one", title: "卡片a.one", count: 1, route: "/home", preset: preset(NOW) },
    { key: "a.two", title: "卡片a.two", count: 2, route: "/home", preset: null },
  ]);
  assert.deepEqual(asked, ["a.one:list", "a.none:list", "a.two:list"], "each in the scope of its own code");
});

test("platform 6 open pages count anew what a change may have moved, and nothing else", async () => {
  const told = async (...tables: string[]) => {
    await app.rows("delete from live_event");
    await app.arrange(async (tx) => {
      for (const table of tables) tx.trail.tables.add(table);
      await tellTodos(tx, sources);
    });
    return (await app.rows<{ payload: unknown }>("select payload from live_event")).map(({ payload }) => payload);
  };
  assert.deepEqual(await told("task"), [{ type: "todo.changed", keys: ["a.one", "a.two"] }]);
  assert.deepEqual(await told("probe", "task"), [{ type: "todo.changed", keys: ["a.one", "a.none", "a.two"] }]);
  assert.deepEqual(await told("region"), []);
});
