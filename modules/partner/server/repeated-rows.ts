import type { ImportRow } from "@ops/platform/server";

interface Unrepeated {
  readValue(row: ImportRow): string;
  /** What is said of a row whose value stands in this line already. */
  tell(line: number): string;
}

/** Rows that say what a row before them says of somebody else: told at the check, since only one of them could get in. */
export function findRepeatedRows(rows: readonly ImportRow[], { readValue, tell }: Unrepeated): Map<number, string> {
  const [first, problems] = [new Map<string, number>(), new Map<number, string>()];
  for (const row of rows) {
    const line = first.get(readValue(row));
    if (line === undefined) first.set(readValue(row), row.line);
    else problems.set(row.line, tell(line));
  }
  return problems;
}
