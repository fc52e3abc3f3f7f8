import { BusinessError, commonErrors } from "@ops/platform/contract";
import type { ImportRow, Verdict, Verdicts } from "@ops/platform/server";
import type { z } from "zod";

/**
 * Reads a row of a file as the form would send it, so that both are refused for the same reasons, in the same words.
 */
export function readRow<S extends z.ZodType>(schema: S, typed: unknown): z.output<S> {
  const parsed = schema.safeParse(typed);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new BusinessError(commonErrors.param({ field: "" }).msgCode, issue?.message ?? "");
}

/** Reads the codes in one cell, with any usual separators. */
export const codesIn = (text: string | null | undefined): string[] => [
  ...new Set(
    (text ?? "")
      .toUpperCase()
      .split(/[,，、;；\s]+/)
      .filter(Boolean),
  ),
];

/** Checks each row and collects the verdicts. A refusal that a check throws becomes the verdict on its row. */
export async function verdictsOf(
  rows: readonly ImportRow[],
  check: (row: ImportRow) => Promise<Verdict | undefined> | Verdict | undefined,
): Promise<Verdicts> {
  const verdicts = new Map<number, Verdict>();
  for (const row of rows) {
    const verdict = await catchRefusal(() => check(row));
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
