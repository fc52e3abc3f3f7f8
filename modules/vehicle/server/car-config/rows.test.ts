import assert from "node:assert/strict";
import { test } from "node:test";
import { startOfDay } from "@ops/platform/contract";
import { SKIPPED } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { type GivenConfig, givenConfig, testApp } from "../testing.ts";
import { carConfigImportSource } from "./import.ts";

const app = testApp();
const call = {
  options: new Set([contract.OVERWRITE.key]),
  beside: {},
  prepared: undefined,
  taskId: null,
  memory: new Map<string, number>(),
};
type Values = Record<string, string>;
const verdict = (values: Values) =>
  app.arrange(async (tx) => (await carConfigImportSource.check(tx, [{ line: 2, values }], call)).get(2));
const apply = (values: Values) =>
  app.arrange(async (tx) => carConfigImportSource.apply?.(tx, { line: 2, values }, call));

const sized = {
  energyType: "EREV",
  batteryKwh: "42.5",
  rangeKm: "700",
  driveType: "AWD",
  seats: "6",
  lengthMm: "5000",
  widthMm: "1990",
  heightMm: "1750",
  kerbKg: "2400",
  onSaleFrom: "2026-11-01",
  onSaleTo: "2027-10-31",
  trim: "旗舰",
};

async function rowOf(config: GivenConfig, values: Values = {}): Promise<Values> {
  const [model] = await app.rows<{ code: string }>("select model_code as code from car_model where id = $1", [
    config.modelId,
  ]);
  return { modelCode: model?.code ?? "", modelYear: "2027", ...sized, ...values };
}

const storedAs = async (configCode: string) =>
  (
    await app.rows(
      `select status, model_id, model_year, trim, energy_type, battery_kwh::float8 as battery_kwh, range_km, drive_type, seats, length_mm,
         width_mm, height_mm, kerb_kg, on_sale_from, on_sale_to, version,
         array(select sale_code from car_sale_code s where s.car_config_id = c.id order by 1) as codes,
         array(select item_code from car_offer o where o.car_config_id = c.id order by 1) as offers
       from car_config c where config_code = $1`,
      [configCode],
    )
  )[0];

test("vehicle 8 an imported configuration gets every column of its row; a row is skipped only if nothing differs", async () => {
  const config = await givenConfig(app);
  const row = await rowOf(config, { configCode: "ROW-27-A", saleCodes: "row-a1，ROW-A2" });
  assert.equal(await verdict(row), undefined);
  await apply(row);
  const stored = {
    status: "DRAFT",
    modelId: config.modelId,
    modelYear: 2027,
    trim: "旗舰",
    energyType: "EREV",
    batteryKwh: 42.5,
    rangeKm: 700,
    driveType: "AWD",
    seats: 6,
    lengthMm: 5_000,
    widthMm: 1_990,
    heightMm: 1_750,
    kerbKg: 2_400,
    onSaleFrom: startOfDay("2026-11-01"),
    onSaleTo: startOfDay("2027-10-31"),
    version: 1,
    codes: ["ROW-A1", "ROW-A2"],
    offers: [],
  };
  assert.deepEqual(await storedAs("ROW-27-A"), stored);
  assert.equal(await verdict(row), SKIPPED);
  assert.equal(
    await verdict({ ...row, configCode: " ROW-27-A ", modelCode: row["modelCode"]?.toLowerCase() ?? "" }),
    SKIPPED,
  );
  assert.equal(await verdict({ ...row, saleCodes: "ROW-A2" }), SKIPPED, "it takes none away");
  const others: Values = {
    trim: "尊享",
    energyType: "PHEV",
    batteryKwh: "42.6",
    rangeKm: "701",
    driveType: "RWD",
    seats: "7",
    lengthMm: "5001",
    widthMm: "1991",
    heightMm: "1751",
    kerbKg: "2401",
    onSaleFrom: "2026-11-02",
    onSaleTo: "2027-10-30",
    saleCodes: "ROW-A3",
  };
  for (const [key, value] of Object.entries(others)) {
    assert.equal(await verdict({ ...row, [key]: value }), undefined, key);
  }
  const { rangeKm: _, driveType: _drive, onSaleTo: _to, ...less } = row;
  assert.equal(await verdict(less), undefined);
  await apply(less);
  assert.deepEqual(await storedAs("ROW-27-A"), {
    ...stored,
    rangeKm: null,
    driveType: null,
    onSaleTo: null,
    version: 2,
  });
});

test("vehicle 8 a row changes a configuration, but not its model, year, colours and existing 物料号", async () => {
  const [config, other] = [await givenConfig(app), await givenConfig(app)];
  const [own] = await app.rows<{ code: string }>(
    "select sale_code as code from car_sale_code where car_config_id = $1",
    [config.id],
  );
  const [foreign] = await app.rows<{ code: string }>(
    "select sale_code as code from car_sale_code where car_config_id = $1",
    [other.id],
  );
  const row = await rowOf(config, {
    configCode: config.configCode,
    modelYear: "2026",
    saleCodes: `${own?.code},ROW-B1`,
  });
  const fixed = `配置${config.configCode}的车型和年款不能修改`;
  assert.equal(await verdict({ ...row, modelYear: "2027" }), fixed);
  const model = (await rowOf(other))["modelCode"] ?? "";
  assert.equal(await verdict({ ...row, modelCode: model }), fixed);
  const taken = `物料号已属于配置${other.configCode}`;
  assert.equal(await verdict({ ...row, saleCodes: `${own?.code},${foreign?.code}` }), taken);
  const stolen = { ...row, configCode: "ROW-27-C", modelYear: "2027", saleCodes: own?.code ?? "" };
  assert.equal(await verdict(stolen), `物料号已属于配置${config.configCode}`);
  assert.equal(await verdict(row), undefined);
  await apply(row);
  await apply(row);
  assert.partialDeepStrictEqual(await storedAs(config.configCode), {
    status: "ENABLED",
    trim: "旗舰",
    offers: ["EX-W01", "IN-B02", "OP-ADS"],
    codes: [own?.code, "ROW-B1"].sort(),
  });
  assert.equal(await verdict({ ...row, configCode: "ROW-27-D", saleCodes: "" }), "该车型已有2026年款旗舰");
  assert.equal(await verdict({ ...row, configCode: "ROW-27-D", modelYear: "2028", saleCodes: "" }), undefined);
  assert.equal(await verdict({ ...row, configCode: "ROW-27-D", modelCode: model, saleCodes: "" }), undefined);
});
