import assert from "node:assert/strict";
import { test } from "node:test";
import type { ImportColumn, ImportKind } from "@ops/platform/contract";
import { systemActor } from "../../actor.ts";
import { createProbe } from "../../start/probe.ts";
import { checkFile, checkRows, type ImportRow } from "./check-rows.ts";
import { mayImport } from "./import-source.ts";
import { arrangeRows, chunkEnd } from "./in-order.ts";

const kindOf = (...columns: ImportColumn[]): ImportKind => ({
  key: "a.b",
  name: "表",
  permission: "a:b:c",
  version: 1,
  columns,
});
const byLine = ({ line }: ImportRow) => String(line);

/** Checks a text in a cell of such a column, and answers its value or the fault. */
async function checkedCell(column: Omit<ImportColumn, "key" | "title">, text: string): Promise<string | null> {
  const kind = kindOf({ key: "a", title: "列", ...column });
  const { rows, problems } = await checkRows(kind, [{ line: 7, cells: { a: text } }], byLine);
  if (problems.length === 0) return rows[0]?.values["a"] ?? null;
  const [found] = problems;
  assert.deepEqual(
    [rows, problems.length, found?.line, found?.column, found?.value],
    [[], 1, 7, "列", text],
    "told with its place and what was typed",
  );
  return `! ${found?.problem}`;
}

test("PF-R95 cells: what is required, how long, which word, which form", async () => {
  const [chars, wide] = ["x".repeat(200), "长".repeat(100)];
  const words = { A: "甲", B: "乙", C: "乙" };
  const cases: [Omit<ImportColumn, "key" | "title">, text: string, expected: string | null][] = [
    [{}, "", null],
    [{}, chars, chars],
    [{}, `${chars}x`, "! 列长度超限"],
    [{}, wide, wide],
    [{}, `${wide}x`, "! 列长度超限"],
    [{ max: 3 }, "xxx", "xxx"],
    [{ max: 3 }, "xxxx", "! 列长度超限"],
    [{ required: true }, "", "! 列不能为空"],
    [{ required: true }, "x", "x"],
    [{ words }, "甲", "A"],
    [{ words }, "A", "A"],
    [{ words }, "乙", "B"],
    [{ words }, "C", "C"],
    [{ words }, "", null],
    [{ words }, "丙", "! 列不在字典中"],
    [{ kind: "int" }, "-123456789", "-123456789"],
    [{ kind: "int" }, "1234567890", "! 列格式不正确"],
    [{ kind: "int" }, "1.5", "! 列格式不正确"],
    [{ kind: "int", pattern: /^\d$/ }, "12", "! 列格式不正确"],
    [{ kind: "text" }, "1.5", "1.5"],
    [{ kind: "day" }, "2026.1.5", "2026-01-05"],
    [{ kind: "day" }, "2026-13-05", "! 列格式不正确"],
    [{ kind: "day", max: 3 }, "2026-01-05", "! 列长度超限"],
    [{ pattern: /^a/ }, "ab", "ab"],
    [{ pattern: /^a/ }, "ba", "! 列格式不正确"],
    [{ words: { "#N/A": "无" } }, "#N/A", "! 列格式不正确"],
  ];
  for (const [column, text, expected] of cases) {
    assert.equal(await checkedCell(column, text), expected, `${JSON.stringify(column)} ${text.slice(0, 12)}`);
  }
});

test("PF-R95 what PostgreSQL cannot store is refused in every column, whatever it asks for", async () => {
  const columns: Omit<ImportColumn, "key" | "title">[] = [
    {},
    { words: { "a\0": "甲\0" } },
    { max: 2 },
    { kind: "day" },
  ];
  for (const text of ["HB\x001", "\0", "a\0", "x\ud800", "\udc00x", "甲\0"]) {
    for (const column of [...columns, { kind: "int" as const }, { pattern: /./s }, { required: true }]) {
      assert.equal(
        await checkedCell(column, text),
        "! 列格式不正确",
        `${JSON.stringify(column)} ${JSON.stringify(text)}`,
      );
    }
  }
  assert.equal(await checkedCell({}, "😀"), "😀");
});

const two = kindOf({ key: "k", title: "键", required: true }, { key: "n", title: "数", kind: "int" });
const row = (line: number, k: string, n = "") => ({ line, cells: { k, n } });

test("PF-R95 of two rows of one key the second is wrong, unless the first does not get in", async () => {
  const typed = [row(2, "甲", "x"), row(3, "甲"), row(5, "乙"), row(8, "甲"), row(9, "", "y"), row(10, "甲", "x")];
  const { rows, problems } = await checkRows(two, typed, ({ values }) => values["k"] ?? "");
  assert.deepEqual(rows, [
    { line: 3, values: { k: "甲", n: null } },
    { line: 5, values: { k: "乙", n: null } },
  ]);
  assert.deepEqual(
    problems.map(({ line, column, value, problem }) => [line, column, value, problem]),
    [
      [2, "数", "x", "数格式不正确"],
      [8, "", "", "与第3行重复"],
      [9, "键", "", "键不能为空"],
      [9, "数", "y", "数格式不正确"],
      [10, "数", "x", "数格式不正确"],
    ],
  );
});

test("PF-R95 rows are put in order, and what is wrong between them is told of those alone", async () => {
  const arrange = (rows: readonly ImportRow[]) => ({
    rows: rows.toReversed(),
    problems: new Map(rows.filter(({ values }) => values["k"] === "乙").map(({ line }) => [line, "不合"])),
  });
  const typed = [row(2, "甲"), row(3, "乙"), row(4, "丙", "x"), row(5, "丁")];
  const { rows, problems } = await checkFile(two, typed, { keyOf: byLine, arrange });
  assert.deepEqual(
    rows.map(({ line }) => line),
    [5, 2],
  );
  assert.deepEqual(problems, [
    { line: 4, column: "数", value: "x", problem: "数格式不正确" },
    { line: 3, column: "", value: "", problem: "不合" },
  ]);
  const groupOf = ({ values }: ImportRow) => (values["n"] === null ? null : "同");
  const lines = async (ordering: Parameters<typeof arrangeRows>[1]) =>
    (await arrangeRows([row(2, "甲", "1"), row(3, "乙"), row(4, "丙", "1"), row(5, "丁")], ordering)).map((group) =>
      group.map(({ line }) => line),
    );
  assert.deepEqual(await lines({}), [[2], [3], [4], [5]]);
  assert.deepEqual(await lines({ groupOf }), [[2, 4], [3], [5]]);
  assert.deepEqual(await lines({ groupOf, arrange }), [[5], [4, 2], [3]]);
});

test("PF-R95 a chunk ends behind a whole group, in the middle of one only if it holds no other", () => {
  const groups = [[1, 2], [3], [4, 5, 6, 7], [8]];
  const ends: [at: number, most: number, end: number][] = [
    [0, 1, 1],
    [0, 2, 2],
    [0, 3, 3],
    [0, 4, 3],
    [0, 7, 7],
    [0, 8, 8],
    [0, 99, 8],
    [1, 1, 2],
    [3, 2, 5],
    [5, 2, 7],
    [5, 3, 8],
    [7, 5, 8],
  ];
  for (const [at, most, end] of ends) assert.equal(chunkEnd(groups, at, most), end, `${at} ${most}`);
});

test("PF-R95 somebody imports with the code of the kind, the call that does it by hand, and not while only looking", () => {
  const kind = kindOf();
  const byHand = { ...kind, byHand: createProbe };
  const actor = (can: boolean, mayCall: boolean, isReadOnly = false) => ({
    ...systemActor,
    can: () => can,
    mayCall: () => mayCall,
    isReadOnly,
  });
  const may = [actor(true, true), actor(true, false), actor(false, true), actor(true, true, true)];
  assert.deepEqual(
    may.map((one) => mayImport(one, kind)),
    [true, true, false, false],
  );
  assert.deepEqual(
    may.map((one) => mayImport(one, byHand)),
    [true, false, false, false],
  );
});
