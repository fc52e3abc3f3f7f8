import { setTimeout as sleep } from "node:timers/promises";
import { endpoint, listQuery, pageOf, sheet } from "@ops/platform/contract";
import { exportsList } from "@ops/platform/server";
import { sql } from "kysely";
import { z } from "zod";
import type { ImportSource } from "../../platform/server/excel/import-source.ts";
import type { WorkSheet } from "../../platform/server/excel/sheet-xml.ts";

/** Rows of the export, and of the import. */
export const ROWS = 2_000;
/** Each of so many rows of the import is a bad one. */
export const BAD_EVERY = 100;
const EXPORT_CHUNK = 100;
/** In the middle of the second chunk of the import. */
const STICKS_AT = 700;

/** With STUCK, says so and stays; without it, goes on. */
export async function isStuck(where: "export" | "import" | "schedule"): Promise<void> {
  if (!process.env["STUCK"]) return;
  process.stdout.write(`stuck in ${where}\n`);
  await sleep(600_000);
}

const listNumbers = endpoint({
  method: "GET",
  path: "/slow/v1/numbers",
  title: "数列",
  permission: "slow:number:list",
  query: listQuery,
  answer: pageOf(z.object({ id: z.string(), n: z.int() })),
});

export const numberSheet = sheet({
  key: "slow.number",
  name: "数列",
  list: listNumbers,
  path: "/slow/v1/numbers/export",
  permission: "slow:number:export",
  columns: { n: "数" },
  filters: {},
});

export const numbers = exportsList(numberSheet, () => ({
  count: async () => ROWS,
  chunks: async function* () {
    for (let from = 0; from < ROWS; from += EXPORT_CHUNK) {
      if (from === STICKS_AT) await isStuck("export");
      yield Array.from({ length: EXPORT_CHUNK }, (_, n) => ({ id: String(from + n), n: from + n }));
    }
  },
}));

/** Of the file to import; a row without a number is a bad one. */
export function sourceSheets(): WorkSheet[] {
  const width = 10;
  const rows = Array.from({ length: ROWS }, (_, n) => [n % BAD_EVERY === 0 ? null : n, "x"]);
  const { key, version, columns } = numberImport.kind;
  return [
    { name: "数列", columns: columns.map(({ title }) => ({ title, width })), rows },
    { name: "模板信息", columns: ["类型", "版本"].map((title) => ({ title, width })), rows: [[key, version]] },
  ];
}

export const numberImport: ImportSource = {
  kind: {
    key: "slow.import",
    name: "数列",
    permission: "slow:number:import",
    version: 1,
    columns: [
      { key: "n", title: "数", required: true, kind: "int" },
      { key: "note", title: "备注" },
    ],
  },
  keyOf: ({ line }) => String(line),
  check: async () => new Map(),
  apply: async (tx, { values }) => {
    const n = Number(values["n"]);
    await sql`insert into slow_row (n, pid) values (${n}, ${process.pid})`.execute(tx.kysely);
    if (n === STICKS_AT + 1) await isStuck("import");
  },
};
