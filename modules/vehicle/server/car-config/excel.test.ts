import assert from "node:assert/strict";
import { test } from "node:test";
import { createAuthority } from "@ops/authority/server";
import { AuthorityTestApp, exported, importing, testSettings } from "@ops/authority/server/testing";
import { newId } from "@ops/platform/server";
import { declareTestApp } from "@ops/platform/server/testing";
import * as contract from "../../contract/index.ts";
import { vehicleModule } from "../index.ts";
import { allocate } from "../published/holds.ts";
import { givenConfig, givenItems } from "../testing.ts";
import { carRow, givenCar, newVin } from "../testing-cars.ts";

const app = declareTestApp(new AuthorityTestApp([vehicleModule], createAuthority(testSettings), { background: true }));
type Typed = Partial<Record<string, string | number>>;
const cellsOf = (kind: { columns: readonly { key: string }[] }, typed: Typed) =>
  kind.columns.map(({ key }) => typed[key] ?? null);
const overwrite = [contract.OVERWRITE.key];

const configRow = (typed: Typed) =>
  cellsOf(contract.carConfigImport, {
    modelYear: 2027,
    trim: "长续航",
    energyType: "纯电",
    batteryKwh: "80.5",
    onSaleFrom: "2026-11-01",
    ...typed,
  });

test("vehicle 8 an import creates configurations as drafts by code; existing ones change only where the file may overwrite", async () => {
  const client = await app.signIn({ permissions: ["vehicle:carConfig:create", "vehicle:carConfig:edit"] });
  const there = await givenConfig(app);
  const [model] = await app.rows<{ code: string }>("select model_code as code from car_model where id = $1", [
    there.modelId,
  ]);
  const modelCode = model?.code ?? "";
  const { check, problems, run } = importing(app, contract.carConfigImport);
  const [sale] = await app.rows<{ code: string }>(
    "select sale_code as code from car_sale_code where car_config_id = $1",
    [there.id],
  );
  assert.deepEqual(
    await problems(client, [
      configRow({ configCode: there.configCode, modelCode }),
      configRow({ configCode: "NEW-27-A", modelCode: "NO-SUCH" }),
      configRow({ configCode: "NEW-27-B", modelCode, saleCodes: sale?.code ?? "" }),
      configRow({ configCode: "new", modelCode }),
      configRow({ configCode: "NEW-27-C", modelCode, onSaleTo: "2026-10-01" }),
    ]),
    [
      "2 配置编码已存在",
      "3 车型编码不存在",
      `4 物料号已属于配置${there.configCode}`,
      "5 配置编码为4–32位大写字母、数字或横线",
      "6 在售结束须晚于开始",
    ],
  );
  const fresh = configRow({ configCode: "NEW-27-D", modelCode, saleCodes: "SC-27-1，SC-27-2", rangeKm: 620 });
  const { task } = await run(client, [fresh]);
  assert.equal(task.status, "SUCCESS");
  const made = async () =>
    app.rows(`select status, range_km as "rangeKm", trim, array(select sale_code from car_sale_code s where s.car_config_id = c.id
      order by 1) as codes from car_config c where config_code = 'NEW-27-D'`);
  assert.deepEqual(await made(), [{ status: "DRAFT", rangeKm: 620, trim: "长续航", codes: ["SC-27-1", "SC-27-2"] }]);
  const changed = configRow({ configCode: "NEW-27-D", modelCode, saleCodes: "SC-27-3", rangeKm: 640, trim: "性能" });
  assert.equal((await check(client, [fresh], overwrite)).data.skipped, 1, "the same again changes nothing");
  assert.equal((await run(client, [changed], overwrite)).task.status, "SUCCESS");
  assert.deepEqual(await made(), [
    { status: "DRAFT", rangeKm: 640, trim: "性能", codes: ["SC-27-1", "SC-27-2", "SC-27-3"] },
  ]);
  const moved = configRow({ configCode: "NEW-27-D", modelCode, modelYear: 2028 });
  assert.deepEqual(await problems(client, [moved], overwrite), ["2 配置NEW-27-D的车型和年款不能修改"]);
  const maker = await app.signIn({ permissions: ["vehicle:carConfig:create"] });
  assert.deepEqual(await problems(maker, [changed], overwrite), ["2 您没有该操作的权限，请联系管理员！"]);
});

test("vehicle 8 the check of a file reports a second 版本 of a model and year, as the form does", async () => {
  const client = await app.signIn({ permissions: ["vehicle:carConfig:create", "vehicle:carConfig:edit"] });
  const { modelId, configCode } = await givenConfig(app); // the configuration is of the year 2026 and the trim 长续航
  const [model] = await app.rows<{ code: string }>("select model_code as code from car_model where id = $1", [modelId]);
  const row = (typed: Typed) => configRow({ modelCode: model?.code ?? "", modelYear: 2026, ...typed });
  const { problems, run } = importing(app, contract.carConfigImport);
  assert.deepEqual(await problems(client, [row({ configCode: "SAME-26-A" })]), ["2 该车型已有2026年款长续航"]);
  await run(client, [row({ configCode: "SAME-26-B", trim: "性能" })]);
  const renamed = row({ configCode: "SAME-26-B", trim: "长续航" });
  assert.deepEqual(await problems(client, [renamed], overwrite), ["2 该车型已有2026年款长续航"]);
  assert.deepEqual(await problems(client, [row({ configCode, rangeKm: 1 })], overwrite), [], "its own stays its own");
});

test("vehicle 8 the check of a file reports what a package cannot contain, as the form does", async () => {
  await givenItems(app); // the package PK-LUX contains OP-ADS and OP-SEAT
  const client = await app.signIn({ permissions: ["vehicle:series:edit"] });
  const option = (code: string, contains: string, optionGroup = "选装包") =>
    cellsOf(contract.carItemImport, { kind: "选装", code, name: code, optionGroup, contains });
  const rows = [
    option("PK-N1", "PK-LUX,OP-SEAT"),
    option("PK-N2", "PK-N2,OP-SEAT"),
    option("PK-N3", "OP-SEAT"),
    option("OP-N4", "OP-SEAT,OP-ADS", "座椅"),
    option("PK-N5", "PK-N6,OP-SEAT"),
    option("PK-N6", "OP-WHEEL,OP-SEAT"),
    option("PK-N7", "OP-WHEEL,OP-SEAT"),
  ];
  assert.deepEqual(await importing(app, contract.carItemImport).problems(client, rows), [
    "2 选装包不能互相包含",
    "3 选装包不能互相包含",
    "4 包含选装格式不正确",
    "5 包含选装格式不正确",
    "6 选装包不能互相包含",
    "7 选装包不能互相包含",
  ]);
});

test("vehicle 8 options and colours are imported by code, packages after the options they contain", async () => {
  await givenItems(app);
  const client = await app.signIn({ permissions: ["vehicle:series:edit"] });
  const row = (typed: Typed) => cellsOf(contract.carItemImport, typed);
  const { check, problems, run } = importing(app, contract.carItemImport);
  assert.deepEqual(
    await problems(client, [
      row({ kind: "选装", code: "OP-ADS", name: "智驾", optionGroup: "智驾" }),
      row({ kind: "外观", code: "OP-SEAT", name: "红", hex: "#aa0000" }),
      row({ kind: "外观", code: "EX-NEW", name: "红", hex: "red" }),
      row({ kind: "选装", code: "PK-NEW", name: "包", optionGroup: "选装包", contains: "OP-ADS,OP-NONE" }),
      row({ kind: "内饰", code: "EX-W01", name: "白", hex: "#ffffff" }),
    ]),
    [
      "2 选装编码已存在",
      "3 编码OP-SEAT已属于其他类型",
      "4 色值格式不正确",
      "5 选装或颜色OP-NONE不存在或已停用",
      "6 编码EX-W01已属于其他类型",
    ],
  );
  const good = [
    row({ kind: "选装", code: "PK-X", name: "新包", optionGroup: "选装包", contains: "OP-X1、OP-X2" }),
    row({ kind: "选装", code: "OP-X1", name: "甲", optionGroup: "座椅" }),
    row({ kind: "选装", code: "OP-X2", name: "乙", optionGroup: "音响" }),
    row({ kind: "外观", code: "EX-X", name: "晨雾灰", hex: "#AABBCC" }),
  ];
  const { task } = await run(client, good);
  assert.partialDeepStrictEqual(task, { status: "SUCCESS", successCount: 4 });
  assert.equal((await check(client, good, overwrite)).data.skipped, 4);
  await run(client, [row({ kind: "外观", code: "EX-X", name: "晨雾", hex: "#aabbcd" })], overwrite);
  assert.deepEqual(await app.rows("select color_name as name, hex from car_color where color_code = 'EX-X'"), [
    { name: "晨雾", hex: "#aabbcd" },
  ]);
});

test("vehicle 8 a row of a held car is imported with a note, because only its place changes; a new car brings its market type", async () => {
  const client = await app.signIn({ boolAdmin: true });
  const car = await givenCar(app);
  await app.arrange((tx) => allocate(tx, { carId: car.id, orderId: newId(), orderNo: "O", orgIds: [] }));
  const typeId = newId();
  await app.rows(
    `insert into car_market_type values ($1::uuid, 1, now(), $1::uuid, now(), $1::uuid, 'STAFF', '员工购车', null, 1, 'ENABLED', true,
       '{SALE}')`,
    [typeId],
  );
  const { configCode } = car.config;
  const built = {
    configCode,
    intColor: "IN-B02",
    plantCode: "PLANT-CZ",
    producedOn: "2026-10-01",
    stockKind: "常规现车",
  };
  const row = (typed: Typed) => cellsOf(contract.carImport, { ...built, ...typed });
  const held = row({ vin: car.vin, extColor: "EX-B01", placeKind: "仓库", placeCode: "WH-BJ", mileageKm: 4 });
  const vin = newVin();
  const fresh = row({ vin, extColor: "EX-W01", marketType: "员工购车" });
  const { check, run } = importing(app, contract.carImport);
  assert.deepEqual(
    (await check(client, [row({ vin: newVin(), extColor: "EX-W01", marketType: "没有" })])).data.problems.map((one) => [
      one.column,
      one.problem,
    ]),
    [["市场类型", "市场类型不存在"]],
  );
  const { data } = await check(client, [held, fresh]);
  assert.equal(data.summary, "共2行，可导入2行，错误0行，提醒1行");
  assert.deepEqual(
    data.warnings.map(({ line, problem }) => [line, problem]),
    [[2, "车辆已被占用，仅更新位置"]],
  );
  const { task } = await run(client, [held, fresh]);
  assert.partialDeepStrictEqual(task, { status: "SUCCESS", successCount: 2, failCount: 0, hasFailures: true });
  const noted = await app.rows("select line, reason from import_failure where task_id = $1", [task.id]);
  assert.deepEqual(noted, [{ line: 2, reason: "提醒：车辆已被占用，仅更新位置" }]);
  assert.partialDeepStrictEqual(await carRow(app, car), {
    extColor: "EX-W01",
    placeId: "WH-BJ",
    holdState: "ALLOCATED",
  });
  assert.deepEqual(await app.rows('select market_type_id as "typeId" from car where vin = $1', [vin]), [{ typeId }]);

  const events = await exported(app, client, contract.carEventSheet, { query: { vins: car.vin } });
  const at = (title: string) => events.titles.indexOf(title);
  assert.deepEqual(events.rows.map((line) => line[at("事件")]).toSorted(), ["位置", "建档", "里程", "配单"].toSorted());
  const placed = events.rows.find((line) => line[at("事件")] === "位置");
  assert.match(String(placed?.[at("变化")]), /位置类型：未知 → 仓库/);
  assert.equal(placed?.[at("VIN")], car.vin);
});
