import { databaseOf, type JsonColumns, type Table } from "@ops/platform/server";
import type { Offsets } from "../contract/index.ts";
import type { OrderTables as Stored } from "./tables.generated.ts";

/** The tables as the migrations create them, with the types of their jsonb columns. */
type OrderTables = JsonColumns<Stored, { seriesRule: { offsets: Offsets } }>;

/** The module's view of the database: its own tables and no others. */
export const { tableOf, table, db, findRow, findRows } = databaseOf<OrderTables>({
  orderIssue: "issues of an order, read with it",
  orderPriceLine: "lines of a price, read with the money of the order, which is scoped",
  orderStage: "stages of an order, read with it",
});

/** The row type of a declared table. */
export type RowOf<T> = T extends Table<infer Row> ? Row : never;
