import { databaseOf, type JsonColumns, type Table } from "@ops/platform/server";
import type { CarClocks } from "./car-record/clock.ts";
import type { VehicleTables as Stored } from "./tables.generated.ts";

type Facts = Readonly<Record<string, unknown>>;

/** The tables as the migrations leave them; what lies in jsonb is named here. */
export type VehicleTables = JsonColumns<
  Stored,
  {
    car: { clocks: CarClocks };
    carEvent: { before: Facts; after: Facts };
    carIntake: { payload: Facts; conflicts: readonly Facts[] };
  }
>;

/** Vehicle's view of the database: its own tables and no others. */
export const { table, tableOf, db } = databaseOf<VehicleTables>();

/** The row of a declared table. */
export type RowOf<T> = T extends Table<infer Row> ? Row : never;
