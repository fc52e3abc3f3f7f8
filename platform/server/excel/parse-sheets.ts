import { once } from "node:events";
import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";

export interface Merge {
  readonly startRow: number;
  readonly startCol: number;
  readonly endRow: number;
  readonly endCol: number;
}

/** A sheet as it was typed. */
export interface ParsedSheet {
  readonly name: string;
  readonly merges: readonly Merge[];
  readonly rows: unknown[][];
}

/** A part of the rows of a sheet; the first of them tells its name. */
export interface Handed extends Partial<Pick<ParsedSheet, "name" | "merges">> {
  readonly rows: unknown[][];
}

/** Enough for the largest file that is let in; whatever asks for more ends its thread and nothing else. */
const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 };
const thread = new URL("./parse-sheets-thread.ts", import.meta.url);

/** Parses a workbook on a thread of its own: 20,000 rows would keep everybody waiting for a second. */
export async function parseSheets(file: Buffer, maxRows: number): Promise<ParsedSheet[]> {
  const worker = new Worker(thread, { workerData: { file, maxRows }, resourceLimits });
  try {
    await once(worker, "message");
    const sheets: ParsedSheet[] = [];
    for (;;) {
      worker.postMessage("next");
      const [part] = (await once(worker, "message")) as [Handed | null];
      if (!part) return sheets;
      const { name, merges = [], rows } = part;
      if (name !== undefined) sheets.push({ name, merges, rows: [] });
      sheets.at(-1)?.rows.push(...rows);
      await setImmediate(); // what came in meanwhile goes first
    }
  } finally {
    await worker.terminate();
  }
}
