import type { ImportRow } from "@ops/platform/server";

interface Unrepeated {
  readValue(row: ImportRow): string;
  /** Makes the problem of a row whose value stands in this earlier line. */
  tell(line: number): string;
}

/**
 * Finds rows that repeat the value of an earlier row. The check reports them, because only one of the rows could be
 * imported.
 */
export function findRepeatedRows(rows: readonly ImportRow[], { readValue, tell }: Unrepeated): Map<number, string> {
  const [first, problems] = [new Map<string, number>(), new Map<number, string>()];
  for (const row of rows) {
    const line = first.get(readValue(row));
    if (line === undefined) first.set(readValue(row), row.line);
    else problems.set(row.line, tell(line));
  }
  return problems;
}
