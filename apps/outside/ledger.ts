import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";

/** A request that arrived at a port, and its outcome. */
const Entry = z.object({
  port: z.string(),
  key: z.string(),
  no: z.int(),
  at: z.string(),
  body: z.string(),
  state: z.enum(["DONE", "REFUSED", "PENDING"]),
  reason: z.string(),
  answer: z.record(z.string(), z.string()).nullable(),
  /** How often it was sent, and queried. */
  sent: z.int(),
  asked: z.int(),
});
export type Entry = z.output<typeof Entry>;

/** Older ones are dropped when the program starts. */
const KEPT = 2_000;
const writable = { mode: 0o600 };

/** The requests, newest last. With a file they outlive the process. */
export class Ledger {
  readonly #entries = new Map<string, Entry>();
  readonly #file: string | null;

  constructor(file: string | null) {
    this.#file = file;
    if (!file || !existsSync(file)) return;
    for (const entry of readFileSync(file, "utf8").split("\n").flatMap(entryIn)) this.#remember(entry);
    const kept = [...this.#entries].slice(-KEPT);
    this.#entries = new Map(kept);
    writeFileSync(file, kept.map(([, entry]) => `${JSON.stringify(entry)}\n`).join(""), writable);
  }

  find(port: string, key: string): Entry | undefined {
    return this.#entries.get(`${port}/${key}`);
  }

  /** Finds the number of the next request at a port. */
  nextNo(port: string): number {
    return 1 + Math.max(0, ...[...this.#entries.values()].filter((one) => one.port === port).map(({ no }) => no));
  }

  newest(most: number): Entry[] {
    return [...this.#entries.values()].toReversed().slice(0, most);
  }

  keep(entry: Entry): void {
    this.#remember(entry);
    if (this.#file) appendFileSync(this.#file, `${JSON.stringify(entry)}\n`, writable);
  }

  #remember(entry: Entry): void {
    this.#entries.set(`${entry.port}/${entry.key}`, entry);
  }
}

/** Reads a line. One that was cut off when the program was killed is ignored. */
function entryIn(line: string): Entry[] {
  try {
    return [Entry.parse(JSON.parse(line))];
  } catch {
    return [];
  }
}
