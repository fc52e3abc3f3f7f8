import { type BusinessError, commonErrors, wireTime } from "@ops/platform/contract";
import { type Compilable, type Kysely, sql } from "kysely";
import { newId } from "../../secret/crypto.ts";
import type { PersonalKind } from "../../secret/vault.ts";
import { runShaped } from "../connection/statement.ts";
import type { Tx } from "../tx.ts";
import { inScope, scopeOn } from "./data-scope.ts";
import { insertMany } from "./insert-many.ts";
import { OutOfScope } from "./out-of-scope.ts";
import type { RecordRow, Table } from "./table.ts";

// Inside of the helpers a table is known only by its name. The callers' Row types input and output.
type AnyDatabase = Record<string, Record<string, unknown>>;
const anyTable = (tx: Tx) => tx.kysely as unknown as Kysely<AnyDatabase>;

/** Finds a record that exists, is not deleted and is in the reader's scope; otherwise null. */
export async function findRecord<Row extends RecordRow>(tx: Tx, table: Table<Row>, id: string): Promise<Row | null> {
  return (await selectOne(tx, table, id, { lock: false, scoped: true })) ?? null;
}

/**
 * Finds the record or refuses with COMMON_NOT_FOUND, because records outside of the scope do not exist for the reader.
 * A write on a hidden record is logged as 越权尝试, with or without a lock (PF-R106).
 */
export async function requireRecord<Row extends RecordRow>(tx: Tx, table: Table<Row>, id: string): Promise<Row> {
  const row = await findRecord(tx, table, id);
  if (!row) throw await explainUnseen(tx, table, id);
  return row;
}

type Present<Row> = (tx: Tx, row: Row) => Promise<unknown>;

/** Presents the row itself, for tables without data that readers of the record may not see. */
export const asStored = async <Row>(_tx: Tx, row: Row): Promise<Row> => row;

/**
 * Locks the record for a change. Refuses with COMMON_NOT_FOUND, or with COMMON_VERSION_CONFLICT if somebody has changed
 * it since the caller read it. A conflict contains the present record as `present` shows it, because a row may have
 * data that must not leave the server. So a version cannot be checked without `present`.
 */
export async function lockRecord<Row extends RecordRow>(
  tx: Tx,
  table: Table<Row>,
  id: string,
  ...[version, present]: [version: null] | [version: number | null, present: Present<Row>]
): Promise<Row> {
  const row = await selectOne(tx, table, id, { lock: true, scoped: true });
  if (!row) throw await explainUnseen(tx, table, id);
  tx.trail.locked(table, row);
  if (version !== null && row.version !== version) {
    const values = { name: await tx.personName(row.updatedBy), time: wireTime(row.updatedAt) };
    throw commonErrors.versionConflict(values, await present?.(tx, row));
  }
  return row;
}

/** Requires that all records are visible before the first one is changed, because the page offers only visible ones. */
export async function requireSeen<Row extends RecordRow>(tx: Tx, table: Table<Row>, ids: readonly string[]) {
  const seen = await seenAmong(tx, table, ids);
  const unseen = ids.find((id) => !seen.has(id));
  if (unseen !== undefined) throw await explainUnseen(tx, table, unseen);
}

/** Those of the ids that name a record which the reader may see. */
export async function seenAmong<Row extends RecordRow>(
  tx: Tx,
  table: Table<Row>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await selectSeen(tx, table)
    .select(`${table.name}.id as id`)
    .where(`${table.name}.id`, "in", [...ids])
    .execute();
  return new Set(rows.map(({ id }) => String(id)));
}

/** Finds which of many records exist for the reader. */
export function selectSeen<Row extends RecordRow>(tx: Tx, table: Table<Row>) {
  const query = anyTable(tx).selectFrom(table.name).where(inScope(tx, table));
  return table.softDelete ? query.where(`${table.name}.deletedAt`, "is", null) : query;
}

/** Why a record is not seen. Only what exists can have been reached for: a wrong id is no 越权尝试. */
export async function explainUnseen<Row extends RecordRow>(
  tx: Tx,
  table: Table<Row>,
  id: string,
): Promise<BusinessError> {
  const hidden = await selectOne(tx, table, id, { lock: false, scoped: false });
  return hidden ? new OutOfScope(table.name, id) : commonErrors.notFound();
}

/** The three columns of a sealed field are written by naming the field itself. */
type SealedColumn<F extends string> = `${F}Cipher` | `${F}Hash` | `${F}Masked`;
type Given<Row, F extends string> = Omit<Row, keyof RecordRow | "deletedAt" | SealedColumn<F>> & {
  [N in F]: `${N}Cipher` extends keyof Row ? (null extends Row[`${N}Cipher`] ? string | null : string) : string;
};
type Emptiable<G> = { [K in keyof G]: null extends G[K] ? K : never }[keyof G];
/** A column that may be empty or that has a default (`D`) can be left out. */
type NewRecord<Row, F extends string, D extends string, G = Given<Row, F>> = Omit<G, Emptiable<G> | D> &
  Partial<Pick<G, Emptiable<G> | Extract<keyof G, D>>> & { id?: string };
/** The required columns of a new record, for demo data and tests. */
export type NewRowOf<T> = T extends Table<infer Row, infer F, infer D> ? NewRecord<Row, F, D> : never;
/** Changes of a record. Undefined values change nothing, and neither do sealed fields that are null. */
type RecordChanges<Row, F extends string> = {
  [K in Exclude<keyof Row, keyof RecordRow | SealedColumn<F>>]?: Row[K] | undefined;
} & { [K in F]?: string | null | undefined };

/** Inserts a record. Missing columns are empty or get their default. The answer has every column. */
export async function insertRecord<Row extends RecordRow, F extends string = never, D extends string = never>(
  tx: Tx,
  table: Table<Row, F, D>,
  given: NewRecord<Row, F, D>,
): Promise<Row> {
  const values = { ...given, id: given.id ?? newId() };
  const stamp = { createdAt: tx.now, createdBy: tx.actor.userId, updatedAt: tx.now, updatedBy: tx.actor.userId };
  const stored = toStored(table, { ...sealedValues(tx, table, values.id, values, "empty"), version: 1, ...stamp });
  const shape = `insert into ${table.name} ${Object.keys(stored)}`;
  const inserted = await runOne<Row>(tx, shape, Object.values(stored), () =>
    anyTable(tx).insertInto(table.name).values(stored).returningAll(),
  );
  tx.trail.changed(table, null, inserted);
  return inserted;
}

/**
 * Inserts any number of records with one statement, each with its own log entries. All of them must have all columns,
 * and no row is read back.
 */
export async function insertRecords<Row extends RecordRow>(
  tx: Tx,
  table: Table<Row>,
  rows: readonly (Omit<Row, keyof RecordRow | "deletedAt"> & { id?: string })[],
): Promise<Row[]> {
  const stamp = { createdAt: tx.now, createdBy: tx.actor.userId, updatedAt: tx.now, updatedBy: tx.actor.userId };
  const kept = table.softDelete ? { deletedAt: null } : {};
  const inserted = rows.map((values) => ({ id: newId(), ...values, version: 1, ...stamp, ...kept }) as unknown as Row);
  await insertMany(tx, table.name, inserted);
  for (const row of inserted) tx.trail.changed(table, null, row);
  return inserted;
}

/**
 * Saves a change of a record from `lockRecord`: raises the version, sets time and person, and notes the differences for
 * the log.
 */
export async function changeRecord<Row extends RecordRow, F extends string = never>(
  tx: Tx,
  table: Table<Row, F>,
  before: Row,
  changes: RecordChanges<Row, F>,
): Promise<Row> {
  const stamp = { version: before.version + 1, updatedAt: tx.now, updatedBy: tx.actor.userId };
  const stored = { ...toStored(table, sealedValues(tx, table, before.id, changes, "keep")), ...stamp };
  const shape = `update ${table.name} ${Object.keys(stored)}`;
  const after = await runOne<Row>(tx, shape, [...Object.values(stored), before.id, before.version], () =>
    anyTable(tx)
      .updateTable(table.name)
      .set(stored)
      .where("id", "=", before.id)
      .where("version", "=", before.version)
      .returningAll(),
  );
  tx.trail.changed(table, before, after);
  return after;
}

/** Takes a record away: marked where the table keeps history, deleted where it does not. */
export async function removeRecord<Row extends RecordRow>(tx: Tx, table: Table<Row>, before: Row): Promise<void> {
  if (table.softDelete) {
    await anyTable(tx)
      .updateTable(table.name)
      .set({ deletedAt: tx.now, version: before.version + 1, updatedAt: tx.now, updatedBy: tx.actor.userId })
      .where("id", "=", before.id)
      .executeTakeFirstOrThrow();
  } else {
    await anyTable(tx).deleteFrom(table.name).where("id", "=", before.id).executeTakeFirstOrThrow();
  }
  tx.trail.changed(table, before, null);
}

async function selectOne<Row extends RecordRow>(
  tx: Tx,
  table: Table<Row>,
  id: string,
  { lock, scoped }: { lock: boolean; scoped: boolean },
): Promise<Row | undefined> {
  const scope = scoped ? scopeOn(tx, table) : null;
  const shape = `one of ${table.name} where ${scope?.shape ?? "any"}${lock ? " for update" : ""}`;
  const [row] = await runShaped<Row>(tx.kysely, { shape, values: [id, ...(scope?.values ?? [])] }, () => {
    let query = anyTable(tx).selectFrom(table.name).selectAll(table.name).where(`${table.name}.id`, "=", id);
    if (table.softDelete) query = query.where(`${table.name}.deletedAt`, "is", null);
    if (scope) query = query.where(scope.test());
    return lock ? query.modifyEnd(sql`for update of ${sql.table(table.name)}`) : query;
  });
  return row;
}

/** Runs a write that must affect exactly one row. */
async function runOne<Row>(tx: Tx, shape: string, values: unknown[], build: () => Compilable): Promise<Row> {
  const [row] = await runShaped<Row>(tx.kysely, { shape, values }, build);
  if (!row) throw new Error(`no row: ${shape}`);
  return row;
}

/** Values with each sealed field replaced by its columns; null empties them in a new record and keeps them in a change. */
function sealedValues(
  tx: Tx,
  { sealed = {} }: { readonly sealed?: Readonly<Record<string, PersonalKind>> },
  id: string,
  values: object,
  onNull: "empty" | "keep",
): object {
  const entries = Object.entries(values).flatMap(([field, value]): [string, unknown][] => {
    const kind = sealed[field];
    if (!kind || value === undefined) return [[field, value]];
    if (typeof value === "string") return Object.entries(tx.vault.seal({ field, kind, text: value, id }));
    return onNull === "keep" ? [] : ["Cipher", "Hash", "Masked"].map((part) => [`${field}${part}`, null]);
  });
  return Object.fromEntries(entries);
}

/** Converts values of jsonb columns to text. All others are left to the driver. */
function toStored(table: { readonly json?: readonly string[] }, values: object): Record<string, unknown> {
  const json: readonly string[] = table.json ?? [];
  const stored: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) stored[name] = json.includes(name) && value !== null ? JSON.stringify(value) : value;
  }
  return stored;
}
