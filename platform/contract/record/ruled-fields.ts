import type { z } from "zod";

/** What a role allows its holders to do with a field, from least to most (AU-R20). */
export const fieldModes = ["HIDE", "MASK", "READ", "EDIT"] as const;
export type FieldMode = (typeof fieldModes)[number];
export const fieldModeNames: Readonly<Record<FieldMode, string>> = {
  HIDE: "隐藏",
  MASK: "脱敏",
  READ: "只读",
  EDIT: "可编辑",
};

/** A field that roles may rule. */
export interface RuledField {
  /** `user.email` */
  readonly key: string;
  readonly label: string;
  readonly resource: string;
  readonly resourceName: string;
  /** The permission that shows the resource. Only roles that grant it can restrict its fields. */
  readonly read: string;
}

interface RuledResource {
  readonly key: string;
  readonly name: string;
  readonly read: string;
  /** The labels of the fields, by name. */
  readonly fields: Readonly<Record<string, string>>;
}

const declared = new Map<string, RuledField>();

/** Every field that roles may rule, of all contracts. */
export const ruledFields: ReadonlyMap<string, RuledField> = declared;

/**
 * Declares a kind of record whose fields roles may restrict, and answers a function that marks these fields: `email:
 * ofUser("email", z.string().nullable())`. The kernel masks or hides a marked field in answers, and refuses it in input
 * from people who may not edit it. Without a rule nothing changes.
 */
export function ruledResource<const R extends RuledResource>(resource: R) {
  for (const [field, label] of Object.entries(resource.fields)) {
    const key = `${resource.key}.${field}`;
    declared.set(key, { key, label, resource: resource.key, resourceName: resource.name, read: resource.read });
  }
  return <S extends z.ZodType>(field: keyof R["fields"] & string, schema: S): S =>
    schema.meta({ ruled: `${resource.key}.${field}`, label: resource.fields[field] });
}

/** Marks fields that one rule of a role opens or closes together: `{ facts: "门店资料" }`. Each keeps its own label. */
export function ruledTogether<S extends z.ZodRawShape>(key: string, fields: S): S {
  const marked = Object.entries(fields).map(([name, field]) => {
    const one = field as z.ZodType;
    return [name, one.meta({ ...one.meta(), ruled: key })] as const;
  });
  return Object.fromEntries(marked) as unknown as S;
}

/** Finds the restricted field of a schema. */
export function ruledKeyOf(schema: z.ZodType): string | undefined {
  const key = schema.meta()?.["ruled"];
  return typeof key === "string" ? key : undefined;
}
