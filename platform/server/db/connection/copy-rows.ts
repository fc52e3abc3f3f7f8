import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from } from "pg-copy-streams";
import { connectionOptions, type DatabaseAddress } from "../database.ts";
import { snakeCase } from "../record/insert-many.ts";

type Value = string | number | boolean | Date | null | readonly string[];
type Row = Readonly<Record<string, Value>>;

const CHUNK_CHARACTERS = 256 * 1024;

/** Loads rows by COPY with constant memory on its own connection, for large sets of benchmarks. Answers how many. */
export async function copyRows(address: DatabaseAddress, table: string, rows: Iterable<Row>): Promise<number> {
  const source = rows[Symbol.iterator]();
  const first = source.next();
  if (first.done) return 0;
  const columns = Object.keys(first.value);
  const client = new pg.Client(connectionOptions(address));
  await client.connect();
  try {
    const names = columns.map((column) => pg.escapeIdentifier(snakeCase(column)));
    const copy = client.query(from(`copy ${pg.escapeIdentifier(snakeCase(table))} (${names.join(", ")}) from stdin`));
    await pipeline(Readable.from(chunks(first.value, source, columns)), copy);
    return copy.rowCount ?? 0;
  } finally {
    await client.end();
  }
}

function* chunks(first: Row, rest: Iterator<Row>, columns: readonly string[]): Generator<string> {
  let text = "";
  for (let row: Row | undefined = first; row; row = nextOf(rest)) {
    const current = row;
    text += `${columns.map((column) => field(current[column] ?? null)).join("\t")}\n`;
    if (text.length < CHUNK_CHARACTERS) continue;
    yield text;
    text = "";
  }
  if (text !== "") yield text;
}

function nextOf(rows: Iterator<Row>): Row | undefined {
  const next = rows.next();
  return next.done ? undefined : next.value;
}

/** The text form of COPY: `\N` is null, backslash and white space are escaped. */
function field(value: Value): string {
  if (value === null) return "\\N";
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return escapeField(arrayText(value));
  return escapeField(String(value));
}

function arrayText(items: readonly string[]): string {
  return `{${items.map((item) => `"${item.replaceAll(/["\\]/g, (mark) => `\\${mark}`)}"`).join(",")}}`;
}

const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

function escapeField(text: string): string {
  return text.replace(/[\\\t\n\r]/g, (mark) => ESCAPES[mark] ?? mark);
}
