import { BusinessError, commonErrors, type Endpoint, masks, ruledFields, ruledKeyOf } from "@ops/platform/contract";
import { z } from "zod";
import type { Actor } from "../../actor.ts";
import { EACH, innerOf, placesIn, valuesAt } from "../places.ts";

/** A field that roles rule, in a body or an answer. */
interface RuledField {
  readonly field: string;
  /** What takes the place of a hidden value. */
  readonly empty: null | "";
  /** Its mask is applied by the schema, for everybody. */
  readonly isMasked: boolean;
}

export interface FieldRights {
  /** Throws if the body contains a field that the actor may not edit. */
  refuse(actor: Actor, body: unknown): void;
  /** Masks or empties fields of the answer that the actor may not see. */
  shown<T>(actor: Actor, answer: T): T;
}

/** Applies the rules of roles to the fields of one endpoint (AU-R20); without a rule or a ruled field it costs nothing. */
export function fieldRightsOf(endpoint: Endpoint): FieldRights {
  const answered = placesIn(endpoint.answer, ruledFieldIn);
  const typed = placesIn(endpoint.body, ruledFieldIn);
  requireOptional(endpoint);
  return {
    refuse: ({ fieldMode }, body) => {
      if (!fieldMode) return;
      const closed = typed.find(
        ({ found, path }) => fieldMode(found.field, endpoint.permission) !== "EDIT" && valuesAt(body, path).length > 0,
      );
      if (closed) throw editRefusal(closed.found.field);
    },
    shown: ({ fieldMode }, answer) => {
      if (!fieldMode) return answer;
      for (const { path, found } of answered) {
        const mode = fieldMode(found.field, endpoint.permission);
        if (mode === "HIDE") overwrite(answer, path, () => found.empty);
        if (mode === "MASK" && !found.isMasked) overwrite(answer, path, maskValue);
      }
      return answer;
    },
  };
}

function editRefusal(field: string): BusinessError {
  const { msgCode } = commonErrors.forbidden();
  return new BusinessError(msgCode, `您没有修改「${ruledFields.get(field)?.label ?? field}」的权限`);
}

/** Who may not edit a field still edits the record: its form leaves the field out. */
function requireOptional({ method, path, body }: Endpoint): void {
  if (method !== "PUT" || !body) return;
  const required = Object.entries(body.shape).find(
    ([, field]) =>
      field instanceof z.ZodType && placesIn(field, ruledFieldIn).length > 0 && !field.safeParse(undefined).success,
  );
  if (required) throw new Error(`${method} ${path}: the ruled field ${required[0]} must be optional`);
}

function ruledFieldIn(schema: z.ZodType): RuledField | null {
  const field = ruledKeyOf(schema);
  return field ? { field, empty: emptyOf(schema), isMasked: isMasked(schema) } : null;
}

function emptyOf(schema: z.ZodType): null | "" {
  return schema.safeParse(null).success ? null : "";
}

function isMasked(schema: z.ZodType): boolean {
  const inner = innerOf(schema);
  return schema.meta()?.["masked"] === true || (inner !== null && isMasked(inner));
}

/** Masks a text. Any other value becomes null. */
function maskValue(value: unknown): unknown {
  return typeof value === "string" ? masks.text(value) : null;
}

/** Overwrites in place, because the answer schema has just made this object and nothing else uses it. */
function overwrite(holder: unknown, [name, ...rest]: readonly string[], change: (value: unknown) => unknown): void {
  if (typeof holder !== "object" || holder === null || name === undefined) return;
  const values = holder as Record<string, unknown>;
  for (const key of name === EACH ? Object.keys(values) : [name]) {
    if (rest.length > 0) overwrite(values[key], rest, change);
    else if (values[key] !== null && values[key] !== undefined) values[key] = change(values[key]);
  }
}
