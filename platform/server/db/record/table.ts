import {
  bareField,
  fieldMeta,
  isSealed,
  masks,
  metaOf,
  type SealedField,
  type SealedIn,
  type Shape,
  type Unmaskable,
  unmaskables,
} from "@ops/platform/contract";
import type { ColumnType, InsertType, Kysely, RawBuilder } from "kysely";
import { z } from "zod";
import type { DataScope } from "../../actor.ts";
import type { PersonalKind } from "../../secret/vault.ts";
import type { WholeField } from "../../unmask/whole-value.ts";
import type { Tx } from "../tx.ts";
import { findRows, type Wanted } from "./find-rows.ts";

/** The columns that every record of the house has. */
export interface RecordRow {
  id: string;
  version: number;
  createdAt: Date;
  createdBy: string;
  updatedAt: Date;
  updatedBy: string;
}

type ColumnOf<Row> = keyof Row & string;
/** Fields that lie under seal, see `Vault`. */
type SealedOf<Row> = ColumnOf<Row> extends infer C ? (C extends `${infer Field}Cipher` ? Field : never) : never;
type PartialScope = Extract<DataScope, { all: false }>;

interface Participation {
  /** Records that a person sees whatever the scope of the permission, because the person takes part in them. */
  readonly people?: (userId: string) => RawBuilder<boolean>;
}

/** How the reader's data scope applies to a table: by columns, by its own condition, or not at all, with the reason. */
export type TableScope<Row> =
  | ({ readonly organization?: ColumnOf<Row>; readonly owner?: ColumnOf<Row> } & Participation)
  | ((scope: PartialScope) => RawBuilder<boolean>)
  | ({ readonly reach: (scope: PartialScope) => RawBuilder<boolean> } & Participation)
  | { readonly unscoped: string };

export interface TableOptions<Row> {
  /** The Chinese name of a record. */
  readonly entity: string;
  readonly scope: TableScope<Row>;
  readonly softDelete?: boolean;
  /** The permission to read a record and its log (PF-R99). */
  readonly read?: string;
  /** Throws for people who may not see a record, if the scope alone does not decide. */
  readonly readable?: (tx: Tx, id: string) => Promise<unknown>;
  /** The record of which this one is a part, and the column that names it. Changes by imports are logged there. */
  readonly partOf?: { readonly table: string; readonly by: ColumnOf<Row> };
  /** Whether a call that locks such a record is about it, whatever it changes first, so that its log has everything. */
  readonly leads?: true;
  /** The column people know a record by. */
  readonly number?: ColumnOf<Row>;
  /** Chinese names of columns for the audit log; columns without one are kept out of the diffs. */
  readonly labels: Partial<Record<ColumnOf<Row>, string>>;
  /** The words for values of a column, which the log uses. */
  readonly words?: Partial<Record<ColumnOf<Row>, Readonly<Record<string, string>>>>;
  /** Columns that point at records of a kind; the log tells their names. */
  readonly refs?: Partial<Record<ColumnOf<Row>, string>>;
  /** Columns that roles may rule, by the keys of their fields; the log shows them as the record itself does. */
  readonly ruled?: Partial<Record<ColumnOf<Row>, string>>;
  /** Columns of jsonb. */
  readonly json?: readonly ColumnOf<Row>[];
  /** Columns with days instead of times. */
  readonly days?: readonly ColumnOf<Row>[];
  /** Columns whose values are never logged. */
  readonly secret?: readonly ColumnOf<Row>[];
  /** Columns that enter the log masked. */
  readonly masked?: Partial<Record<ColumnOf<Row>, (text: string) => string>>;
  /** Masked columns that holders of a code may see in clear. */
  readonly unmask?: Unmaskable<ColumnOf<Row> | SealedOf<Row>>;
  /** Masked columns that lists are searched by as a whole, see `findByWhole`. */
  readonly wholes?: Partial<Record<ColumnOf<Row> | SealedOf<Row>, WholeField>>;
  /** Whether a holder of the code may see every record of the scope in clear; without it, always. */
  readonly unmasksAll?: (tx: Tx) => Promise<boolean>;
  /** Restricts unmasking further: tells for a reader which records may be seen in clear text. */
  readonly mayUnmask?: (tx: Tx) => Promise<(row: Row) => boolean>;
}

/** What the record helpers need to know about a table. `F` are its sealed fields, `D` the columns with defaults. */
export interface Table<Row extends RecordRow = RecordRow, F extends string = never, D extends string = never>
  extends TableOptions<Row> {
  readonly name: string;
  readonly sealed?: Readonly<Record<F, PersonalKind>>;
  /** Known to the compiler alone: the database has a default for these. */
  readonly defaults?: Readonly<Record<D, never>>;
}

/** Columns for which the database has a default. */
type Defaulted<T> = { [K in keyof T & string]: undefined extends InsertType<T[K]> ? K : never }[keyof T & string];
type Declared<T, F extends string = never> = Table<SelectRow<T> & RecordRow, F, Defaulted<T>>;

/** Every table declared by any module; the architecture test looks through it. */
export const declaredTables = new Map<string, Table<never>>();

/** The reasons why undeclared tables need no data scope. The architecture test requires one for each. */
export const reasonsWithoutScope = new Map<string, string>();

/**
 * Makes a module's access to the database, which has only the tables of its migrations. `table` declares one for the
 * record helpers, and `db(tx)` runs SQL in the transaction. Each undeclared table needs a reason why it has no data
 * scope.
 */
export function databaseOf<Tables>(withoutScope: { readonly [N in keyof Tables & string]?: string } = {}) {
  for (const [name, reason] of Object.entries<string | undefined>(withoutScope))
    reasonsWithoutScope.set(name, reason ?? "");
  function table<N extends keyof Tables & string>(
    name: N,
    options: TableOptions<SelectRow<Tables[N]>>,
  ): Declared<Tables[N]> {
    const declared = { name, ...options } as unknown as Declared<Tables[N]>;
    declaredTables.set(name, declared as unknown as Table<never>);
    return declared;
  }
  /** Labels, words and jsonb columns come from the shape; a field that does not fit its column does not compile. */
  function tableOf<N extends keyof Tables & string, F extends Fields>(
    shape: Shape<N, F> & FitsColumns<F, SelectRow<Tables[N]>>,
    options: ShapedOptions<SelectRow<Tables[N]>, keyof F & string>,
  ): Declared<Tables[N], SealedIn<F>> {
    const derived = deriveFrom(shape);
    const { unlogged = [], ...others } = options;
    for (const name of unlogged) delete derived.labels[name];
    const unmask = unmaskables.get(shape.table);
    const merged: unknown = {
      entity: shape.entity,
      ...(unmask ? { unmask } : {}),
      ...others,
      labels: { ...derived.labels, ...options.labels },
      words: { ...derived.words, ...options.words },
      ruled: { ...derived.ruled, ...options.ruled },
      refs: { ...derived.refs, ...options.refs },
      json: [...derived.json, ...(options.json ?? [])],
      days: derived.days,
      sealed: derived.sealed,
      wholes: { ...derived.wholes, ...options.wholes },
    };
    const declared: object = table(shape.table, merged as TableOptions<SelectRow<Tables[N]>>);
    return declared as Declared<Tables[N], SealedIn<F>>; // `sealed` is among the options
  }
  return {
    table,
    tableOf,
    db: (tx: Tx): Kysely<Tables> => tx.kysely as unknown as Kysely<Tables>,
    /** The rows with these values, in the order of the columns named. */
    findRows: <N extends keyof Tables & string>(
      tx: Tx,
      name: N,
      wanted: Wanted<SelectRow<Tables[N]>>,
      ...orderBy: (keyof SelectRow<Tables[N]> & string)[]
    ) => findRows<SelectRow<Tables[N]>>(tx, name, wanted, orderBy),
    /** Finds the only row with these values; undefined if there is none. */
    findRow: async <N extends keyof Tables & string>(tx: Tx, name: N, wanted: Wanted<SelectRow<Tables[N]>>) => {
      const [row] = await findRows<SelectRow<Tables[N]>>(tx, name, wanted);
      return row;
    },
  };
}

type Fields = Readonly<Record<string, z.ZodType | SealedField>>;
type ShapedOptions<Row, Name extends string> = Omit<TableOptions<Row>, "entity" | "labels" | "days"> &
  Partial<Pick<TableOptions<Row>, "labels">> & {
    /** Fields of the shape that stay out of the log. */
    readonly unlogged?: readonly Name[];
  };

type SealedFits<K extends string, Row> = Row extends Record<`${K}Cipher` | `${K}Hash`, Buffer | null> ? true : false;
/** Whether a column can be answered as its field is, and takes what its field lets through. */
type FieldFits<F, Column> = F extends z.ZodType
  ? z.output<F> extends Column
    ? NonNullable<Column> extends z.output<F>
      ? null extends Column
        ? null extends z.output<F>
          ? true
          : false
        : true
      : false
    : false
  : false;
type Misfits<F, Row> = {
  [K in keyof F & string]: F[K] extends SealedField
    ? SealedFits<K, Row> extends true
      ? never
      : K
    : K extends keyof Row
      ? FieldFits<F[K], Row[K]> extends true
        ? never
        : K
      : K;
}[keyof F & string];
type FitsColumns<F, Row> = [Misfits<F, Row>] extends [never]
  ? unknown
  : { readonly fieldsUnlikeTheirColumns: Misfits<F, Row> };

function deriveFrom({ fields }: Shape) {
  const labels: Record<string, string> = {};
  const words: Record<string, Readonly<Record<string, string>>> = {};
  const [json, days]: [string[], string[]] = [[], []];
  const sealed: Record<string, PersonalKind> = {};
  const wholes: Record<string, WholeField> = {};
  const ruled: Record<string, string> = {};
  const refs: Record<string, string> = {};
  for (const [name, field] of Object.entries(fields)) {
    const meta = fieldMeta(isSealed(field) ? field.typed : field);
    if (!isSealed(field) && isJson(field)) json.push(name);
    else if (meta.label !== null) labels[isSealed(field) ? `${name}Masked` : name] = meta.label;
    if (isSealed(field)) {
      sealed[name] = field.sealed;
      wholes[name] = { label: meta.label ?? name, mask: masks[field.sealed], sealed: field.sealed };
    }
    const { format, points, ruled: rule } = metaOf(isSealed(field) ? field.typed : field);
    if (format === "date") days.push(name);
    if (typeof rule === "string") ruled[isSealed(field) ? `${name}Masked` : name] = rule;
    if (meta.words) words[name] = meta.words;
    const kind = meta.ref ?? points;
    if (typeof kind === "string") refs[name] = kind;
  }
  return { labels, words, json, days, sealed, wholes, ruled, refs };
}

/** Objects and lists of objects lie in jsonb. */
function isJson(field: z.ZodType): boolean {
  const inner = bareField(field);
  return inner instanceof z.ZodObject || (inner instanceof z.ZodArray && inner.element instanceof z.ZodObject);
}

type SelectRow<T> = { [K in keyof T]: T[K] extends { readonly __select__: infer S } ? S : T[K] };

/** Generated tables with the contents of their jsonb columns named; such columns go in as text. */
export type JsonColumns<Tables, Named extends { [T in keyof Tables]?: { [C in keyof Tables[T]]?: unknown } }> = {
  [T in keyof Tables]: {
    [C in keyof Tables[T]]: T extends keyof Named
      ? C extends keyof Named[T]
        ? ColumnType<Named[T][C], InsertType<Tables[T][C]>, string>
        : Tables[T][C]
      : Tables[T][C];
  };
};

/** Generated tables with the values of columns named that the migrations let be any text, such as lists of codes. */
export type NamedColumns<Tables, Named extends { [T in keyof Tables]?: { [C in keyof Tables[T]]?: unknown } }> = {
  [T in keyof Tables]: {
    [C in keyof Tables[T]]: T extends keyof Named
      ? C extends keyof Named[T]
        ? ColumnType<Named[T][C], Named[T][C] | Extract<InsertType<Tables[T][C]>, undefined>, Named[T][C]>
        : Tables[T][C]
      : Tables[T][C];
  };
};
