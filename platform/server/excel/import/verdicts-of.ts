import { BusinessError } from "@ops/platform/contract";
import type { ImportRow } from "./check-rows.ts";
import type { Verdict, Verdicts } from "./import-source.ts";

type Checked = Verdict | null | undefined;

/** Checks the rows one after the other and collects the verdicts. A refusal that a check throws becomes the verdict on its row. */
export async function verdictsOf(
  rows: readonly ImportRow[],
  check: (row: ImportRow) => Promise<Checked> | Checked,
): Promise<Verdicts> {
  const verdicts = new Map<number, Verdict>();
  for (const row of rows) {
    const verdict = (await catchRefusal(() => check(row))) ?? undefined;
    const isPlain = verdict instanceof BusinessError && !verdict.isOverstep;
    if (verdict !== undefined) verdicts.set(row.line, isPlain ? verdict.message : verdict);
  }
  return verdicts;
}

/** Answers the result of an act, or its refusal. */
export async function catchRefusal<T>(act: () => Promise<T> | T): Promise<T | BusinessError> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof BusinessError) return error;
    throw error;
  }
}
