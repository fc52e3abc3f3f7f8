import assert from "node:assert/strict";
import { afterEach, mock, test } from "node:test";
import { systemActor } from "../actor.ts";
import { probeApp } from "../start/probe.ts";
import { TodoNews } from "./news.ts";
import { type TodoSource, todosOf } from "./todo.ts";

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

test("platform 6 a card without a code is shown to everybody and counts with the rights of the call", async () => {
  asked.length = 0;
  const open = { ...card("a.open", 3, []), permission: null };
  const actor = { ...systemActor, can: () => false };
  const cards = await app.arrange((tx) => todosOf({ ...tx, actor, permission: "session" }, [open, ...sources]));
  assert.deepEqual([cards.map(({ key }) => key), asked], [["a.open"], ["session"]]);
});

/** Collects the news for open pages, on a clock that the test moves. */
function newsDesk() {
  mock.timers.enable({ apis: ["setTimeout"] });
  const told: string[][] = [];
  const news = new TodoNews(sources, async (keys) => void told.push([...keys]));
  return { note: (...tables: string[]) => news.note(new Set(tables)), told, news };
}
afterEach(() => mock.timers.reset());

test("platform 6 open pages count anew what a change may have moved, and nothing else", () => {
  for (const [tables, keys] of [
    [["task"], [["a.one", "a.two"]]],
    [["probe", "task"], [["a.one", "a.none", "a.two"]]],
    [["region"], []],
  ] as const) {
    const { note, told } = newsDesk();
    note(...tables);
    assert.deepEqual(told, keys);
    mock.timers.reset();
  }
});

test("PF-R109 of each card a node tells at most once a second, and the last change is told", () => {
  const { note, told } = newsDesk();
  note("task");
  note("task");
  mock.timers.tick(999);
  note("task", "probe");
  assert.deepEqual(told.splice(0), [["a.one", "a.two"], ["a.none"]], "a card that was not told of yet is told at once");
  mock.timers.tick(1);
  assert.deepEqual(told.splice(0), [["a.one", "a.two"]], "what changed meanwhile, once");
  note("notice");
  note("notice");
  assert.deepEqual(told.splice(0), [["a.hidden"]]);
  note("task");
  mock.timers.tick(999);
  assert.deepEqual(told.splice(0), [], "nor is what was told at the end of a second told again within the next");
  mock.timers.tick(1);
  assert.deepEqual(told.splice(0).toSorted(), [["a.hidden"], ["a.one", "a.two"]]);
  mock.timers.tick(1_000);
  assert.deepEqual(told, [], "nothing changed since");
  note("task");
  assert.deepEqual(told, [["a.one", "a.two"]], "after a quiet second it is told at once again");
});

test("PF-R109 a node that stops tells nothing more", () => {
  const { note, told, news } = newsDesk();
  note("task");
  note("task");
  news.stop();
  mock.timers.tick(5_000);
  assert.deepEqual(told, [["a.one", "a.two"]]);
});
