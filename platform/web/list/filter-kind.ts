import { dayRange, fieldMeta, flag, unwrapped, type Words } from "@ops/platform/contract";

/** How a field of a query is asked for. */
export type FilterKind =
  | { readonly kind: "dict"; readonly code: string }
  | { readonly kind: "words"; readonly words: Words }
  | { readonly kind: "flag" }
  | { readonly kind: "days" }
  | { readonly kind: "text"; readonly hint: string | undefined };

export function filterKind(field: unknown): FilterKind {
  const { dict, words, hint } = fieldMeta(field);
  if (dict !== null) return { kind: "dict", code: dict };
  if (words !== null) return { kind: "words", words };
  const core = unwrapped(field);
  if (core === flag) return { kind: "flag" };
  return core === dayRange ? { kind: "days" } : { kind: "text", hint: hint ?? undefined };
}
