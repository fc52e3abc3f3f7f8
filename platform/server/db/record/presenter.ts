import { fieldMeta, refKinds } from "@ops/platform/contract";
import type { z } from "zod";
import { refNames } from "../../refs/source.ts";
import type { Tx } from "../tx.ts";
import type { Present } from "./present.ts";
import type { RecordRow, Table } from "./table.ts";

/** Tells whether a field such as `carName` follows from `carId`. */
type IsNameIn<K, Row> = K extends `${infer Start}Name` ? (`${Start}Id` extends keyof Row ? true : false) : false;
/** Fields of an answer that follow from the table: its columns, its sealed fields and the names of its references. */
type Told<Shown, Row, F extends string> = {
  [K in keyof Shown]: K extends F
    ? K
    : K extends keyof Row
      ? Row[K] extends Shown[K]
        ? K
        : never
      : IsNameIn<K, Row> extends true
        ? K
        : never;
}[keyof Shown];

/** Computes the other fields of each row, and replaces fields. */
type Computed<Shown, Row, F extends string> = (
  tx: Tx,
  rows: readonly Row[],
) => Promise<(row: Row) => Omit<Shown, Told<Shown, Row, F>> & Partial<Shown>>;

/**
 * Presents rows as the contract answers them: columns as they are, masks of sealed fields, and the names of references
 * (`Shape.names`), which are loaded at once. `computed` adds the rest; without it, an answer with more fields does not
 * compile.
 */
export function presenterOf<Row extends RecordRow, F extends string, A extends z.ZodObject>(
  table: Table<Row, F>,
  answer: A,
  ...[computed]: [Exclude<keyof z.input<A>, Told<z.input<A>, Row, F>>] extends [never]
    ? [computed?: Computed<z.input<A>, Row, F>]
    : [computed: Computed<z.input<A>, Row, F>]
): Present<Row, z.input<A>> {
  const fields = Object.entries(answer.shape).map(([name, field]) => ({ name, names: fieldMeta(field).names }));
  const isSealed = (name: string) => Object.hasOwn(table.sealed ?? {}, name);
  return async (tx, rows) => {
    const names = new Map<string, ReadonlyMap<string, string>>();
    for (const { name, names: told } of fields) if (told) names.set(name, await namesIn(tx, told, rows));
    const more = await computed?.(tx, rows);
    const present = (row: Row) => {
      const columnOf = (name: string): unknown => Reflect.get(row, name);
      const entries = fields.map(({ name, names: told }) => {
        if (told) return [name, nameOf(columnOf(told.by), names.get(name))];
        return [name, columnOf(isSealed(name) ? `${name}Masked` : name)];
      });
      return { ...Object.fromEntries(entries), ...more?.(row) };
    };
    return rows.map(present) as z.input<A>[]; // `computed` has added everything that does not follow from the table
  };
}

interface Pointer {
  readonly kind: string;
  readonly by: string;
}

async function namesIn<Row extends RecordRow>(tx: Tx, { kind, by }: Pointer, rows: readonly Row[]) {
  const known = refKinds.get(kind);
  if (!known) throw new Error(`there is no kind of reference ${kind}`);
  const ids = rows.flatMap((row) => [Reflect.get(row, by) ?? []].flat()).map(String);
  return refNames(tx, known, ids);
}

/** Finds the name for a reference, or the list of names for several. */
function nameOf(pointed: unknown, names: ReadonlyMap<string, string> | undefined): unknown {
  if (Array.isArray(pointed)) return pointed.map((id) => names?.get(String(id)) ?? "");
  return pointed === null || pointed === undefined ? null : (names?.get(String(pointed)) ?? "");
}
