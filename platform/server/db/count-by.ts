import { REACHABLE_ROWS } from "@ops/platform/contract";
import { type Kysely, sql } from "kysely";
import { filteredBy, type ListOptions } from "./list-page.ts";
import { runShaped } from "./statement.ts";
import type { RecordRow, Table } from "./table.ts";
import type { Tx } from "./tx.ts";

interface Counted<Value> {
  readonly value: Value;
  readonly count: number;
  readonly countKind: "exact" | "atLeast";
}

/**
 * How many rows of a list, inside the reader's data scope, have each of these values of a column. Like the total of the list,
 * each number is exact up to 10,000: rows beyond are not looked at, so that it costs the same however many there are.
 */
export async function countBy<Row extends RecordRow, Value extends string>(
  tx: Tx,
  table: Table<Row>,
  { column, values, where }: { column: keyof Row & string; values: readonly Value[]; where: ListOptions<Row>["where"] },
): Promise<Counted<Value>[]> {
  const filtered = filteredBy(tx, table, where ? { where, orderBy: ["id", "asc"] } : { orderBy: ["id", "asc"] });
  const counted: Counted<Value>[] = [];
  for (const value of values) {
    const shape = `count by ${column} of ${filtered.shape}`;
    const asked = { shape, values: [...filtered.values, value, REACHABLE_ROWS + 1] };
    const [row] = await runShaped<{ count: number }>(tx.kysely, asked, () => {
      const some = filtered
        .query()
        .select(sql`1`.as("one"))
        .where(sql<boolean>`${sql.ref(`${table.name}.${column}`)} = ${value}`)
        .limit(REACHABLE_ROWS + 1);
      return (tx.kysely as unknown as Kysely<Record<string, never>>)
        .selectFrom(some.as("counted"))
        .select((eb) => eb.fn.countAll<number>().as("count"));
    });
    const count = row?.count ?? 0;
    const isMore = count > REACHABLE_ROWS;
    counted.push({ value, count: Math.min(count, REACHABLE_ROWS), countKind: isMore ? "atLeast" : "exact" });
  }
  return counted;
}
