import { sql } from "kysely";
import type { Tx } from "../tx.ts";
import { recordsetOf, snakeCase } from "./insert-many.ts";
import type { RecordRow, Table } from "./table.ts";

/** What becomes of a locked record, one change after the other. */
export interface Changed<Row extends RecordRow> {
  readonly before: Row;
  readonly steps: readonly Partial<Omit<Row, keyof RecordRow>>[];
}

/**
 * Saves the changes of many records with one statement. Versions and log are the same as if `changeRecord` had saved
 * each step.
 */
export async function changeRecords<Row extends RecordRow>(
  tx: Tx,
  table: Table<Row>,
  list: readonly Changed<Row>[],
): Promise<Row[]> {
  const touched = list.filter(({ steps }) => steps.length > 0);
  const rows = touched.map((one) => lastOf(tx, table, one));
  if (rows.length === 0) return rows;
  const changed = new Set(touched.flatMap(({ steps }) => steps.flatMap((changes) => Object.keys(changes))));
  const names = [...changed, "version", "updatedAt", "updatedBy"];
  const target = sql.id(snakeCase(table.name));
  const columns = names.map((name) => sql.id(snakeCase(name)));
  const sets = columns.map((column) => sql`${column} = become.${column}`);
  const [ids, versions] = [touched.map(({ before }) => before.id), touched.map(({ before }) => before.version)];
  const { numAffectedRows } = await sql`update ${target} as present set ${sql.join(sets)}
    from ${recordsetOf(table.name, ["id", ...names], rows)} become
      join unnest(${ids}::uuid[], ${versions}::int[]) was (id, version) on was.id = become.id
    where present.id = become.id and present.version = was.version`.execute(tx.kysely);
  if (Number(numAffectedRows) !== rows.length) throw new Error(`no row: update ${table.name}`);
  return rows;
}

/** The record after its last step; each step has its lines in the log. */
function lastOf<Row extends RecordRow>(tx: Tx, table: Table<Row>, { before, steps }: Changed<Row>): Row {
  let row = before;
  for (const changes of steps) {
    const stamp = { version: row.version + 1, updatedAt: tx.now, updatedBy: tx.actor.userId };
    const after = { ...row, ...changes, ...stamp };
    tx.trail.changed(table, row, after);
    row = after;
  }
  return row;
}
