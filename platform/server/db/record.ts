import { commonErrors, wireTime } from "@ops/platform/contract";
import { type Compilable, type Kysely, sql } from "kysely";
import { newId } from "../crypto.ts";
import type { PersonalKind } from "../vault.ts";
import { scopeOn } from "./data-scope.ts";
import { insertMany } from "./insert-many.ts";
import { OutOfScope } from "./out-of-scope.ts";
import { runShaped } from "./statement.ts";
import type { RecordRow, Table } from "./table.ts";
import type { Tx } from "./tx.ts";

// Inside the helpers a table is known by its name only; what goes in and out is typed by the callers' Row.
type AnyDatabase = Record<string, Record<string, unknown>>;
const anyTable = (tx: Tx) => tx.kysely as unknown as Kysely<AnyDatabase>;

/** The record if it exists, is not deleted and lies in the reader's scope; else null. */
export async function findRecord<Row extends RecordRow>(tx: Tx, table: Table<Row>, id: string): Promise<Row | null> {
  return (await selectOne(tx, table, id, { lock: false, scoped: true })) ?? null;
}

/**
 * The same, or COMMON_NOT_FOUND: what lies outside the scope does not exist for the reader. A write that asks for a hidden
 * record is logged as 越权尝试, whether or not it has come to a lock (PF-R106).
 */
export async function requireRecord<Row extends RecordRow>(tx: Tx, table: Table<Row>, id: string): Promise<Row> {
  const row = await findRecord(tx, table, id);
  if (!row) throw await unseen(tx, table, id);
  return row;
}

type Present<Row> = (tx: Tx, row: Row) => Promise<unknown>;

/** For tables whose rows hold nothing that a reader of the record may not see. */
export const asStored = async <Row>(_tx: Tx, row: Row): Promise<Row> => row;

/**
 * Locks the record for a change. Refuses with COMMON_NOT_FOUND, or with COMMON_VERSION_CONFLICT when somebody changed it
 * since the caller read it; the conflict carries the present record as `present` shows it, so there is no version to
 * check without it: a row may hold what never leaves the server.
 */
export async function lockRecord<Row extends RecordRow>(
  tx: Tx,
  table: Table<Row>,
  id: string,
  ...[version, present]: [version: null] | [version: number | null, present: Present<Row>]
): Promise<Row> {
  const row = await selectOne(tx, table, id, { lock: true, scoped: true });
  if (!row) throw await unseen(tx, table, id);
  tx.trail.locked(table, row);
  if (version !== null && row.version !== version) {
    const values = { name: await tx.personName(row.updatedBy), time: wireTime(row.updatedAt) };
    throw commonErrors.versionConflict(values, await present?.(tx, row));
  }
  return row;
}

/** For acts on many: the page offers only what is in sight, so each is looked for before the first is touched. */
export async function requireSeen<Row extends RecordRow>(tx: Tx, table: Table<Row>, ids: readonly string[]) {
  for (const id of ids) if (!(await findRecord(tx, table, id))) throw await unseen(tx, table, id);
}

/** Why a record is not seen. Only what exists can have been reached for: a wrong id is no 越权尝试. */
async function unseen<Row extends RecordRow>(tx: Tx, table: Table<Row>, id: string): Promise<Error> {
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
/** What a new record of a table names at least, for those who write demo data and tests. */
export type NewRowOf<T> = T extends Table<infer Row, infer F, infer D> ? NewRecord<Row, F, D> : never;
/** A sealed field that is null stays as it is. */
type RecordChanges<Row, F extends string> = Partial<
  Omit<Row, keyof RecordRow | SealedColumn<F>> & Record<F, string | null>
>;

/** What is left out is empty or takes its default; the answer holds every column. */
export async function insertRecord<Row extends RecordRow, F extends string = never, D extends string = never>(
  tx: Tx,
  table: Table<Row, F, D>,
  given: NewRecord<Row, F, D>,
): Promise<Row> {
  const values = { ...given, id: given.id ?? newId() };
  const stamp = { createdAt: tx.now, createdBy: tx.actor.userId, updatedAt: tx.now, updatedBy: tx.actor.userId };
  const stored = storable(table, { ...sealedValues(tx, table, values.id, values, "empty"), version: 1, ...stamp });
  const shape = `insert into ${table.name} ${Object.keys(stored)}`;
  const inserted = await runOne<Row>(tx, shape, Object.values(stored), () =>
    anyTable(tx).insertInto(table.name).values(stored).returningAll(),
  );
  tx.trail.changed(table, null, inserted);
  return inserted;
}

/** Any number with one statement, each with its own lines in the log; all of them name all columns, and no row is read back. */
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

/** Saves a change of a record that `lockRecord` handed out: version + 1, who and when, and the diff for the audit log. */
export async function changeRecord<Row extends RecordRow, F extends string = never>(
  tx: Tx,
  table: Table<Row, F>,
  before: Row,
  changes: RecordChanges<Row, F>,
): Promise<Row> {
  const stamp = { version: before.version + 1, updatedAt: tx.now, updatedBy: tx.actor.userId };
  const stored = { ...storable(table, sealedValues(tx, table, before.id, changes, "keep")), ...stamp };
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

/** A write that must meet exactly one row. */
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

/** What lies in jsonb travels as text; everything else as the driver knows it. */
function storable(table: { readonly json?: readonly string[] }, values: object): Record<string, unknown> {
  const json: readonly string[] = table.json ?? [];
  const stored: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) stored[name] = json.includes(name) && value !== null ? JSON.stringify(value) : value;
  }
  return stored;
}
