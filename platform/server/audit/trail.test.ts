import assert from "node:assert/strict";
import { test } from "node:test";
import type { Table } from "../db/record/table.ts";
import { notInDict } from "../dict/codes.ts";
import { newId } from "../secret/crypto.ts";
import { AuditTrail } from "./trail.ts";

interface Row {
  id: string;
  version: number;
  createdAt: Date;
  createdBy: string;
  updatedAt: Date;
  updatedBy: string;
  no: string | null;
  name: string;
  isOpen: boolean | null;
  day: Date | null;
  tags: readonly string[];
  facts: unknown;
  state: string;
  secret: string;
  phone: string;
  wholeId: string;
}
const things: Table<Row> = {
  name: "thing",
  entity: "东西",
  scope: { unscoped: "of this test" },
  number: "no",
  labels: {
    name: "名称",
    isOpen: "开放",
    day: "日期",
    tags: "标签",
    facts: "情况",
    state: "状态",
    secret: "口令",
    phone: "手机号",
  },
  words: { state: { ON: "启用", OFF: "停用" }, tags: { a: "甲", b: "乙" } },
  secret: ["secret"],
  masked: { phone: (text) => `${text.slice(0, 3)}****` },
};
const parts: Table<Row> = { ...things, name: "part", partOf: { table: "thing", by: "wholeId" } };
const { number: _, ...nameless } = things;
const id = newId();
const row: Row = {
  id,
  version: 1,
  createdAt: new Date(0),
  createdBy: id,
  updatedAt: new Date(0),
  updatedBy: id,
  no: "T1",
  name: "原名",
  isOpen: true,
  day: new Date(0),
  tags: ["a"],
  facts: { n: 1 },
  state: "ON",
  secret: "old",
  phone: "13812345678",
  wholeId: newId(),
};
const told = (trail: AuditTrail) => trail.diffs.map(({ label, before, after }) => `${label}：${before} → ${after}`);

test("PF-R97 a diff tells words, lists, yes and no, masks and secrets as people read them, of what differs alone", () => {
  const trail = new AuditTrail();
  trail.changed(things, row, {
    ...row,
    name: "新名",
    isOpen: false,
    day: new Date(86_400_000),
    tags: ["b", "c"],
    facts: { n: 2 },
    state: "OFF",
    secret: "new",
    phone: "13912345678",
  });
  assert.deepEqual(told(trail), [
    "名称：原名 → 新名",
    "开放：是 → 否",
    "日期：1970-01-01 08:00:00 → 1970-01-02 08:00:00",
    "标签：甲 → 乙、c",
    '情况：{"n":1} → {"n":2}',
    "状态：启用 → 停用",
    "口令：****** → ******",
    "手机号：138**** → 139****",
  ]);
  assert.deepEqual(trail.diffs[0], {
    bizType: "thing",
    bizId: id,
    field: "name",
    label: "名称",
    before: "原名",
    after: "新名",
  });
  assert.deepEqual([trail.subject, [...trail.tables]], [{ bizType: "thing", bizId: id, bizNo: "T1" }, ["thing"]]);
});

test("PF-R97 what is the same, or was not touched, is no diff; what comes or goes is told against nothing", () => {
  const same = new AuditTrail();
  same.changed(things, row, { ...row, facts: { n: 1 }, day: new Date(0) });
  same.changed(things, row, { id, name: "原名" });
  assert.deepEqual(same.diffs, []);
  const partly = new AuditTrail();
  partly.changed(things, row, { id, name: "新名" });
  assert.deepEqual(told(partly), ["名称：原名 → 新名"]);
  assert.deepEqual(partly.subject, { bizType: "thing", bizId: id, bizNo: "T1" });
  const made = new AuditTrail();
  made.changed(things, null, { ...row, isOpen: null, day: null, facts: undefined });
  assert.deepEqual(told(made), [
    "名称：null → 原名",
    "标签：null → 甲",
    "状态：null → 启用",
    "口令：null → ******",
    "手机号：null → 138****",
  ]);
  const gone = new AuditTrail();
  gone.changed(things, { id, name: "原名", facts: ["x", 1], tags: [] }, null);
  assert.deepEqual(told(gone), ["名称：原名 → null", "标签： → null", '情况：["x",1] → null']);
  assert.deepEqual(gone.subject, { bizType: "thing", bizId: id, bizNo: null });
});

test("PF-R97 a call is about the first record it changed, or names; refused, about the first that it locked", () => {
  const trail = new AuditTrail();
  assert.equal(trail.target, null);
  trail.locked(things, row);
  trail.locked(things, { ...row, id: newId() });
  assert.deepEqual([trail.subject, trail.target], [null, { bizType: "thing", bizId: id, bizNo: "T1" }]);
  trail.about("other", "1");
  trail.about("later", "2", "no");
  const other = { bizType: "other", bizId: "1", bizNo: null };
  assert.deepEqual([trail.subject, trail.target], [other, other]);
  for (const [table, no] of [
    [nameless, "T1"],
    [things, null],
  ] as const) {
    const without = new AuditTrail();
    without.locked(table, { ...row, no });
    assert.deepEqual(without.target, { bizType: "thing", bizId: id, bizNo: null });
    without.changed(table, null, { ...row, no });
    assert.deepEqual(without.subject, { bizType: "thing", bizId: id, bizNo: null });
  }
});

test("PF-R97 a call that locks a record which leads is about it, whatever it changes first", () => {
  const trail = new AuditTrail();
  trail.locked({ ...things, leads: true }, row);
  trail.changed(things, null, { ...row, id: newId() });
  assert.deepEqual(trail.subject, { bizType: "thing", bizId: id, bizNo: "T1" });
});

test("PF-R97 every reason is told once, that of the caller before that of the service", () => {
  const reasonsOf = (asked: string | null, own: string | null) => {
    const trail = new AuditTrail(asked);
    trail.reason = own;
    return trail.reasons;
  };
  assert.deepEqual(
    [reasonsOf(null, null), reasonsOf("问", null), reasonsOf(null, "答"), reasonsOf("问", "答"), reasonsOf("同", "同")],
    [null, "问", "答", "问；答", "同"],
  );
});

test("PF-R97 what is a part of a record belongs into the log of that record, however deep it lies", () => {
  const trail = new AuditTrail();
  const [whole, part] = [newId(), newId()];
  trail.changed(things, null, { ...row, id: whole, no: "W1" });
  trail.changed(parts, null, { ...row, id: part, wholeId: whole });
  trail.changed(parts, { ...row, id: "gone", wholeId: "elsewhere" }, null);
  assert.deepEqual(trail.whose({ bizType: "part", bizId: part }), { bizType: "thing", bizId: whole, bizNo: "W1" });
  assert.deepEqual(trail.whose({ bizType: "thing", bizId: whole }), { bizType: "thing", bizId: whole, bizNo: "W1" });
  assert.deepEqual(trail.whose({ bizType: "part", bizId: "gone" }), {
    bizType: "thing",
    bizId: "elsewhere",
    bizNo: null,
  });
  assert.deepEqual(trail.whose({ bizType: "part", bizId: "unknown" }), {
    bizType: "part",
    bizId: "unknown",
    bizNo: null,
  });
});

test("PF-R97 the lines of a file that a record came from, in their order, each once", () => {
  const trail = new AuditTrail();
  for (const line of [12, 3, 12, 5]) trail.cameFrom(line, id);
  trail.cameFrom(7, "other");
  assert.deepEqual([trail.linesOf(id), trail.linesOf("other"), trail.linesOf("none")], [[3, 5, 12], [7], []]);
});

test("PF-R88 a record takes no value that was retired, but keeps the one it holds", () => {
  const refusal = notInDict("状态", "state");
  const trail = new AuditTrail(null, [{ name: "state", value: "OFF", refusal }]);
  trail.changed(things, { ...row, state: "OFF" }, { ...row, state: "OFF" });
  assert.throws(() => trail.changed(things, row, { ...row, state: "OFF" }), refusal);
});
