import type { ImportRow } from "@ops/platform/server";
import { membershipErrors, userImport, userImportErrors } from "../../../contract/index.ts";

/** The columns that describe the person and not one of the posts. */
const personal = userImport.columns.filter(({ key }) =>
  ["userName", "staffNo", "userType", "validUntil"].some((column) => column === key),
);

/** Finds contradictions between the rows of one file. */
export function problemsBetween(rows: readonly ImportRow[]): Map<number, string> {
  const problems = new Map<number, string>();
  const people = new Map<string, ImportRow>();
  const primaries = new Set<string>();
  const staffNos = new Map<string, { phone: string; line: number }>();
  for (const row of rows) {
    const { line, values } = row;
    const { mobilePhone, staffNo, isPrimary } = values;
    const phone = mobilePhone ?? "";
    const first = people.get(phone) ?? row;
    const other = findDiffering(first, row);
    const same = staffNo ? staffNos.get(staffNo) : undefined;
    if (other) problems.set(line, userImportErrors.differs({ line: first.line, column: other.title }).message);
    else if (same && same.phone !== phone) problems.set(line, `工号与第${same.line}行重复`);
    else if (isPrimary === "true" && primaries.has(phone)) {
      problems.set(line, membershipErrors.membershipOnePrimary().message);
    }
    people.set(phone, first);
    if (staffNo && !same) staffNos.set(staffNo, { phone, line });
    if (isPrimary === "true") primaries.add(phone);
  }
  return problems;
}

/** Finds the first column in which two rows with the same phone differ. An empty cell differs from a filled one. */
function findDiffering(first: ImportRow, { values }: ImportRow) {
  return personal.find(({ key }) => (first.values[key] ?? null) !== (values[key] ?? null));
}
