import { once } from "node:events";
import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { type BusinessError, importErrors } from "@ops/platform/contract";
import type { TypedRow, Wanted } from "../import/typed-rows.ts";
import type { Refusal } from "./refusal.ts";

/** Some more rows, empty at the end, or why the file is refused. */
export type Handed = { readonly rows: readonly TypedRow[] } | { readonly refusal: Refusal };

/** Enough memory for the largest accepted file. A file that needs more ends only its own thread. */
const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 96 };
const MOST_MS = 10_000;
const ownThread = new URL("./parse-sheets-thread.ts", import.meta.url);

interface Options {
  readonly thread?: URL;
  readonly mostMs?: number;
  /** Aborted when nobody waits for the rows. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Parses the rows of a filled-in template on another thread, because 20,000 rows would block everybody for a second.
 */
export async function parseSheets(
  file: Buffer,
  wanted: Wanted,
  { thread = ownThread, mostMs = MOST_MS, signal: gone }: Options = {},
): Promise<TypedRow[]> {
  const isOwner = file.byteLength === file.buffer.byteLength; // then the buffer is transferred instead of copied
  const transferList = isOwner && file.buffer instanceof ArrayBuffer ? [file.buffer] : [];
  const worker = new Worker(thread, { workerData: { file, wanted }, transferList, resourceLimits });
  const over = new AbortController();
  worker.once("error", (error) => over.abort(error)); // this can come at any time, and nothing else reports it
  worker.once("exit", () => over.abort(new Error("the thread ended without a word")));
  const late = AbortSignal.timeout(mostMs);
  const signal = AbortSignal.any([over.signal, late, ...(gone ? [gone] : [])]);
  try {
    return await receiveRows(worker, signal);
  } catch (error) {
    if (!signal.aborted || gone?.aborted) throw error;
    if (late.aborted) throw importErrors.tooSlow();
    throw isOutOfMemory(over.signal.reason) ? importErrors.tooMuchText() : importErrors.unreadable();
  } finally {
    await worker.terminate();
  }
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";

async function receiveRows(worker: Worker, signal: AbortSignal): Promise<TypedRow[]> {
  const rows: TypedRow[] = [];
  for (;;) {
    worker.postMessage("next");
    const [part] = (await once(worker, "message", { signal })) as [Handed];
    if ("refusal" in part) throw refusalOf(part.refusal);
    if (part.rows.length === 0) return rows;
    rows.push(...part.rows);
    await setImmediate(); // calls that arrived meanwhile come first
  }
}

function refusalOf(refusal: Refusal): BusinessError {
  if (refusal.why === "tooManyRows") return importErrors.tooManyRows(refusal);
  if (refusal.why === "merged") return importErrors.merged(refusal);
  if (refusal.why === "cellTooLong") return importErrors.cellTooLong(refusal);
  return importErrors[refusal.why]();
}
