import { databaseOf, type JsonColumns, type Table } from "@ops/platform/server";
import type { CarClocks } from "./car-record/clock.ts";
import type { VehicleTables as Stored } from "./tables.generated.ts";

type Facts = Readonly<Record<string, unknown>>;

/** The tables as the migrations create them, with the types of their jsonb columns. */
export type VehicleTables = JsonColumns<
  Stored,
  {
    car: { clocks: CarClocks };
    carEvent: { before: Facts; after: Facts };
    carIntake: { payload: Facts; conflicts: readonly Facts[] };
  }
>;

/** The access of this module to the database. It covers only the module's own tables. */
export const { tableOf, db, findRow, findRows } = databaseOf<VehicleTables>({
  carSaleCode: "read with its configuration, the same for everybody",
  carOffer: "as car_sale_code",
  carPartNo: "numbers that belong to one car; only a clash is told",
  carHold: "read with its car, which is scoped",
  carEvent: "as car_hold",
  carEventKey: "numbers of what was told already",
  carBlock: "as car_hold",
  carCondition: "as car_hold",
  carInspection: "as car_hold",
  carIntakeRollup: "counts of messages, read with the permission of the intake",
  carStatistics: "counts over all cars, told to those alone who see all cars",
});

/** The row type of a declared table. */
export type RowOf<T> = T extends Table<infer Row> ? Row : never;
