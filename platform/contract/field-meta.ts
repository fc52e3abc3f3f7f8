import { z } from "zod";

export type Words = Readonly<Record<string, string>>;

/** What the contract says of a field: said once, shown by columns, filters, forms, details, sheets and OpenAPI. */
export interface FieldMeta {
  /** What it is called. */
  readonly label: string | null;
  /** The dictionary whose words stand for its values. */
  readonly dict: string | null;
  /** The words that stand for its values, where they are fixed. */
  readonly words: Words | null;
  /** The words are states of a record. */
  readonly isState: boolean;
  /** What may be typed here. */
  readonly hint: string | null;
}

/** Meta of the field or of what it wraps: `boundedText("备注", 200).optional()` still knows its label. */
export function metaOf(field: unknown): Readonly<Record<string, unknown>> {
  if (!(field instanceof z.ZodType)) return {};
  return { ...metaOf(innerOf(field)), ...field.meta() };
}

export function fieldMeta(field: unknown): FieldMeta {
  const { label, dict, words, hint, isState = false } = metaOf(field);
  const text = (value: unknown) => (typeof value === "string" ? value : null);
  return {
    label: text(label),
    dict: text(dict),
    hint: text(hint),
    words: isWords(words) ? words : null,
    isState: isState === true,
  };
}

/** What a field is called, where nobody says it better. */
export function labelOf(shape: Readonly<Record<string, unknown>>, name: string): string {
  const { label } = fieldMeta(shape[name]);
  if (label === null) throw new Error(`the contract does not say what ${name} is called`);
  return label;
}

/** The field itself, without 可空 and 选填. */
export function bareField(field: unknown): unknown {
  const inner = field instanceof z.ZodArray ? null : innerOf(field);
  return inner === null ? field : bareField(inner);
}

/** The fields of an object, by name; none of anything else. */
export function shapeOf(schema: unknown): Readonly<Record<string, unknown>> {
  return schema instanceof z.ZodObject ? schema.shape : {};
}

/** The fields of the rows of a list. */
export function rowShape({ answer }: { readonly answer: z.ZodType }): Readonly<Record<string, unknown>> {
  const list = shapeOf(answer)["list"];
  return list instanceof z.ZodArray ? shapeOf(list.element) : {};
}

function innerOf(field: unknown): unknown {
  const { unwrap }: { unwrap?: unknown } = Object(field);
  return typeof unwrap === "function" ? unwrap.call(field) : null;
}

function isWords(value: unknown): value is Words | null {
  return typeof value === "object";
}
