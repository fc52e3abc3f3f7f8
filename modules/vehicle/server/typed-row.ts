import { BusinessError, commonErrors } from "@ops/platform/contract";
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
