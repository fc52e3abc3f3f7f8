import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import type { LiveEvent } from "@ops/platform/contract";
import type { StreamItem } from "../http/route.ts";
import { Inbox } from "./inbox.ts";
import type { ToldTopic } from "./tell-topic.ts";
import { type Reach, TopicBoard } from "./topic-board.ts";

beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
afterEach(() => mock.timers.reset());

/** A page that listens to topics: the messages that it got. */
function openPage(board: TopicBoard, reaches: Record<string, Reach>) {
  const told: LiveEvent[] = [];
  const inbox = new Inbox<StreamItem>(new AbortController().signal);
  mock.method(inbox, "put", (item: StreamItem) => void (item !== "heartbeat" && told.push(item.event)));
  board.add(inbox, new Map(Object.entries(reaches)));
  return { inbox, told };
}
const news = (topic: string, ids: ToldTopic["ids"], orgIds: string[] | null = null) => ({ topic, ids, orgIds });
const message = (told: Record<string, string[] | "all">) => ({ type: "topic.news", news: told });
const ids = (count: number, from = 0) => Array.from({ length: count }, (_, n) => `id${from + n}`);

test("PF-R109 what comes for a channel within 500 ms is one message; what comes later is another", () => {
  const board = new TopicBoard();
  const { told } = openPage(board, { a: "everything", b: "everything" });
  board.hear(news("a", ["1"]));
  mock.timers.tick(499);
  board.hear(news("a", ["2", "1"]));
  board.hear(news("b", ["3"]));
  assert.deepEqual(told, []);
  mock.timers.tick(1);
  assert.deepEqual(told.splice(0), [message({ a: ["1", "2"], b: ["3"] })]);
  board.hear(news("b", ["4"]));
  mock.timers.tick(499);
  assert.deepEqual(told, []);
  mock.timers.tick(1);
  assert.deepEqual(told, [message({ b: ["4"] })]);
});

test("PF-R109 up to 200 records are named; of more, or after all, all is said", () => {
  const board = new TopicBoard();
  const { told } = openPage(board, { a: "everything", b: "everything", c: "everything" });
  board.hear(news("a", ids(100)));
  board.hear(news("a", ids(100, 100)));
  board.hear(news("b", ids(150)));
  board.hear(news("b", ids(51, 150)));
  board.hear(news("c", ["1"]));
  board.hear(news("c", "all"));
  board.hear(news("c", ["2"]));
  mock.timers.tick(500);
  assert.deepEqual(told, [message({ a: ids(200), b: "all", c: "all" })]);
});

test("PF-R109 a page hears its own topics only, of its own organisations or of everybody", () => {
  const board = new TopicBoard();
  const [north, south] = [openPage(board, { a: new Set(["n", "x"]) }), openPage(board, { a: new Set(["s"]) })];
  const [hq, other] = [openPage(board, { a: "everything" }), openPage(board, { b: "everything" })];
  const nobody = openPage(board, { a: new Set<string>() });
  board.hear(news("a", ["1"], ["n", "w"]));
  board.hear(news("a", ["2"], ["w"]));
  mock.timers.tick(500);
  board.hear(news("a", ["3"]));
  mock.timers.tick(500);
  assert.deepEqual(north.told, [message({ a: ["1"] }), message({ a: ["3"] })]);
  assert.deepEqual(south.told, [message({ a: ["3"] })]);
  assert.deepEqual(hq.told, [message({ a: ["1", "2"] }), message({ a: ["3"] })]);
  assert.deepEqual(nobody.told, [message({ a: ["3"] })]);
  assert.deepEqual(other.told, []);
});

test("PF-R109 a page that has left, or a node that stops, is told nothing more", () => {
  const board = new TopicBoard();
  const [left, stays] = [openPage(board, { a: "everything" }), openPage(board, { a: "everything" })];
  board.hear(news("a", ["1"]));
  board.remove(left.inbox);
  mock.timers.tick(500);
  board.hear(news("a", ["2"]));
  board.stop();
  mock.timers.tick(500);
  assert.deepEqual([left.told, stays.told], [[], [message({ a: ["1"] })]]);
});
