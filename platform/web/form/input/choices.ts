import type { Words } from "@ops/platform/contract";

/** Values and their words as a control offers them. */
export function choicesOf(words: Words): { readonly value: string; readonly label: string }[] {
  return Object.entries(words).map(([value, label]) => ({ value, label }));
}
