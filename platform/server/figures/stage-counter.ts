import { type RawBuilder, sql } from "kysely";
import type { DataScope } from "../actor.ts";
import { inScope, scopesOf } from "../db/record/data-scope.ts";
import type { RecordRow, Table } from "../db/record/table.ts";
import type { Tx } from "../db/tx.ts";

interface Columns<Column extends string> {
  /** The organisation that a record belongs to. */
  readonly org: Column;
  /** A second organisation whose people also see the record, such as the delivering store. */
  readonly second?: Column;
  readonly state: Column;
  /** A further column with few values, such as the channel of an order. */
  readonly part?: Column;
}

/**
 * Counts of a table by state, which the database maintains with each row (PF-R126). The migration of the module calls
 * `keep_stages` with the same columns. A reader sees the counts of the records in scope.
 */
export interface StageCounter {
  readonly name: `${string}.${string}`;
  // biome-ignore lint/suspicious/noExplicitAny: counters of different tables stand in one list
  readonly table: Table<any>;
  readonly columns: Columns<string>;
}

export interface StageCount {
  readonly state: string;
  /** Empty where the counter has no such column. */
  readonly part: string;
  readonly count: number;
}

export function stageCounter<Row extends RecordRow>(
  name: StageCounter["name"],
  table: Table<Row>,
  columns: Columns<keyof Row & string>,
): StageCounter {
  return { name, table, columns };
}

/** Counts the records in the reader's scope by state. States without records are left out. */
export async function countStages(tx: Tx, counter: StageCounter): Promise<StageCount[]> {
  const scopes = scopesOf(tx, tx.permission);
  const { rows } = await sql<{ state: string; part: string; n: string }>`
    select state, part, sum(n) as n from (${countedRows(tx, counter, scopes)}) counted
    group by state, part having sum(n) <> 0 order by state, part`.execute(tx.kysely);
  return rows.map(({ state, part, n }) => ({ state, part, count: Number(n) }));
}

function countedRows(tx: Tx, counter: StageCounter, scopes: readonly DataScope[]): RawBuilder<unknown> {
  if (scopes.some((scope) => !scope.all && scope.selfId !== null)) return ownRows(tx, counter);
  const limits = scopes.flatMap((scope) => (scope.all ? [] : [scope.organizations]));
  const counts = limits.length === 0 ? sql`stage_total` : sql`stage_count`;
  return sql.join(
    [counts, sql`stage_delta`].flatMap((from) =>
      waysTo(counter, limits).map(
        (reached) => sql`select state, part, n from ${from} where counter = ${counter.name} and ${reached}`,
      ),
    ),
    sql` union all `,
  );
}

/**
 * The ways in which counts are reached, each by an index of its own and none by two: by the organisation of the records, and by
 * the second one. A reader with several limits needs all of them, so that each row is looked at.
 */
function waysTo({ columns }: StageCounter, limits: readonly (RawBuilder<unknown> | null)[]): RawBuilder<unknown>[] {
  if (limits.includes(null)) return [sql`false`];
  const [limit, ...others] = limits;
  if (!limit) return [sql`true`];
  const isFirst = (organizations: RawBuilder<unknown> | null) => sql`org_id in (${organizations})`;
  if (columns.second === undefined) return [sql.join(limits.map(isFirst), sql` and `)];
  const isSecond = (organizations: RawBuilder<unknown> | null) => sql`second_id in (${organizations})`;
  if (others.length === 0) return [isFirst(limit), sql`${isSecond(limit)} and not ${isFirst(limit)}`];
  const either = limits.map((one) => sql`(${isFirst(one)} or ${isSecond(one)})`);
  return [sql.join(either, sql` and `)];
}

/**
 * Counts the records of a person directly, because the counts only have organisations, and a person has few records.
 */
function ownRows(tx: Tx, { table, columns }: StageCounter): RawBuilder<unknown> {
  const part = columns.part === undefined ? sql`''` : sql`coalesce(${sql.ref(columns.part)}::text, '')`;
  return sql`select ${sql.ref(columns.state)}::text as state, ${part} as part, 1 as n from ${sql.table(table.name)}
    where ${inScope(tx, table)} and ${sql.raw(conditionOf(table))}`;
}

/** The condition for counted rows: those that are not deleted. */
export function conditionOf({ softDelete }: Pick<Table<RecordRow>, "softDelete">): string {
  return softDelete ? "deleted_at is null" : "true";
}
