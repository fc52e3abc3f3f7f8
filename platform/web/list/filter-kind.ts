import { bareField, dayRange, fieldMeta, flag, type Words } from "@ops/platform/contract";
import { z } from "zod";
import { inChinese } from "../form/fault-text.ts";

/** How a field of a query is asked for. */
export type FilterKind =
  | { readonly kind: "dict"; readonly code: string }
  | { readonly kind: "words"; readonly words: Words }
  | { readonly kind: "flag" }
  | { readonly kind: "days" }
  | { readonly kind: "text"; readonly hint: string | undefined; readonly most: number };

/** As long as a text may get where the contract says nothing else. */
const LONGEST = 50;

export function filterKind(field: unknown): FilterKind {
  const { dict, words, hint } = fieldMeta(field);
  if (dict !== null) return { kind: "dict", code: dict };
  if (words !== null) return { kind: "words", words };
  const core = bareField(field);
  if (core === flag) return { kind: "flag" };
  if (core === dayRange) return { kind: "days" };
  const most = core instanceof z.ZodString ? core.maxLength : null;
  return { kind: "text", hint: hint ?? undefined, most: most ?? LONGEST };
}

/** What the contract says against a typed text, such as half a phone where only whole ones are found (PF-R104). */
export function faultOfText(field: unknown, text: string): string | null {
  if (text === "" || !(field instanceof z.ZodType)) return null;
  return field.safeParse(text, inChinese).error?.issues[0]?.message ?? null;
}
