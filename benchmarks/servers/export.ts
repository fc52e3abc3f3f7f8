// Makes a workbook of so many rows as an export does, from chunks like those of a cursor, and tells what that took.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { endpoint, listQuery, maskedPhone, moment, pageOf, sheet } from "@ops/platform/contract";
import { systemActor } from "@ops/platform/server";
import { z } from "zod";
import { cellsOf, workSheetColumn } from "../../platform/server/excel/cells.ts";
import { writeWorkbook } from "../../platform/server/excel/workbook.ts";
import { Spool } from "../../platform/server/file/spool.ts";
import { given, serveParent } from "../child.ts";

export interface ExportMeasured {
  readonly rowsPerSecond: number;
  readonly grownMb: number;
  readonly longestStallMs: number;
}

const { rows } = given<{ rows: number }>();
const CHUNK = 500;
const texts = Array.from({ length: 13 }, (_, n) => `text${n}`);
const numbers = Array.from({ length: 4 }, (_, n) => `number${n}`);

const listRows = endpoint({
  method: "GET",
  path: "/bench/v1/rows",
  title: "行",
  permission: "bench:row:list",
  query: listQuery,
  answer: pageOf(
    z.object({
      ...Object.fromEntries(texts.map((name) => [name, z.string()])),
      ...Object.fromEntries(numbers.map((name) => [name, z.int()])),
      ...{ phone: maskedPhone, createdAt: moment, updatedAt: moment.nullable() },
    }),
  ),
});
const names = [...texts, ...numbers, "phone", "createdAt", "updatedAt"];
const rowSheet = sheet({
  key: "bench.row",
  name: "行",
  list: listRows,
  path: "/bench/v1/rows/export",
  permission: "bench:row:export",
  columns: Object.fromEntries(names.map((name) => [name, name])),
  filters: {},
});

function rowAt(n: number): object {
  const at = new Date(1_760_000_000_000 + n * 1_000);
  return {
    ...Object.fromEntries(texts.map((name) => [name, `内容 ${name} ${n}`])),
    ...Object.fromEntries(numbers.map((name) => [name, n])),
    ...{ phone: `138${String(n).padStart(8, "0")}`, createdAt: at, updatedAt: at },
  };
}

async function* cellRows(count: number) {
  const cells = cellsOf(rowSheet, rowSheet.columns, new Map());
  for (let from = 0; from < count; from += CHUNK) {
    await new Promise(setImmediate); // where a cursor would fetch the next ones
    yield* cells(
      systemActor,
      Array.from({ length: Math.min(CHUNK, count - from) }, (_, n) => rowAt(from + n)),
    );
  }
}

function exported(count: number): Promise<Spool> {
  const columns = rowSheet.columns.map(workSheetColumn);
  return Spool.of(writeWorkbook([{ name: "行", columns, rows: cellRows(count) }]));
}

async function measured(): Promise<ExportMeasured> {
  await using _warm = await exported(Math.min(rows, 5_000)); // a server at work has its code compiled and its heap grown
  const rest = process.memoryUsage.rss();
  let most = rest;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 50);
  const stalls = monitorEventLoopDelay({ resolution: 5 });
  stalls.enable();
  const began = performance.now();
  await using _file = await exported(rows);
  clearInterval(watch);
  return {
    rowsPerSecond: Math.round(rows / ((performance.now() - began) / 1_000)),
    grownMb: Math.round((most - rest) / 1_048_576),
    longestStallMs: Math.round(stalls.max / 1e6),
  };
}

serveParent({}, measured, async () => undefined);
