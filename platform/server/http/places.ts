import { z } from "zod";

/** In a path this means every element of a list or record. */
export const EACH = "*";
const DEEPEST = 8;

export interface Place<T> {
  /** Names of properties, and EACH. */
  readonly path: readonly string[];
  readonly found: T;
}

/** Finds the places in a schema that `look` recognises. They are found once, when the route is called first. */
export function placesIn<T>(
  schema: unknown,
  look: (schema: z.ZodType) => T | null,
  path: readonly string[] = [],
): Place<T>[] {
  if (!isSchema(schema)) return [];
  const found = look(schema);
  if (found !== null) return [{ path, found }];
  if (path.length > DEEPEST) return []; // trees of themselves
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([name, inner]) => placesIn(inner, look, [...path, name]));
  }
  if (schema instanceof z.ZodArray) return placesIn(schema.element, look, [...path, EACH]);
  if (schema instanceof z.ZodRecord) return placesIn(schema.valueType, look, [...path, EACH]);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((one: unknown) => placesIn(one, look, path));
  if (schema instanceof z.ZodIntersection) {
    return [schema.def.left, schema.def.right].flatMap((one: unknown) => placesIn(one, look, path));
  }
  return placesIn(innerOf(schema), look, path);
}

/**
 * Finds the schema inside of another one, such as a nullable, optional or default one, or one side of a transformation.
 */
export function innerOf(schema: z.ZodType): z.ZodType | null {
  if (schema instanceof z.ZodPipe) {
    const side: unknown = schema.out instanceof z.ZodTransform ? schema.in : schema.out;
    return isSchema(side) ? side : null;
  }
  if (!("unwrap" in schema) || typeof schema.unwrap !== "function") return null;
  const inner: unknown = schema.unwrap();
  return isSchema(inner) ? inner : null;
}

/** Finds the values at a path, each with its full path. */
export function valuesAt(value: unknown, path: readonly string[], way: readonly string[] = []): [string, unknown][] {
  const [name, ...rest] = path;
  if (name === undefined) return value === undefined ? [] : [[way.join("."), value]];
  if (typeof value !== "object" || value === null) return [];
  const keys = name === EACH ? Object.keys(value) : [name].filter((one) => Object.hasOwn(value, one));
  return keys.flatMap((key) => valuesAt((value as Record<string, unknown>)[key], rest, [...way, key]));
}

const isSchema = (value: unknown): value is z.ZodType => value instanceof z.ZodType;
