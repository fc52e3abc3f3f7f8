import type { ImportRow } from "@ops/platform/server";
import { organizationImportErrors } from "../../contract/index.ts";

/** Parents before what stands below them, else as in the file; those that are above themselves are a problem. */
export function parentsFirst(rows: readonly ImportRow[]) {
  const byCode = new Map(rows.flatMap((row) => (row.values["code"] ? [[row.values["code"], row] as const] : [])));
  const parentOf = ({ values }: ImportRow) => byCode.get(values["parentCode"] ?? "");
  const depths = new Map<ImportRow, number>();
  const problems = new Map<number, string>();
  for (const row of rows) {
    const line = new Set<ImportRow>(); // from the row upwards, to what is known or in no row
    let at: ImportRow | undefined = row;
    while (at && !depths.has(at) && !line.has(at)) {
      line.add(at);
      at = parentOf(at);
    }
    const circle = at && !depths.has(at) ? [...line].slice([...line].indexOf(at)) : [];
    for (const one of circle) problems.set(one.line, organizationImportErrors.cycle().message);
    let depth = at && depths.has(at) ? (depths.get(at) ?? 0) + 1 : 0;
    for (const one of [...line].toReversed()) depths.set(one, depth++);
  }
  const ordered = rows.toSorted((a, b) => (depths.get(a) ?? 0) - (depths.get(b) ?? 0));
  return { rows: ordered, problems };
}
