// The thread of `parseSheets`: parses the workbook, then hands the sheets over a slice of rows at a time.
import { parentPort, workerData } from "node:worker_threads";
import { readXlsx } from "hucre";
import type { Handed } from "./parse-sheets.ts";

const SLICE = 500;
const { file, maxRows }: { file: Uint8Array; maxRows: number } = workerData;

function* handed(sheets: Awaited<ReturnType<typeof readXlsx>>["sheets"]): Generator<Handed> {
  for (const { name, rows, merges = [] } of sheets) {
    yield { name, merges, rows: rows.slice(0, SLICE) };
    for (let at = SLICE; at < rows.length; at += SLICE) yield { rows: rows.slice(at, at + SLICE) };
  }
}

const rest = handed((await readXlsx(file, { maxRows })).sheets);
parentPort?.on("message", () => parentPort?.postMessage(rest.next().value ?? null));
parentPort?.postMessage("parsed");
