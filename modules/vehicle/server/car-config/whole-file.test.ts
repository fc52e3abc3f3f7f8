import assert from "node:assert/strict";
import { test } from "node:test";
import { createAuthority } from "@ops/authority/server";
import { AuthorityTestApp, importing, testSettings } from "@ops/authority/server/testing";
import { declareTestApp } from "@ops/platform/server/testing";
import * as contract from "../../contract/index.ts";
import { vehicleModule } from "../index.ts";
import { givenConfig } from "../testing.ts";

const app = declareTestApp(new AuthorityTestApp([vehicleModule], createAuthority(testSettings), { background: true }));
type Typed = Partial<Record<string, string | number>>;
const cellsOf = (kind: { columns: readonly { key: string }[] }, typed: Typed) =>
  kind.columns.map(({ key }) => typed[key] ?? null);

test("vehicle 8 the check reports two rows that claim one 物料号, or one 版本 of a model and year", async () => {
  const client = await app.signIn({ permissions: ["vehicle:carConfig:create", "vehicle:carConfig:edit"] });
  const [{ modelId }, other] = [await givenConfig(app), await givenConfig(app)];
  const codeOf = async (id: string) =>
    (await app.rows<{ code: string }>("select model_code as code from car_model where id = $1", [id]))[0]?.code ?? "";
  const [modelCode, otherCode] = [await codeOf(modelId), await codeOf(other.modelId)];
  const row = (configCode: string, typed: Typed) =>
    cellsOf(contract.carConfigImport, {
      configCode,
      modelCode,
      modelYear: 2028,
      trim: configCode,
      energyType: "纯电",
      batteryKwh: "80",
      onSaleFrom: "2026-11-01",
      ...typed,
    });
  const rows = [
    row("WF-A", { saleCodes: "WF-M1,WF-M2", trim: "长续航" }),
    row("WF-B", { saleCodes: "WF-M3 wf-m2" }),
    row("WF-C", { modelCode: modelCode.toLowerCase(), trim: "长续航 " }),
    row("WF-D", { modelYear: 2027, trim: "长续航" }),
    row("WF-E", { modelCode: otherCode, trim: "长续航" }),
    row("WF-F", { saleCodes: "WF-M3" }), // the third row claims this 物料号 too, but the check refuses that row
  ];
  const { problems, run } = importing(app, contract.carConfigImport);
  assert.deepEqual(await problems(client, rows), ["3 物料号WF-M2与第2行重复", "4 年款和版本与第2行重复"]);
  const { task } = await run(client, rows);
  assert.partialDeepStrictEqual(task, { status: "PARTIAL", successCount: 4, failCount: 2 });
});

test("vehicle 8 options and colours are checked in steps: progress is shown, and earlier rows count for later ones", async () => {
  const client = await app.signIn({ permissions: ["vehicle:series:edit"] });
  const create = async (optionCode: string, contains: string[] = []) => {
    const optionGroup = contains.length > 0 ? ("PACKAGE" as const) : ("SEAT" as const);
    const body = { optionCode, optionName: optionCode, optionGroup, contains };
    assert.equal((await client.call(contract.createOption, { body })).msg, "");
  };
  for (const code of ["OW-K1", "OW-K2"]) await create(code);
  for (const code of ["PW-ENDS", "PW-STAYS"]) await create(code, ["OW-K1", "OW-K2"]);
  const option = (code: string, contains = "") =>
    cellsOf(contract.carItemImport, {
      kind: "选装",
      code,
      name: `${code}新`,
      optionGroup: contains ? "选装包" : "座椅",
      contains,
    });
  const filling = Array.from({ length: 500 }, (_, n) => option(`PW-${n}`, "OW-A,OW-B"));
  const rows = [
    option("PW-FIRST", "PW-LAST,OW-A"),
    option("PW-ENDS"), // this option is no package any more
    option("PW-STAYS", "OW-A,OW-B"), // this package no longer contains OW-K1
    ...filling,
    option("OW-A"),
    option("OW-B"),
    option("OW-K1", "OW-A,OW-B"),
    option("PW-HOLDS", "PW-ENDS,OW-A"),
    option("PW-LAST", "OW-A,OW-B"),
    option("PW-ODD", "OW-A,OW-NONE"),
    option("PW-TWICE", "PW-7,OW-A"),
  ];
  const { data, msg } = await importing(app, contract.carItemImport).check(client, rows, [contract.OVERWRITE.key]);
  assert.equal(msg, "");
  const nested = "选装包不能互相包含";
  assert.deepEqual(
    data.problems.map(({ line, problem }) => [line, problem]),
    [
      [2, nested],
      [12, nested],
      [509, nested],
      [510, "选装或颜色OW-NONE不存在或已停用"],
      [511, nested],
    ],
  );
  const told = await app.rows<{ done: number; total: number }>(
    `select (payload ->> 'done')::int as done, (payload ->> 'total')::int as total from live_event
     where user_id = $1 and payload ->> 'type' = 'job.progress' order by id`,
    [client.user.id],
  );
  assert.deepEqual(told, [
    { done: 500, total: 506 },
    { done: 506, total: 506 },
  ]);
});
