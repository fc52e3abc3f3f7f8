import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { SessionRefused } from "../../http/authenticate.ts";
import { declareTestApp, TestApp } from "../../testing.ts";
import { copyRows } from "../connection/copy-rows.ts";
import { insertMany } from "./insert-many.ts";

describe("many rows at once", () => {
  const app = declareTestApp(
    new TestApp({
      modules: [],
      authenticate: async () => {
        throw new SessionRefused("SESSION_MISSING");
      },
      personName: async () => "系统",
    }),
  );
  const at = new Date("2026-01-02T03:04:05.678Z");
  const awkward = [
    { lineNo: 1, text: "制表\t换行\n回车\r反斜杠\\ \\N \\.", words: ["逗,号", '引"号', "反\\斜"], at, flag: true },
    { lineNo: 2, text: "", words: [], at, flag: false },
    { lineNo: 3, text: null, words: null, at, flag: null },
  ];

  async function emptyTable(name: string): Promise<void> {
    await app.rows(
      `create table ${name} (line_no int primary key, text text, words text[], at timestamptz, flag boolean, extra int default 7)`,
    );
  }

  async function storedIn(name: string) {
    return app.rows(`select line_no as "lineNo", text, words, at, flag, extra from ${name} order by 1`);
  }

  const expected = awkward.map((row) => ({ ...row, extra: 7 }));

  test("COPY keeps awkward text, lists, instants and nulls; columns left out take their defaults", async () => {
    await emptyTable("copied");
    assert.equal(await copyRows(app.address, "copied", awkward), 3);
    assert.equal(await copyRows(app.address, "copied", []), 0);
    assert.deepEqual(await storedIn("copied"), expected);
  });

  test("COPY that breaks a constraint leaves nothing behind and says why", async () => {
    await emptyTable("refused");
    await assert.rejects(copyRows(app.address, "refused", [...awkward, ...awkward]), /duplicate key/);
    assert.deepEqual(await storedIn("refused"), []);
  });

  test("one insert of many rows keeps the same", async () => {
    await emptyTable("inserted");
    await app.arrange((tx) => insertMany(tx, "inserted", awkward));
    await app.arrange((tx) => insertMany(tx, "inserted", []));
    assert.deepEqual(await storedIn("inserted"), expected);
  });

  test("rows of one insert may leave out different columns: each takes its own defaults", async () => {
    await emptyTable("gappy");
    const rows = [
      { lineNo: 1, text: "甲" },
      { lineNo: 2, extra: 9 },
      { text: "乙", lineNo: 3 },
    ];
    await app.arrange((tx) => insertMany(tx, "gappy", rows));
    const empty = { text: null, words: null, at: null, flag: null, extra: 7 };
    assert.deepEqual(await storedIn("gappy"), [
      { ...empty, lineNo: 1, text: "甲" },
      { ...empty, lineNo: 2, extra: 9 },
      { ...empty, lineNo: 3, text: "乙" },
    ]);
  });

  test("one insert of many rows keeps bytes", async () => {
    await app.rows("create table sealed (id int, secret bytea)");
    const secret = Buffer.from([0, 1, 92, 255]);
    await app.arrange((tx) => insertMany(tx, "sealed", [{ id: 1, secret }]));
    assert.deepEqual(await app.rows("select secret from sealed"), [{ secret }]);
  });
});
