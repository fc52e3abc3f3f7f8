import { databaseOf, type JsonColumns, type Table } from "@ops/platform/server";
import type { ExtValues } from "../contract/index.ts";
import type { StoreTables as Stored } from "./tables.generated.ts";

/** The tables as the migrations create them, with the types of their jsonb columns. */
type StoreTables = JsonColumns<Stored, { store: { ext: ExtValues } }>;

/** The module's view of the database: its own tables and no others. */
export const { tableOf, db, findRow, findRows } = databaseOf<StoreTables>({
  headcount: "the lock of a position in a store, read with the quotas of its store",
  storeCodeCounter: "the last number of a city, which nobody reads",
  storeMovementHandover: "lines of a movement, reached through it alone",
});

/** The row type of a declared table. */
export type RowOf<T> = T extends Table<infer Row> ? Row : never;
