import assert from "node:assert/strict";
import { test } from "node:test";
import { holdersOfCode, loadAuthorityDemo } from "@ops/authority/server";
import * as contract from "../../contract/index.ts";
import { testApp } from "../testing.ts";
import { loadVehicleDemo } from "./load.ts";

const app = testApp();

test("vehicle 11 the price that waits was prepared by somebody who may, and another can publish it; people look cars up", async () => {
  await app.arrange(async (tx) => {
    await loadAuthorityDemo(tx);
    await loadVehicleDemo(tx);
  });
  const holders = async (code: string) => {
    const [held, admins] = await app.arrange(async (tx) => [
      await holdersOfCode(tx, code),
      await holdersOfCode(tx, "vehicle:demo:nobody"),
    ]);
    return (held ?? []).filter((id) => !admins?.includes(id));
  };
  const drafts = await app.rows<{ by: string }>(
    "select distinct created_by as by from car_price where state = 'DRAFT'",
  );
  const [preparing, publishing] = [
    await holders(contract.preparePrices.permission),
    await holders(contract.publishPrices.permission),
  ];
  assert.equal(drafts.length, 1);
  for (const { by } of drafts) {
    assert.ok(preparing.includes(by));
    assert.ok(publishing.some((id) => id !== by));
  }
  assert.ok((await holders(contract.lookUpCar.permission)).length > 0);
});
