import type { ImportRow } from "@ops/platform/server";
import { organizationImportErrors } from "../../../contract/index.ts";

/** Puts parents before their children and otherwise keeps the file's order. Rows that form a cycle are a problem. */
export function parentsFirst(rows: readonly ImportRow[]) {
  const byCode = new Map(rows.flatMap((row) => (row.values["code"] ? [[row.values["code"], row] as const] : [])));
  const parentOf = ({ values }: ImportRow) => byCode.get(values["parentCode"] ?? "");
  const ordered = new Set<ImportRow>();
  const problems = new Map<number, string>();
  for (const row of rows) {
    const line = new Set<ImportRow>(); // the row and its ancestors in the file, up to one that is already placed
    let at: ImportRow | undefined = row;
    while (at && !ordered.has(at) && !line.has(at)) {
      line.add(at);
      at = parentOf(at);
    }
    const upwards = [...line];
    const met = upwards.findIndex((one) => one === at);
    for (const one of met < 0 ? [] : upwards.slice(met)) {
      problems.set(one.line, organizationImportErrors.cycle().message);
    }
    for (const one of upwards.toReversed()) ordered.add(one);
  }
  return { rows: [...ordered], problems };
}
