import { z } from "zod";

export type Words = Readonly<Record<string, string>>;

/** What the contract declares about a field. Columns, filters, forms, details, sheets and OpenAPI use it. */
export interface FieldMeta {
  /** The label of the field. */
  readonly label: string | null;
  /** The dictionary with the words for its values. */
  readonly dict: string | null;
  /** The words for its values, if they are fixed. */
  readonly words: Words | null;
  /** The words are states of a record. */
  readonly isState: boolean;
  /** What people may type here. */
  readonly hint: string | null;
  /** The kind of record that it points at. */
  readonly ref: string | null;
  /** The refusal of a record that must not be chosen, if the field has its own. */
  readonly refused: string | null;
  /** The kind of record whose name this is, and the field with the reference. */
  readonly names: { readonly kind: string; readonly by: string } | null;
  /** The table that keeps it under seal, where it is shown masked. */
  readonly sealedIn: string | null;
}

/**
 * Adds meta data to a schema that nothing else uses yet. `schema.meta()` would make a second schema and keep the first
 * one in memory, which matters with thousands of fields.
 */
export function withMeta<S extends z.ZodType>(fresh: S, meta: Readonly<Record<string, unknown>>): S {
  z.globalRegistry.add(fresh, meta);
  return fresh;
}

/**
 * Finds the meta data of a field or of the schema that it wraps: `boundedText("备注", 200).optional()` still has its
 * label.
 */
export function metaOf(field: unknown): Readonly<Record<string, unknown>> {
  if (!(field instanceof z.ZodType)) return {};
  return { ...metaOf(innerOf(field)), ...field.meta() };
}

export function fieldMeta(field: unknown): FieldMeta {
  const { label, dict, words, hint, ref, refused, names, by, sealedIn, isState = false } = metaOf(field);
  const text = (value: unknown) => (typeof value === "string" ? value : null);
  return {
    label: text(label),
    dict: text(dict),
    hint: text(hint),
    ref: text(ref),
    refused: text(refused),
    names: typeof names === "string" && typeof by === "string" ? { kind: names, by } : null,
    sealedIn: text(sealedIn),
    words: isWords(words) ? words : null,
    isState: isState === true,
  };
}

/** Finds the label of a field, for places without a better name. */
export function labelOf(shape: Readonly<Record<string, unknown>>, name: string): string {
  const { label } = fieldMeta(shape[name]);
  if (label === null) throw new Error(`the contract does not say what ${name} is called`);
  return label;
}

/**
 * Lists the fields of an answer that people read: those with a label. The id of a record is left out if its name is
 * answered beside it.
 */
export function readableKeys(shape: Readonly<Record<string, unknown>>): string[] {
  const named = new Set(Object.values(shape).flatMap((field) => fieldMeta(field).names?.by ?? []));
  return Object.keys(shape).filter(
    (key) => fieldMeta(shape[key]).label !== null && !named.has(key) && key !== "version",
  );
}

/** The field itself, without 可空 and 选填. */
export function bareField(field: unknown): unknown {
  const inner = field instanceof z.ZodArray ? null : innerOf(field);
  return inner === null ? field : bareField(inner);
}

/** How a value reads; its cell, its control and its place in a sheet follow from it. */
export type ValueKind = "text" | "number" | "flag" | "day" | "moment" | "fen" | "list";

/** Amounts are whole 分 and are named `fen` or such as `depositFen`. */
export const isAmount = (name: string) => /(^f|F)en$/.test(name);

/** Finds the kind of value. */
export function valueKind(name: string, field: unknown): ValueKind {
  const core = bareField(field);
  if (core instanceof z.ZodCodec && core.in instanceof z.ZodDate) return "moment";
  if (core instanceof z.ZodArray) return "list";
  if (core instanceof z.ZodBoolean) return "flag";
  if (core instanceof z.ZodNumber) return isAmount(name) ? "fen" : "number";
  return metaOf(field)["format"] === "date" ? "day" : "text";
}

/** Lists the fields of an object by name; empty for anything else. */
export function shapeOf(schema: unknown): Readonly<Record<string, unknown>> {
  return schema instanceof z.ZodObject ? schema.shape : {};
}

/** Finds the fields of a list's rows, whether it is answered page by page or as a whole. */
export function rowShape({ answer }: { readonly answer: z.ZodType }): Readonly<Record<string, unknown>> {
  const list = answer instanceof z.ZodArray ? answer : shapeOf(answer)["list"];
  return list instanceof z.ZodArray ? shapeOf(list.element) : {};
}

function innerOf(field: unknown): unknown {
  const { unwrap }: { unwrap?: unknown } = Object(field);
  return typeof unwrap === "function" ? unwrap.call(field) : null;
}

function isWords(value: unknown): value is Words | null {
  return typeof value === "object";
}
