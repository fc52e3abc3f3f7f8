import { databaseOf, type Table } from "@ops/platform/server";
import type { StoreTables } from "./tables.generated.ts";

/** The access of this module to the database. It covers only the module's own tables. */
export const { tableOf, db, findRow, findRows } = databaseOf<StoreTables>();

/** The row type of a declared table. */
export type RowOf<T> = T extends Table<infer Row> ? Row : never;
