import { z } from "zod";
import { listQuery, sortable } from "../paging.ts";
import { bareField, fieldMeta, metaOf, withMeta } from "../value/field-meta.ts";
import { dayRange, maskedPhone, mobilePhone, moment, version, wholePhoneOf, wholeText } from "../value/fields.ts";
import { refKinds, refName } from "./ref.ts";

/** A field that is stored sealed: a caller types it in clear, answers show its mask, the table keeps it in three columns. */
export interface SealedField<T extends z.ZodType = z.ZodType> {
  readonly sealed: "phone" | "name" | "idCard" | "bankCard";
  readonly typed: T;
  readonly masked: z.ZodString;
}

/** A field is an ordinary schema that knows its label, or a sealed one. */
type Fields = Readonly<Record<string, z.ZodType | SealedField>>;

// Schemas are distinguished by the word of their kind and unwrapped without recursion, because this keeps the compiler
// fast.
type Kind<F> = F extends { _zod: { def: { type: infer T } } } ? T : never;
type Unwrapped<F, K extends string> = F extends { _zod: { def: { type: K; innerType: infer I } } } ? I : F;
type Core<F> = Unwrapped<Unwrapped<F, "default">, "nullable">;

/** The fields of a shape that are stored sealed. */
export type SealedIn<F extends Fields> = {
  [K in keyof F & string]: F[K] extends SealedField ? K : never;
}[keyof F & string];

/** The input of a caller for a field. */
type Typed<F> = F extends { sealed: string; typed: infer T extends z.ZodType } ? T : F extends z.ZodType ? F : never;
/** The same, without empty values. */
type Filled<F> = Extract<Core<Typed<F>>, z.ZodType>;
/** How a field is answered: without the rules for typing it, so that rows older than a rule can still be read. */
type Shown<F> = F extends { sealed: string; typed: infer T extends z.ZodType }
  ? OrNull<z.ZodString, z.output<T>>
  : F extends z.ZodType
    ? OrNull<Bare<Core<F>>, z.output<F>>
    : never;
type OrNull<T extends z.ZodType, Value> = null extends Value ? z.ZodNullable<T> : T;
type Bare<C> = Kind<C> extends "string" ? z.ZodString : Kind<C> extends "pipe" ? typeof moment : Extract<C, z.ZodType>;

/** `carId` → `carName`. */
type NameOf<K extends string> = K extends `${infer Start}Id` ? `${Start}Name` : `${K}Name`;
type Names<F extends Fields, K extends keyof F & string> = {
  [P in K as NameOf<P>]: F[P] extends z.ZodType ? OrNull<z.ZodString, z.output<F[P]>> : never;
};
type Whole = ReturnType<typeof wholeText>;

type Flat<T> = { [K in keyof T]: T[K] };
type Stamp = "createdAt" | "updatedAt";
type AnswerShape<F extends Fields, W> = Flat<
  Omit<{ id: z.ZodString; version: typeof version } & { [K in keyof F]: Shown<F[K]> }, keyof W> & W
>;
type SortShape<S extends string> = {
  sortBy: z.ZodOptional<z.ZodEnum<{ [P in S]: P }>>;
  sortOrder: z.ZodOptional<z.ZodEnum<{ asc: "asc"; desc: "desc" }>>;
};
type QueryShape<F extends Fields, I extends keyof F, R extends string, S extends string, W, X extends string> = Flat<
  (typeof listQuery)["shape"] & { [K in I]: z.ZodOptional<Filled<F[K]>> } & {
    [K in R]: z.ZodOptional<typeof dayRange>;
  } & { [K in X]: z.ZodOptional<Whole> } & ([S] extends [never] ? unknown : SortShape<S>) &
    W
>;

/**
 * The fields of a record, declared once. Answers, bodies, queries, sheets, labels of the log and columns refer to them
 * by key.
 */
export interface Shape<N extends string = string, F extends Fields = Fields> {
  /** Name of the table. */
  readonly table: N;
  /** The Chinese name of a record. */
  readonly entity: string;
  readonly fields: F;
  /** Makes the answer with all fields, id and version. `more` adds computed fields and replaces others. */
  answer<W extends z.ZodRawShape>(more: W): z.ZodObject<AnswerShape<F, W>>;
  /** Makes the names of referenced records for the answer, such as `carName` for `carId`, with the same label. */
  names<K extends keyof F & string>(...names: K[]): Names<F, K>;
  /** Fields of a body, as they are declared. */
  pick<K extends keyof F & string>(...names: K[]): { [P in K]: Typed<F[P]> };
  /** Fields of a body that must be filled here although the column may be empty. */
  required<K extends keyof F & string>(...names: K[]): { [P in K]: Filled<F[P]> };
  /** Fields of a body that may be left out. */
  optional<K extends keyof F & string>(...names: K[]): { [P in K]: z.ZodOptional<Typed<F[P]>> };
  /** Makes the query of a list: filters by a column, by days, by a whole masked value, sorting and more. */
  query<
    I extends keyof F & string = never,
    R extends (keyof F & string) | Stamp = never,
    S extends (keyof F & string) | Stamp = never,
    W extends z.ZodRawShape = Record<never, never>,
    X extends keyof F & string = never,
  >(asked: {
    readonly is?: readonly I[];
    readonly within?: readonly R[];
    readonly whole?: readonly X[];
    readonly sort?: readonly [S, ...S[]];
    readonly more?: W;
  }): z.ZodObject<QueryShape<F, I, R, S, W, X>>;
}

export const createdAt = moment.meta({ label: "创建时间" });
export const updatedAt = moment.meta({ label: "更新时间" });
const stamps: Readonly<Record<string, z.ZodType>> = { createdAt, updatedAt };

export function sealedPhone(label: string): SealedField<typeof mobilePhone> {
  return { sealed: "phone", typed: mobilePhone.meta({ label }), masked: maskedPhone.meta({ label }) };
}

/** Declares personal data. The input has the label. */
export function sealed<T extends z.ZodType>(kind: SealedField["sealed"], typed: T): SealedField<T> {
  return { sealed: kind, typed, masked: withMeta(z.string(), { label: metaOf(typed)["label"], masked: true }) };
}

export function shape<const N extends string, F extends Fields>(table: N, entity: string, fields: F): Shape<N, F> {
  const each = (names: readonly string[], make: (field: z.ZodType) => z.ZodType) =>
    Object.fromEntries(names.map((name) => [name, make(typedOf(fields[name] ?? stamps[name]))]));
  const made = {
    table,
    entity,
    fields,
    answer: (more: z.ZodRawShape) =>
      z.object({ id: z.string(), ...mapFields(fields, (field) => shownOf(field, table)), version, ...more }),
    names: (...names: string[]) => Object.fromEntries(names.map((name) => nameField(name, typedOf(fields[name])))),
    pick: (...names: string[]) => each(names, (field) => field),
    required: (...names: string[]) => each(names, filledOf),
    optional: (...names: string[]) => each(names, (field) => withoutDefault(field).optional()),
    query: ({ is = [], within = [], whole = [], sort, more = {} }: AskedQuery) =>
      listQuery.extend({
        ...each(is, (field) => filledOf(field).optional()),
        ...each(within, (field) => withMeta(dayRange.optional(), { label: metaOf(field)["label"] })),
        ...Object.fromEntries(whole.map((name) => [name, wholeOf(fields[name]).optional()])),
        ...(sort ? sortable(...sort) : {}),
        ...more,
      }),
  };
  return made as unknown as Shape<N, F>; // the interface above is where the types are checked
}

interface AskedQuery {
  readonly is?: readonly string[];
  readonly within?: readonly string[];
  readonly whole?: readonly string[];
  readonly sort?: readonly [string, ...string[]];
  readonly more?: z.ZodRawShape;
}

export function isSealed(field: z.ZodType | SealedField): field is SealedField {
  return "sealed" in field;
}

function typedOf(field: z.ZodType | SealedField | undefined): z.ZodType {
  if (!field) throw new Error("the shape has no such field");
  return isSealed(field) ? field.typed : field;
}

function filledOf(field: z.ZodType): z.ZodType {
  const inner = bareField(field);
  return inner === field || !(inner instanceof z.ZodType) ? field : inner.meta(metaOf(field));
}

/** Makes the masked form. It knows the table of the plain text, so that cells can offer it to people who may see it. */
function shownOf(field: z.ZodType | SealedField, table: string): z.ZodType {
  if (isSealed(field)) {
    const masked = field.masked.meta({ ...field.masked.meta(), sealedIn: table });
    return field.typed.safeParse(null).success ? masked.nullable() : masked;
  }
  const { maxWidth: _limit, hint: _hint, ...meta } = metaOf(field);
  const bare = bareOf(field);
  return bare === field ? field : bare.meta(meta);
}

/**
 * Makes a filter by the whole of a masked value, because a part would find nothing. The input is compared in its stored
 * form.
 */
function wholeOf(field: z.ZodType | SealedField | undefined): Whole {
  const typed = typedOf(field);
  const label = fieldMeta(typed).label ?? "";
  if (field && isSealed(field) && field.sealed === "phone") return wholePhoneOf(label);
  const clean = (text: string) => String(typed.safeParse(text).data ?? text);
  return wholeText(label, { clean });
}

function nameField(name: string, field: z.ZodType): [string, z.ZodType] {
  const { label, ref } = fieldMeta(field);
  const kind = refKinds.get(ref ?? "");
  if (!kind) throw new Error(`${name} points at no record`);
  const shown = refName(kind, name, label ?? "");
  return [`${name.replace(/Id$/, "")}Name`, field.safeParse(null).success ? shown.nullable() : shown];
}

/** Takes the default off, which would fill in what somebody has left out. */
function withoutDefault(field: z.ZodType): z.ZodType {
  if (!(field instanceof z.ZodDefault)) return field;
  const inner = field.unwrap() as z.ZodType;
  const own = z.globalRegistry.get(field);
  return own ? inner.meta(own) : inner;
}

function bareOf(field: z.ZodType): z.ZodType {
  if (field instanceof z.ZodDefault) return bareOf(field.unwrap() as z.ZodType);
  if (field instanceof z.ZodNullable) return bareOf(field.unwrap() as z.ZodType).nullable();
  if (field instanceof z.ZodString || field instanceof z.ZodStringFormat) return z.string();
  if (field instanceof z.ZodNumberFormat) return z.int();
  if (field instanceof z.ZodNumber) return z.number();
  if (field instanceof z.ZodArray) return z.array(bareOf(field.element as z.ZodType));
  return field instanceof z.ZodPipe && !(field instanceof z.ZodCodec) ? moment : field;
}

function mapFields(fields: Fields, make: (field: z.ZodType | SealedField) => z.ZodType): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, make(field)]));
}
