import type { ImportRow } from "@ops/platform/server";

interface Unrepeated {
  valueOf(row: ImportRow): string;
  /** What is said of a row whose value stands in this line already. */
  tell(line: number): string;
}

/** Rows that say what a row before them says of somebody else: told at the check, since only one of them could get in. */
export function findRepeatedRows(rows: readonly ImportRow[], { valueOf, tell }: Unrepeated): Map<number, string> {
  const [first, problems] = [new Map<string, number>(), new Map<number, string>()];
  for (const row of rows) {
    const line = first.get(valueOf(row));
    if (line === undefined) first.set(valueOf(row), row.line);
    else problems.set(row.line, tell(line));
  }
  return problems;
}
