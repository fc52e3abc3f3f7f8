import { bareField, dayRange, fieldMeta, flag, type Words } from "@ops/platform/contract";
import { z } from "zod";
import { inChinese } from "../../form/fault-text.ts";

/** The kind of input for a field of a query. */
export type FilterKind =
  | { readonly kind: "dict"; readonly code: string }
  | { readonly kind: "ref"; readonly ref: string }
  | { readonly kind: "words"; readonly words: Words }
  | { readonly kind: "flag" }
  | { readonly kind: "days" }
  | { readonly kind: "text"; readonly hint: string | undefined; readonly most: number };

/** The longest text, unless the contract gives a limit. */
const LONGEST = 50;

export function filterKind(field: unknown): FilterKind {
  const { dict, words, hint, ref } = fieldMeta(field);
  if (dict !== null) return { kind: "dict", code: dict };
  if (ref !== null) return { kind: "ref", ref };
  if (words !== null) return { kind: "words", words };
  const core = bareField(field);
  if (core === flag) return { kind: "flag" };
  if (core === dayRange) return { kind: "days" };
  const most = core instanceof z.ZodString ? core.maxLength : null;
  return { kind: "text", hint: hint ?? undefined, most: most ?? LONGEST };
}

/**
 * Finds the fault of a typed text by the contract, such as half a phone number where only whole ones are found
 * (PF-R104).
 */
export function faultOfText(field: unknown, text: string): string | null {
  if (text === "" || !(field instanceof z.ZodType)) return null;
  return field.safeParse(text, inChinese).error?.issues[0]?.message ?? null;
}
