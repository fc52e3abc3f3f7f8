import { setTimeout as sleep } from "node:timers/promises";
import { endpoint, listQuery, pageOf, sheet } from "@ops/platform/contract";
import { exportsList } from "@ops/platform/server";
import { sql } from "kysely";
import { z } from "zod";
import type { ImportSource } from "../../platform/server/excel/import/import-source.ts";
import type { WorkSheet } from "../../platform/server/excel/workbook/sheet-xml.ts";

/** Rows of the export, and of the import. */
export const ROWS = 2_000;
/** One of so many rows of the import is invalid. */
export const BAD_EVERY = 100;
const EXPORT_CHUNK = 100;
/** The row at which the import gets stuck, in the middle of its second chunk. */
const STICKS_AT = 700;

/** Gets stuck for longer than any test waits if STUCK is set, and tells the test so. */
export async function stickIfAsked(
  where: "export" | "import" | "batch" | "schedule" | "timer" | "event" | "outside",
): Promise<void> {
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
      if (from === STICKS_AT) await stickIfAsked("export");
      yield Array.from({ length: EXPORT_CHUNK }, (_, n) => ({ id: String(from + n), n: from + n }));
    }
  },
}));

/** Makes the file to import. A row without a number is invalid. */
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
    if (n === STICKS_AT + 1) await stickIfAsked("import");
  },
};
