import { type RawBuilder, sql } from "kysely";
import type { DataScope } from "../actor.ts";
import { areOwn, inScope, scopesOf } from "../db/record/data-scope.ts";
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
  const { rows } = await sql<{ state: string; part: string; n: string }>`
    ${countedRows(tx, counter, scopesOf(tx, tx.permission))}
    select state, part, sum(n) as n from counted group by state, part having sum(n) <> 0 order by state, part`.execute(
    tx.kysely,
  );
  return rows.map(({ state, part, n }) => ({ state, part, count: Number(n) }));
}

/**
 * The counts to add up, as `counted`. The organisations of each limit are found once, whatever they are needed for. Own
 * records outside of the organisations are counted by themselves. While somebody looks through the eyes of another
 * person, own records of one lie in the organisations of the other, so then all rows are counted.
 */
function countedRows(tx: Tx, counter: StageCounter, scopes: readonly DataScope[]): RawBuilder<unknown> {
  const own = scopes.find((scope) => !scope.all && scope.selfId !== null);
  if (own && scopes.length > 1) return sql`with counted as (${rowsOf(counter, inScope(tx, counter.table))})`;
  const limits = scopes.flatMap((scope) => (scope.all ? [] : [scope.organizations ?? sql`select null::uuid`]));
  const reached = limits.map((limit, n) => sql`${nameOf(n)} (id) as materialized (${limit}), `);
  const parts = partsOf(counter, limits.length).map(
    ({ from, where }) => sql`select state, part, n from ${from} where counter = ${counter.name} and ${where}`,
  );
  if (own) parts.push(rowsOf(counter, sql<boolean>`${areOwn(tx, counter.table)} and ${isOutside(counter)}`));
  return sql`with ${sql.join(reached, sql``)} counted as (${sql.join(parts, sql` union all `)})`;
}

const nameOf = (limit: number) => sql.raw(`reached_${limit}`);

interface Part {
  readonly from: RawBuilder<unknown>;
  readonly where: RawBuilder<unknown>;
}

/** The counts within all limits, and the changes since they were added up. */
function partsOf({ columns }: StageCounter, limits: number): Part[] {
  const isFirst = (limit: number) => sql`org_id in (select id from ${nameOf(limit)})`;
  const isSecond = (limit: number) => sql`second_id in (select id from ${nameOf(limit)})`;
  const isEither = (limit: number) => sql`(${isFirst(limit)} or ${isSecond(limit)})`;
  const isWithin = columns.second === undefined ? isFirst : isEither;
  const areWithin = Array.from({ length: limits }, (_, limit) => isWithin(limit));
  const where = sql.join([sql`true`, ...areWithin], sql` and `);
  const deltas = { from: sql`stage_delta`, where };
  if (limits === 0) return [{ from: sql`stage_total`, where }, deltas];
  const counts = sql`stage_count`;
  if (limits > 1) return [{ from: counts, where }, deltas];
  // each organisation is looked up by an index, where `in` would read the counts of all, and none is found by both
  const ids = sql`any(array(select id from ${nameOf(0)}))`;
  const byFirst = { from: counts, where: sql`org_id = ${ids}` };
  const bySecond = { from: counts, where: sql`second_id = ${ids} and not ${isFirst(0)}` };
  return columns.second === undefined ? [byFirst, deltas] : [byFirst, bySecond, deltas];
}

/** Tells whether a row lies outside of the organisations of the only limit, so that nothing is counted twice. */
function isOutside({ columns }: StageCounter): RawBuilder<boolean> {
  const places = [columns.org, columns.second].filter((column) => column !== undefined);
  const areOutside = places.map((column) => sql`${sql.ref(column)} in (select id from ${nameOf(0)}) is not true`);
  return sql<boolean>`${sql.join(areOutside, sql` and `)}`;
}

/** Counts records directly, because the counts only have organisations, and a person has few records. */
function rowsOf({ table, columns }: StageCounter, where: RawBuilder<boolean>): RawBuilder<unknown> {
  const part = columns.part === undefined ? sql`''` : sql`coalesce(${sql.ref(columns.part)}::text, '')`;
  return sql`select ${sql.ref(columns.state)}::text as state, ${part} as part, 1 as n from ${sql.table(table.name)}
    where ${where} and ${sql.raw(conditionOf(table))}`;
}

/** The condition for counted rows: those that are not deleted. */
export function conditionOf({ softDelete }: Pick<Table<RecordRow>, "softDelete">): string {
  return softDelete ? "deleted_at is null" : "true";
}
