import {
  BusinessError,
  bareField,
  commonErrors,
  type Endpoint,
  fieldMeta,
  isInherited,
  shapeOf,
} from "@ops/platform/contract";
import { z } from "zod";
import { isStorableText } from "../../db/connection/storable-text.ts";

type Part = "params" | "query" | "body";
const PARTS: readonly Part[] = ["params", "query", "body"];
const DEEPEST = 12;
const NAMELESS = "参数";

export type Validate = (raw: Record<Part, unknown>) => Record<Part, never>;

/** Checks a call's input against its endpoint; unknown properties are refused everywhere. */
export function validatorOf(endpoint: Pick<Endpoint, Part>): Validate {
  const schemas = PARTS.map((part) => [part, endpoint[part]?.strict()] as const);
  return (raw) => {
    const input: Record<Part, unknown> = { params: undefined, query: undefined, body: undefined };
    for (const [part, schema] of schemas) {
      const value = part === "query" ? withoutEmpty(raw.query) : raw[part];
      refuseUnfit(value, 0);
      if (part === "params") refuseInheritedValues(value);
      if (schema) input[part] = parsePart(schema, value ?? {});
      else if (part !== "body" && hasContent(value)) throw unknownProperty(Object.keys(value)[0]);
      else if (part === "body" && hasContent(value)) throw commonErrors.param({ field: "请求内容" });
    }
    return input as Record<Part, never>;
  };
}

function parsePart(schema: z.ZodObject, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  if (issue?.code === "unrecognized_keys") throw unknownProperty(issue.keys[0]);
  const path = issue?.path ?? [];
  const { msgCode, message } = commonErrors.param({ field: labelAt(schema, path) });
  throw new BusinessError(msgCode, issue?.message || message, { field: path.join(".") });
}

/** Finds the label for a field, or the nearest one above it that has a label (PF-R84). */
function labelAt(schema: unknown, path: readonly PropertyKey[]): string {
  const fields = [schema];
  for (const step of path) fields.push(insideOf(fields.at(-1), String(step)));
  const labels = fields.map((field) => fieldMeta(field).label).filter((label) => label !== null);
  return labels.at(-1) ?? NAMELESS;
}

function insideOf(field: unknown, step: string): unknown {
  const plain = bareField(field);
  if (plain instanceof z.ZodObject) return shapeOf(plain)[step];
  if (plain instanceof z.ZodArray) return plain.element;
  if (plain instanceof z.ZodRecord) return plain.valueType;
  if (plain instanceof z.ZodUnion) return plain.options.map((one: unknown) => insideOf(one, step)).find(Boolean);
  return undefined;
}

/**
 * Makes the refusal of an undeclared property. People have no word for it, but a program gets its name if it could be
 * one of ours.
 */
function unknownProperty(name = ""): BusinessError {
  const { msgCode, message } = commonErrors.param({ field: NAMELESS });
  return new BusinessError(msgCode, message, /^[\w.]{1,40}$/.test(name) ? { field: name } : null);
}

/** An empty query value means that it was left out: `?status=` is no filter. */
function withoutEmpty(query: unknown): unknown {
  if (typeof query !== "object" || query === null) return query;
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ""));
}

function hasContent(value: unknown): value is object {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

/** Refuses path parts that are names of inherited properties, because they are used as keys. */
function refuseInheritedValues(params: unknown): void {
  const values: unknown[] = Object.values(params ?? {});
  if (values.some((value) => typeof value === "string" && isInherited(value))) {
    throw commonErrors.param({ field: "路径" });
  }
}

/**
 * Refuses texts that cannot be stored, deep nesting, which only attackers send, and properties named like inherited
 * ones, which a lookup would find.
 */
function refuseUnfit(value: unknown, depth: number): void {
  if (typeof value === "string") {
    if (!isStorableText(value)) throw commonErrors.param({ field: "文本" });
    return;
  }
  if (typeof value !== "object" || value === null) return;
  if (depth > DEEPEST) throw commonErrors.param({ field: "请求内容" });
  for (const [key, inner] of Object.entries(value)) {
    if (isInherited(key)) throw commonErrors.param({ field: "请求内容" });
    refuseUnfit(key, depth);
    refuseUnfit(inner, depth + 1);
  }
}
