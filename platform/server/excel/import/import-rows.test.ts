import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { checkImport, createDictEntry, createDictType, type ImportKind } from "@ops/platform/contract";
import { sql } from "kysely";
import { exportApp, fetchDownload, filePath, givenExporter, waitForTask } from "../testing.ts";
import type { ImportSource } from "./import-source.ts";
import { sheetsOf } from "./read-back.ts";
import { importCalls, upload } from "./testing-import.ts";

const PERMISSION = "platform:dict:edit";
const DICT = "t_rows_grade";
const kind: ImportKind = {
  key: "probe.rows",
  name: "拒绝",
  permission: PERMISSION,
  version: 1,
  columns: [
    { key: "n", title: "号", required: true },
    { key: "sqlState", title: "错误码" },
    { key: "times", title: "次数", kind: "int" },
    { key: "grade", title: "等级", dict: DICT },
  ],
};
const seam = { beforeCheck: async () => {} };
const checked: number[] = [];
/** What each check knew of the rows before. */
const remembered: number[] = [];
const tried = new Map<string, number>();
const written: string[] = [];

/** The database refuses a row with the error code that the row contains, so many times or always. */
const source: ImportSource<unknown, { rows: number }> = {
  kind,
  checksAlone: true,
  keyOf: ({ values }) => values["n"] ?? "",
  startMemory: () => ({ rows: 0 }),
  check: async (_tx, rows, { memory }) => {
    await seam.beforeCheck();
    remembered.push(memory.rows);
    memory.rows += rows.length;
    checked.push(rows.length);
    return new Map();
  },
  apply: async (tx, { values: { n, sqlState, times } }) => {
    const count = (tried.get(n ?? "") ?? 0) + 1;
    tried.set(n ?? "", count);
    if (sqlState && count <= Number(times ?? 99)) {
      await sql`do ${sql.lit(`begin raise exception using errcode = '${sqlState}'; end`)}`.execute(tx.kysely);
    }
    written.push(n ?? "");
  },
};

const app = exportApp(true, [source]);
const { workbook, check, confirm } = importCalls(app, kind.key, ["号*", "错误码", "次数", "等级"]);
const importer = () => givenExporter(app, { permissions: [PERMISSION] });

test("PF-R95 a row that the database refuses for any reason fails alone, with words for it", async () => {
  const who = importer();
  const codes = ["23514", "22003", "23503", "23505", "23502", "22001", "23P01", "P0001", "42883"];
  const rows = [...codes.map((code) => [`r${code}`, code, null, null]), ["good", null, null, null]];
  const { data } = await check(who, await workbook(rows));
  const task = await waitForTask(app, who, (await confirm(who, data.id)).data.id);
  assert.partialDeepStrictEqual(task, { status: "PARTIAL", successCount: 1, failCount: codes.length });
  const { body } = await fetchDownload(app, who, filePath(task.id, "fail"));
  assert.deepEqual(
    sheetsOf(body)[0]
      ?.rows.slice(1)
      .map((row) => row.at(-1)),
    [
      "数据超出允许的范围",
      "数值超出允许的范围",
      "关联的数据不存在，或仍被其他数据使用",
      "数据已存在",
      "缺少必填的数据",
      "文字超过允许的长度",
      "与已有数据冲突",
      "数据不符合要求，请检查后重试",
      "数据不符合要求，请检查后重试",
    ],
  );
});

test("PF-R95 rows that wait for each other are tried again, and one that waits for ever fails alone", async () => {
  const who = importer();
  tried.clear();
  const rows = [
    ["before", null, null, null],
    ["twice", "40P01", 2, null],
    ["ever", "40P01", null, null],
    ["after", null, null, null],
  ];
  const { data } = await check(who, await workbook(rows));
  written.length = 0;
  const task = await waitForTask(app, who, (await confirm(who, data.id)).data.id);
  assert.partialDeepStrictEqual(task, { status: "PARTIAL", successCount: 3, failCount: 1 });
  assert.deepEqual(written.slice(-3), ["before", "twice", "after"]);
  assert.deepEqual([...new Set(remembered)], [0], "each try begins with nothing remembered");
  const [failed] = await app.rows("select line, reason from import_failure where task_id = $1", [task.id]);
  assert.deepEqual(failed, { line: 4, reason: "数据正被他人操作，请稍后重试" });
});

test("PF-R95 the check of a large file tells how far it is, and ends when its caller has gone", async () => {
  const who = importer();
  const rows = Array.from({ length: 1_200 }, (_, n) => [`p${n}`, null, null, null]);
  remembered.length = 0;
  const { data } = await check(who, await workbook(rows));
  assert.equal(data.total, 1_200);
  assert.deepEqual(remembered, [0, 500, 1_000], "rows leave something behind for those after them");
  const told = await app.rows<{ done: number; total: number }>(
    `select (payload ->> 'done')::int as done, (payload ->> 'total')::int as total from live_event
     where user_id = $1 and payload ->> 'type' = 'job.progress' order by id`,
    [who.userId],
  );
  assert.deepEqual(
    told,
    [500, 1_000, 1_200].map((done) => ({ done, total: 1_200 })),
  );

  const gone = new AbortController();
  checked.length = 0;
  seam.beforeCheck = async () => {
    gone.abort();
    await sleep(300); // the server notices it meanwhile
  };
  const fileId = await upload(app, who, await workbook(rows));
  const body = JSON.stringify({ fileId, again: true, options: [] });
  const headers = { authorization: who.token, applicationId: "1", "content-type": "application/json" };
  const path = app.origin + checkImport.path.replace("{kind}", kind.key);
  await assert.rejects(fetch(path, { method: "POST", headers, body, signal: gone.signal }));
  await sleep(700);
  seam.beforeCheck = async () => {};
  assert.deepEqual(checked, [500], "the rest was not looked at");
});

test("PF-R95 one check of a person runs at a time, one waits, a third is refused, and others are not held up", async () => {
  const [busy, other] = [importer(), importer()];
  const file = await workbook([["1", null, null, null]]);
  const held = Promise.withResolvers<void>();
  let [isHeld, running, most] = [true, 0, 0];
  seam.beforeCheck = async () => {
    most = Math.max(most, ++running);
    if (isHeld) await Promise.race([held.promise, sleep(5_000)]);
    running--;
  };
  try {
    const first = check(busy, file, true);
    while (running === 0) await sleep(10);
    const more = [check(busy, file, true), check(busy, file, true)];
    const refused = await Promise.race(more);
    assert.equal(refused.msg, "您已有一个文件在等待读取，请稍后再试");
    isHeld = false;
    assert.equal((await check(other, file, true)).data.valid, 1, "another person does not wait");
    assert.equal(most, 2, "the other person's, and one of the busy one");
    held.resolve();
    const ended = (await Promise.all([first, ...more])).map(({ msg }) => msg).toSorted();
    assert.deepEqual(ended, ["", "", refused.msg]);
    assert.equal((await check(busy, file, true)).data.valid, 1, "afterwards there is a place again");
  } finally {
    held.resolve();
    seam.beforeCheck = async () => {};
  }
});

test("PF-R95 words of a dictionary are taken exactly, and of enabled entries alone", async () => {
  const who = importer();
  await app.call(createDictType, { body: { code: DICT, name: "等级" } }, { token: who.token });
  for (const [entryValue, entryMeaning] of [["Gold", "金"] as const, ["Old", "旧"] as const]) {
    const body = { code: DICT, entryValue, entryMeaning, sort: 1, color: null };
    await app.call(createDictEntry, { body }, { token: who.token });
  }
  await app.rows("update dict_entry set status = 'DISABLED' where code = $1 and entry_value = 'Old'", [DICT]);
  const grades = ["Gold", "金", "gold", "GOLD", "Old", "旧", "toString", "__proto__"];
  const { data } = await check(who, await workbook(grades.map((grade, n) => [`g${n}`, null, null, grade])));
  assert.equal(data.valid, 2);
  assert.deepEqual(
    data.problems.map(({ value, problem }) => `${value} ${problem}`),
    grades.slice(2).map((grade) => `${grade} 等级不在字典中`),
  );
});
