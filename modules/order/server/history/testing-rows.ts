import assert from "node:assert/strict";
import type { AuthorityTestApp, TypedCells } from "@ops/authority/server/testing";
import { startSeries } from "@ops/platform/server/testing";
import { givenStore } from "@ops/store/server/testing";
import { givenCar } from "@ops/vehicle/server/testing";
import { historyImport } from "../../contract/index.ts";
import { givenRule, newCustomer } from "../testing.ts";

export type Cells = Partial<Record<(typeof historyImport.columns)[number]["key"], string | number | null>>;
export const cellsOf = (values: Cells): TypedCells => historyImport.columns.map(({ key }) => values[key] ?? null);
const next = startSeries();

/** Makes rows of 历史订单 and the cars that they name. */
export function historyRowsOf(app: AuthorityTestApp) {
  /** A car with the words for its configuration, whose series has a rule. */
  async function givenKnownCar() {
    const car = await givenCar(app);
    const [config] = await app.rows<{ code: string; series: string; seriesId: string }>(
      `select c.config_code as code, s.series_name as series, s.id as "seriesId" from car_config c
       join car_series s on s.id = c.series_id join car on car.car_config_id = c.id where car.id = $1`,
      [car.id],
    );
    assert.ok(config);
    const known = await app.rows("select from series_rule where series_id = $1", [config.seriesId]);
    if (known.length === 0) await givenRule(app, { seriesId: config.seriesId });
    return { ...car, ...config };
  }

  /** A row of an order that was locked and is handed over, with these cells changed. */
  async function givenRow(values: Cells = {}, car?: Awaited<ReturnType<typeof givenKnownCar>>): Promise<Cells> {
    const { vin, code, series } = car ?? (await givenKnownCar());
    const { name, phone } = newCustomer();
    return {
      orderNo: `OLD${next()}`,
      source: "门店",
      name,
      phone,
      seriesId: series,
      carConfigId: code,
      state: "已交付",
      createdAt: "2026-03-01 09:30",
      lockedAt: "2026-03-03",
      promise: null,
      deliveredAt: "2026-04-10 15:00:30",
      vin,
      storeId: (await givenStore(app)).name,
      due: "249900.50",
      paid: "249900.5",
      ...values,
    };
  }

  return { givenKnownCar, givenRow };
}
