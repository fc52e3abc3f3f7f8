import type { TypedCells } from "@ops/authority/server/testing";
import type { TestApp } from "@ops/platform/server/testing";
import * as contract from "../../contract/index.ts";
import { givenConfig } from "../testing.ts";
import { newVin } from "../testing-cars.ts";

/** The cells of a row of the car import, by the key of their column. */
export type CarCells = Partial<Record<(typeof contract.carImport.columns)[number]["key"], string | number>>;

export const cellsOf = (values: CarCells): TypedCells =>
  contract.carImport.columns.map(({ key }) => values[key] ?? null);

/** Makes a row that the import accepts, with these values changed. */
export async function givenCarCells(app: TestApp, values: CarCells = {}): Promise<CarCells> {
  const configCode = values.configCode ?? (await givenConfig(app)).configCode;
  const car = { vin: newVin(), configCode, extColor: "EX-W01", intColor: "IN-B02", plantCode: "PLANT-CZ" };
  return { ...car, producedOn: "2026-10-01", stockKind: "常规现车", ...values };
}
