import { type FieldMode, fieldMeta, metaOf } from "@ops/platform/contract";
import type { z } from "zod";
import { inChinese } from "./fault-text.ts";

/** What a form reads about a field from the contract. */
export interface FieldFacts {
  readonly label: string;
  readonly required: boolean;
  /** The dictionary with its values. */
  readonly dict: string | null;
  /** Longest text, by the text length helper (PF-R87) or by characters. */
  readonly limit: { readonly max: number; readonly by: "width" | "length" } | null;
  /** The field that roles may rule. */
  readonly ruled: string | null;
}

export type FormValues = Readonly<Record<string, unknown>>;

export function factsOf(schema: z.ZodObject, name: string): FieldFacts {
  const field = fieldOf(schema, name);
  const meta = metaOf(field);
  const { label, dict } = fieldMeta(field);
  return {
    label: label ?? name,
    required: EMPTIES.every((empty) => !field.safeParse(empty).success),
    dict,
    limit: limitOf(meta, field),
    ruled: typeof meta["ruled"] === "string" ? meta["ruled"] : null,
  };
}

/**
 * Finds the first fault of a typed value, or null. An empty value has no fault of form; it is requested by `title`, the
 * label in the form, or by the label of the contract.
 */
export function faultOf(schema: z.ZodObject, name: string, value: unknown, title?: string): string | null {
  const field = fieldOf(schema, name);
  const parsed = field.safeParse(isEmpty(value) ? emptyFor(field) : value, inChinese);
  if (parsed.success) return null;
  const message = parsed.error.issues[0]?.message ?? "格式不正确";
  return isMissing(value) ? requestFor(field, message, title) : message;
}

/** Messages such as 请选择合作类型 or 请输入手机号！. A longer sentence is kept as it is. */
const ASKING = /^请(输入|填写|选择|上传)([^，。；、]*?)！?$/;

/** Makes a uniform message for a missing value: 请输入X！ or 请选择X！, where X is the label of the field. */
function requestFor(field: z.ZodType, message: string, title?: string): string {
  const { label, dict, words, ref } = fieldMeta(field);
  const [, verb, noun = ""] = ASKING.exec(message) ?? [];
  if (!verb && !message.endsWith("格式不正确")) return message;
  const isPicked = metaOf(field)["format"] === "date" || Object(field).format === "uuid"; // nobody types an id
  const isChosen = dict !== null || words !== null || ref !== null || isPicked;
  const asked = verb ?? (isChosen ? "选择" : "输入");
  return `请${asked === "填写" ? "输入" : asked}${withoutUnit(title ?? label ?? noun)}！`;
}

/** Removes the unit from a label: 整备质量（kg） becomes 整备质量. */
function withoutUnit(title: string): string {
  return title.replace(/[（(][^（(]*[)）]$/, "");
}

/** Fields of the body that the person may not edit: no form sends them (AU-R20). */
export function findClosedFields(schema: z.ZodObject, modes: Readonly<Record<string, FieldMode>>): ReadonlySet<string> {
  const isClosed = (name: string) => (modes[factsOf(schema, name).ruled ?? ""] ?? "EDIT") !== "EDIT";
  return new Set(Object.keys(modes).length === 0 ? [] : Object.keys(schema.shape).filter(isClosed));
}

/** Makes the body from typed values: only the fields of the contract, and empty values in a form that it accepts. */
export function bodyOf(schema: z.ZodObject, values: FormValues): Record<string, unknown> {
  const entries = Object.keys(schema.shape).map((name) => {
    const value = values[name];
    return [name, isEmpty(value) ? emptyFor(fieldOf(schema, name)) : value] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

export interface FieldFault {
  readonly name: (string | number)[];
  readonly errors: string[];
}

/** How the form calls its fields. */
type Titles = ReadonlyMap<string, { readonly label: string }>;

/** Finds the faults of the whole body by field, including rules across fields. */
export function faultsOf(schema: z.ZodObject, body: FormValues, titles: Titles = new Map()): FieldFault[] {
  const parsed = schema.safeParse(body, inChinese);
  if (parsed.success) return [];
  const byField = new Map<string, FieldFault>();
  for (const { path, message } of parsed.error.issues) {
    const name = path.map((part) => (typeof part === "number" ? part : String(part)));
    const fault = byField.get(name.join(".")) ?? { name, errors: [] };
    const [field = ""] = name;
    const isAsked = name.length === 1 && field in schema.shape && isMissing(body[field]);
    const title = titles.get(String(field))?.label;
    fault.errors.push(isAsked ? requestFor(fieldOf(schema, String(field)), message, title) : message);
    byField.set(name.join("."), fault);
  }
  return [...byField.values()];
}

/** Tells whether two sets of values make the same body. */
export function sameBody(schema: z.ZodObject, a: FormValues, b: FormValues): boolean {
  return JSON.stringify(bodyOf(schema, a)) === JSON.stringify(bodyOf(schema, b));
}

/** Forms of an empty value, in the order in which contracts prefer them. */
const EMPTIES = [null, undefined, "", []] as const;

function emptyFor(field: z.ZodType): unknown {
  return EMPTIES.find((empty) => field.safeParse(empty).success);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "string" && value.trim() === "");
}

/** A choice of several is missing where nothing was chosen. */
function isMissing(value: unknown): boolean {
  return isEmpty(value) || (Array.isArray(value) && value.length === 0);
}

function fieldOf(schema: z.ZodObject, name: string): z.ZodType {
  const field: unknown = schema.shape[name];
  if (!isSchema(field)) throw new Error(`the body has no field ${name}`);
  return field;
}

function isSchema(value: unknown): value is z.ZodType {
  return typeof value === "object" && value !== null && "safeParse" in value;
}

function innerOf(field: z.ZodType): z.ZodType | null {
  if (!("unwrap" in field) || typeof field.unwrap !== "function") return null;
  const inner: unknown = field.unwrap();
  return isSchema(inner) ? inner : null;
}

function limitOf(meta: Readonly<Record<string, unknown>>, field: z.ZodType): FieldFacts["limit"] {
  if (typeof meta["maxWidth"] === "number") return { max: meta["maxWidth"], by: "width" };
  const core = innerOf(field) ?? field;
  const max = "maxLength" in core ? core.maxLength : null;
  return typeof max === "number" ? { max, by: "length" } : null;
}
