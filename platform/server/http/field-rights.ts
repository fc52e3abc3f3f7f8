import { BusinessError, commonErrors, type Endpoint, masks, ruledFields, ruledKeyOf } from "@ops/platform/contract";
import { z } from "zod";
import type { Actor } from "../actor.ts";

/** Where a ruled field stands in a body or an answer. */
interface Place {
  readonly field: string;
  /** Names of properties; EACH stands for every element of a list. */
  readonly path: readonly string[];
  /** What takes the place of a hidden value. */
  readonly empty: null | "";
  /** Its mask is applied by the schema, for everybody. */
  readonly isMasked: boolean;
}

const EACH = "*";
const DEEPEST = 8;

export interface FieldRights {
  /** Throws when the body holds a field that the actor may not edit. */
  refuse(actor: Actor, body: unknown): void;
  /** The answer, with what the actor may not see masked or emptied. */
  shown<T>(actor: Actor, answer: T): T;
}

/** Applies the rules of roles to the fields of one endpoint (AU-R20); without a rule or a ruled field it costs nothing. */
export function fieldRightsOf(endpoint: Endpoint): FieldRights {
  const answered = endpoint.answer ? placesIn(endpoint.answer) : [];
  const typed = endpoint.body ? placesIn(endpoint.body) : [];
  requireOptional(endpoint);
  return {
    refuse: ({ fieldMode }, body) => {
      if (!fieldMode) return;
      const closed = typed.find(
        ({ field, path }) => fieldMode(field, endpoint.permission) !== "EDIT" && isSet(body, path),
      );
      if (closed) throw notEditable(closed.field);
    },
    shown: ({ fieldMode }, answer) => {
      if (!fieldMode) return answer;
      for (const place of answered) {
        const mode = fieldMode(place.field, endpoint.permission);
        if (mode === "HIDE") overwrite(answer, place.path, () => place.empty);
        if (mode === "MASK" && !place.isMasked) overwrite(answer, place.path, masked);
      }
      return answer;
    },
  };
}

function notEditable(field: string): BusinessError {
  const { msgCode } = commonErrors.forbidden();
  return new BusinessError(msgCode, `您没有修改「${ruledFields.get(field)?.label ?? field}」的权限`);
}

/** Who may not edit a field still edits the record: its form leaves the field out. */
function requireOptional({ method, path, body }: Endpoint): void {
  if (method !== "PUT" || !body) return;
  const required = Object.entries(body.shape).find(
    ([, field]) => isSchema(field) && placesIn(field).length > 0 && !field.safeParse(undefined).success,
  );
  if (required) throw new Error(`${method} ${path}: the ruled field ${required[0]} must be optional`);
}

/** The ruled fields of a schema, found once when its route is mounted. */
function placesIn(schema: z.ZodType, path: readonly string[] = []): Place[] {
  const field = ruledKeyOf(schema);
  if (field) return [{ field, path, empty: emptyOf(schema), isMasked: isMasked(schema) }];
  if (path.length > DEEPEST) return []; // trees of themselves
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([name, inner]) =>
      isSchema(inner) ? placesIn(inner, [...path, name]) : [],
    );
  }
  if (schema instanceof z.ZodArray) return isSchema(schema.element) ? placesIn(schema.element, [...path, EACH]) : [];
  if (schema instanceof z.ZodRecord)
    return isSchema(schema.valueType) ? placesIn(schema.valueType, [...path, EACH]) : [];
  if (schema instanceof z.ZodUnion)
    return schema.options.flatMap((one: unknown) => (isSchema(one) ? placesIn(one, path) : []));
  const inner = innerOf(schema);
  return inner ? placesIn(inner, path) : [];
}

function innerOf(schema: z.ZodType): z.ZodType | null {
  if (!("unwrap" in schema) || typeof schema.unwrap !== "function") return null;
  const inner: unknown = schema.unwrap();
  return isSchema(inner) ? inner : null;
}

const isSchema = (value: unknown): value is z.ZodType => value instanceof z.ZodType;

function emptyOf(schema: z.ZodType): null | "" {
  return schema.safeParse(null).success ? null : "";
}

function isMasked(schema: z.ZodType): boolean {
  const inner = innerOf(schema);
  return schema.meta()?.["masked"] === true || (inner !== null && isMasked(inner));
}

/** What is left of a text; of anything else, nothing. */
function masked(value: unknown): unknown {
  return typeof value === "string" ? masks.text(value) : null;
}

function isSet(value: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return value !== undefined;
  if (typeof value !== "object" || value === null) return false;
  if (name === EACH) return Object.values(value).some((one) => isSet(one, rest));
  return isSet((value as Record<string, unknown>)[name], rest);
}

/** In place: the answer schema has just built this object, nobody else holds it. */
function overwrite(holder: unknown, [name, ...rest]: readonly string[], change: (value: unknown) => unknown): void {
  if (typeof holder !== "object" || holder === null || name === undefined) return;
  const values = holder as Record<string, unknown>;
  for (const key of name === EACH ? Object.keys(values) : [name]) {
    if (rest.length > 0) overwrite(values[key], rest, change);
    else if (values[key] !== null && values[key] !== undefined) values[key] = change(values[key]);
  }
}
