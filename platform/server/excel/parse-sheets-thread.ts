// The thread of `parseSheets`: parses the workbook, then hands the rows of the template over a slice at a time.
import { parentPort, workerData } from "node:worker_threads";
import { readXlsx } from "hucre";
import type { Handed } from "./parse-sheets.ts";
import { Refused, requireSheetsOfTemplate, type TypedRow, typedRows, type Wanted } from "./typed-rows.ts";

const SLICE = 500;
/** Beyond the rows of the template: some are empty. */
const SPARE_ROWS = 1_000;
const { file, wanted }: { file: Uint8Array; wanted: Wanted } = workerData;
let rest: Generator<TypedRow> | undefined;

async function parsed(): Promise<Generator<TypedRow>> {
  const names: string[] = [];
  const { sheets } = await readXlsx(file, {
    maxRows: wanted.mostRows + SPARE_ROWS,
    sheets: ({ name }) => names.push(name) <= 2, // the name of each comes before the body of any
  });
  requireSheetsOfTemplate(names);
  return typedRows(sheets, wanted);
}

async function next(): Promise<Handed> {
  try {
    rest ??= await parsed();
    const rows: TypedRow[] = [];
    for (let { value, done } = rest.next(); ; { value, done } = rest.next()) {
      if (!done) rows.push(value);
      if (done || rows.length === SLICE) return { rows };
    }
  } catch (error) {
    if (error instanceof Refused) return { refusal: error.refusal };
    throw error;
  }
}

parentPort?.on("message", async () => parentPort?.postMessage(await next()));
