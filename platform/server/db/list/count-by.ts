import { type Kysely, type RawBuilder, sql } from "kysely";
import { runShaped } from "../connection/statement.ts";
import type { RecordRow, Table } from "../record/table.ts";
import type { Tx } from "../tx.ts";
import { type Filtered, filterOf, type ListOptions } from "./list-page.ts";

interface Counted<Value> {
  readonly value: Value;
  readonly count: number;
  readonly countKind: "exact" | "atLeast";
}

/**
 * Up to so many rows are counted together. In larger tables each value is common enough to be counted alone. With a
 * filter values may be rare, so more rows are counted together.
 */
const TOGETHER = { filtered: 50_000, whole: 5_000 };
/** The largest count for each value. */
const MOST = 2_000;

interface Asked<Row, Value> {
  readonly column: keyof Row & string;
  readonly values: readonly Value[];
  readonly where: ListOptions<Row>["where"];
}

/**
 * Counts the rows of a list by the values of a column, within the reader's data scope. The numbers are exact for a
 * short list. For a long one each number is exact up to 2,000, because further rows are not read.
 */
export async function countBy<Row extends RecordRow, Value extends string>(
  tx: Tx,
  table: Table<Row>,
  { column, values, where }: Asked<Row, Value>,
): Promise<Counted<Value>[]> {
  const filtered = filterOf(tx, table, where);
  const named = sql.ref<string>(`${table.name}.${column}`);
  const isWhole = (where ?? []).every((condition) => condition === null);
  const together = await countTogether(tx, filtered, named, isWhole ? TOGETHER.whole : TOGETHER.filtered);
  if (together) return values.map((value) => ({ value, count: together.get(value) ?? 0, countKind: "exact" }));
  const counted: Counted<Value>[] = [];
  for (const value of values) {
    const shape = `count by ${column} of ${filtered.shape}`;
    const asked = { shape, values: [...filtered.values, value] };
    const [row] = await runShaped<{ count: number }>(tx.kysely, asked, () => {
      const some = filtered.query().select(sql`1`.as("one")).where(sql<boolean>`${named} = ${value}`);
      return selectCounted(tx, some.limit(sql.lit(MOST + 1))).select((eb) => eb.fn.countAll<number>().as("count"));
    });
    const count = row?.count ?? 0;
    const isMore = count > MOST;
    counted.push({ value, count: Math.min(count, MOST), countKind: isMore ? "atLeast" : "exact" });
  }
  return counted;
}

/** All values in one go; null where the list is too long for that. */
async function countTogether(
  tx: Tx,
  filtered: Filtered,
  named: RawBuilder<string>,
  most: number,
): Promise<Map<string, number> | null> {
  const asked = { shape: `count ${most} together of ${filtered.shape}`, values: filtered.values };
  const rows = await runShaped<{ value: string; count: number }>(tx.kysely, asked, () =>
    selectCounted(
      tx,
      filtered
        .query()
        .select(named.as("value"))
        .limit(sql.lit(most + 1)),
    )
      .select((eb) => ["value", eb.fn.countAll<number>().as("count")])
      .groupBy("value"),
  );
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  return total > most ? null : new Map(rows.map(({ value, count }) => [value, count]));
}

type Looked = Kysely<{ counted: { value: string } }>;

function selectCounted(tx: Tx, query: ReturnType<Filtered["query"]>) {
  return (tx.kysely as unknown as Looked).selectFrom(sql<{ value: string }>`(${query})`.as<"counted">(sql`counted`));
}
