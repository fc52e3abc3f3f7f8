import assert from "node:assert/strict";
import { test } from "node:test";
import { endpoint, idParams, stateMachine } from "@ops/platform/contract";
import { z } from "zod";
import { readOpened, writeOpened } from "./opened-address.ts";
import {
  chosenTab,
  factsOf,
  logOf,
  milestonesOf,
  paramsOf,
  recordOf,
  standingOf,
  tabsFor,
  versionOf,
} from "./record.ts";

const Note = z.object({ id: z.string(), state: z.enum(["OPEN", "DONE"]), version: z.int(), papers: z.int() });
const note: z.output<typeof Note> = { id: "7", state: "OPEN", version: 3, papers: 2 };
const getNote = endpoint({
  method: "GET",
  path: "/common/v1/notes/{id}",
  title: "记录详情",
  permission: "platform:note:view",
  record: "note",
  params: idParams,
  answer: Note,
});
const everything = () => true;
const only =
  (...codes: string[]) =>
  (needs: unknown) =>
    needs === getNote ? codes.includes("platform:note:view") : typeof needs === "string" && codes.includes(needs);

test("a tab is shown to those who may call what it needs, or one of several, for records that have it", () => {
  const tabs = [
    { key: "facts", title: "基本信息" },
    { key: "papers", title: "资质", needs: "note:papers", count: ({ papers }: typeof note) => papers },
    { key: "signIns", title: "登录", needs: ["note:logins", "note:sessions"] },
    { key: "end", title: "结案", when: ({ state }: typeof note) => state === "DONE" },
  ];
  const shownTo = (...codes: string[]) => tabsFor(tabs, note, only(...codes)).map(({ key }) => key);
  assert.deepEqual(shownTo(), ["facts"]);
  assert.deepEqual(shownTo("note:papers"), ["facts", "papers"]);
  assert.deepEqual(shownTo("note:sessions"), ["facts", "signIns"]);
  assert.deepEqual(shownTo("note:logins", "note:papers"), ["facts", "papers", "signIns"]);
  assert.ok(tabsFor(tabs, { ...note, state: "DONE" }, everything).some(({ key }) => key === "end"));
});

test("the tab of the address is shown, the first where the reader does not see the one that it names", () => {
  const shown = [{ key: "overview" }, { key: "papers" }];
  assert.equal(chosenTab(shown, "papers"), "papers");
  assert.equal(chosenTab(shown, "contracts"), "overview");
  assert.equal(chosenTab(shown, null), "overview");
  assert.equal(chosenTab([], "papers"), undefined);
});

test("a record has the log that its endpoint names, under the id of its row, for those who may see the record", () => {
  const described = { endpoint: getNote, entity: "记录", title: () => "记录" };
  const record = recordOf(described);
  assert.deepEqual(logOf(record, note, "N-0007", everything), { bizType: "note", bizId: "7" });
  assert.equal(logOf(record, note, "7", only()), null, "who looked it up by another call reads no log");
  const narrowed = recordOf({ ...described, logs: { when: ({ state }) => state === "DONE" } });
  assert.equal(logOf(narrowed, note, "7", everything), null);
  const { record: _record, ...unlogged } = getNote;
  assert.equal(logOf(recordOf({ ...described, endpoint: unlogged }), note, "7", everything), null);
});

test("the frame asks by whatever the path calls the record, and knows how it stands and when it has changed", () => {
  assert.deepEqual(paramsOf(getNote, "7"), { id: "7" });
  const byNumber = { ...getNote, params: z.object({ vin: z.string() }) };
  assert.deepEqual(paramsOf(byNumber, "LVX1"), { vin: "LVX1" });
  assert.equal(standingOf(note), "OPEN");
  assert.equal(standingOf({ status: "ENABLED" }), "ENABLED");
  assert.equal(versionOf(note), "3");
  assert.equal(versionOf({ id: "7" }), "");
});

test("record and tab stand in the address beside everything else that stands there", () => {
  assert.deepEqual(readOpened("?id=7&tab=papers", "id"), { id: "7", tab: "papers" });
  assert.deepEqual(readOpened("?tab=cars", "id"), { id: null, tab: null }, "the tab of a page is none of a record");
  assert.deepEqual(readOpened("?tab=cars&car=LVX1&carTab=logs", "car"), { id: "LVX1", tab: "logs" });
  assert.equal(writeOpened("?tab=cars", "car", "LVX1", "logs"), "?tab=cars&car=LVX1&carTab=logs");
  assert.equal(writeOpened("?tab=cars&car=LVX1&carTab=logs", "car", "LVX2"), "?tab=cars&car=LVX2");
  assert.equal(writeOpened("?id=7&tab=papers", "id", null), "");
});

test("a record that is older than its log tells of its own times, the latest first", () => {
  const made = { createdAt: "2026-01-02 09:00:00", updatedAt: "2026-01-02 09:00:00" };
  const textsOf = (events: ReturnType<typeof milestonesOf>) =>
    events.map(({ at, text }) => `${at.slice(5, 10)} ${text}`);
  assert.deepEqual(textsOf(milestonesOf("记录", made)), ["01-02 新增记录"], "never changed since");
  assert.deepEqual(textsOf(milestonesOf("记录", { ...made, updatedAt: "2026-01-05 09:00:00" })), [
    "01-05 最近一次修改",
    "01-02 新增记录",
  ]);
  const person = { createdAt: "2026-01-02 09:00:00", sentAt: "2026-01-03 10:00:00", sentBy: "刘念慈", leftAt: null };
  const named = { createdAt: "录入", sentAt: { text: "提交", by: "sentBy" }, leftAt: "离职" } as const;
  assert.deepEqual(
    milestonesOf("员工", person, named).map(({ text, by }) => [text, by]),
    [
      ["提交", "刘念慈"],
      ["录入", null],
    ],
  );
});

test("the facts of a record are what people read of it; its state stands in the head", () => {
  const machine = stateMachine({ code: "NOTE", entity: "记录", initial: "OPEN", states: { OPEN: "打开" }, moves: {} });
  const answer = z.object({ ...Note.shape, state: machine.schema, papers: Note.shape.papers.meta({ label: "资质" }) });
  assert.deepEqual(factsOf({ ...getNote, answer }), ["papers"]);
});
