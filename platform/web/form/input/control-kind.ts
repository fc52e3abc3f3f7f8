import { bareField, fieldMeta, metaOf, shapeOf, valueKind, type Words } from "@ops/platform/contract";
import { z } from "zod";

/** The control for a field of a body, unless the form has its own. */
export type ControlKind = { readonly multiple: boolean } & (
  | { readonly kind: "words"; readonly words: Words }
  | { readonly kind: "number"; readonly bounds: Bounds }
  | { readonly kind: "dict" | "ref" | "day" | "flag" | "fen" | "longText" | "text" }
);

interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/** Wider texts are typed into several lines. */
const ONE_LINE = 120;

export function controlKind(body: unknown, name: string): ControlKind {
  const field = shapeOf(body)[name];
  const { words, dict, ref } = fieldMeta(field);
  const kind = valueKind(name, field);
  const multiple = kind === "list";
  if (words !== null) return { kind: "words", words, multiple };
  if (dict !== null) return { kind: "dict", multiple };
  if (ref !== null) return { kind: "ref", multiple };
  if (kind === "number") return { kind, bounds: boundsOf(bareField(field)), multiple };
  if (kind === "day" || kind === "flag" || kind === "fen") return { kind, multiple };
  const { maxWidth } = metaOf(field);
  return { kind: typeof maxWidth === "number" && maxWidth > ONE_LINE ? "longText" : "text", multiple };
}

/** Finds the bounds of a number in the schema. Bounds that every whole number fulfils are left out. */
function boundsOf(field: unknown): Bounds {
  if (!(field instanceof z.ZodNumber)) return {};
  const isSaid = (bound: number | null) => bound !== null && Math.abs(bound) < Number.MAX_SAFE_INTEGER;
  const { minValue, maxValue } = field;
  return {
    ...(minValue !== null && isSaid(minValue) ? { min: minValue } : {}),
    ...(maxValue !== null && isSaid(maxValue) ? { max: maxValue } : {}),
  };
}
