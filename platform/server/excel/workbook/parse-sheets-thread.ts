// The thread of `parseSheets`: parses the workbook, then hands the rows of the template over a slice at a time.
import { parentPort, workerData } from "node:worker_threads";
import type { Wanted } from "../import/typed-rows.ts";
import type { Handed } from "./parse-sheets.ts";
import { readWorkbook } from "./read-workbook.ts";
import { Refused } from "./refusal.ts";

const { file, wanted }: { file: Uint8Array; wanted: Wanted } = workerData;
const slices = readWorkbook(Buffer.from(file.buffer, file.byteOffset, file.byteLength), wanted);

async function next(): Promise<Handed> {
  try {
    const { value, done } = await slices.next();
    return { rows: done ? [] : value };
  } catch (error) {
    if (error instanceof Refused) return { refusal: error.refusal };
    throw error;
  }
}

parentPort?.on("message", async () => parentPort?.postMessage(await next()));
