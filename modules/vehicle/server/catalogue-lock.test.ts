import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { newId } from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../contract/index.ts";
import { givenConfig, testApp } from "./testing.ts";

const app = testApp();
const CATALOGUE = 7_316_201;

/**
 * Makes all calls that change the catalogue. Most name a record that does not exist, because that is checked only after
 * the lock.
 */
async function changes(): Promise<(() => Promise<unknown>)[]> {
  const person = await app.signIn({ boolAdmin: true });
  const { call } = person;
  const [id, version, status] = [newId(), 1, "ENABLED"] as const;
  const params = { id };
  const known = await givenConfig(app); // records to which a call refers are checked before it begins
  const named = { seriesName: "锁系", aliases: [], sort: 1 };
  const model = { modelName: "锁型", bodyClass: "MPV" as const };
  const option = { optionName: "锁装", optionGroup: "SEAT" as const, contains: [] };
  const color = { colorName: "锁色", hex: "#aabbcc" };
  const config = {
    trim: "锁版",
    energyType: "BEV",
    batteryKwh: 80,
    onSaleFrom: "2026-11-01 00:00:00",
    saleCodes: [],
    offers: [],
  };
  const type = { typeName: "锁类", parentId: null, rightsAllowed: true, usableFor: ["SALE" as const] };
  return [
    () => call(contract.createBrand, { body: { brandCode: "LOCKED", brandName: "锁" } }),
    () => call(contract.createSeries, { body: { ...named, brandId: id, seriesCode: "LOCKED" } }),
    () => call(contract.editSeries, { params, body: { ...named, status, version } }),
    () => call(contract.createModel, { body: { ...model, seriesId: id, modelCode: "LOCKED" } }),
    () => call(contract.editModel, { params, body: { ...model, status, version } }),
    () => call(contract.createOption, { body: { ...option, optionCode: "OP-LOCK" } }),
    () => call(contract.editOption, { params, body: { ...option, status, version } }),
    () => call(contract.createColor, { body: { ...color, colorCode: "EX-LOCK", side: "EXT" } }),
    () => call(contract.editColor, { params, body: { ...color, status, version } }),
    () => call(contract.createCarConfig, { body: { ...config, configCode: "LOCK-27", modelId: id, modelYear: 2027 } }),
    () => call(contract.editCarConfig, { params, body: { ...config, version } }),
    () => call(contract.enableCarConfig, { params, body: { version } }),
    () => call(contract.disableCarConfig, { params, body: { version, reason: "停" } }),
    () => call(contract.createCarMarketType, { body: { ...type, typeCode: "LOCKED" } }),
    () => call(contract.editCarMarketType, { params, body: { ...type, status, version } }),
    () => call(contract.sortCarMarketTypes, { body: { parentId: null, ids: [id] } }),
    () => call(contract.publishPrices, { body: { ids: [id] } }),
    () => call(contract.endPrice, { params, body: { effectiveTo: "2099-01-01 00:00:00", version } }),
    () => call(contract.withdrawPrice, { params, body: { version, reason: "撤" } }),
    () => call(contract.bindSaleCode, { body: { saleCode: "LOCK-1", carConfigId: known.id } }),
  ];
}

async function waiting(): Promise<number> {
  const [row] = await app.rows<{ count: number }>(
    "select count(*)::int as count from pg_locks where locktype = 'advisory' and not granted and objid = $1::bigint::oid",
    [CATALOGUE],
  );
  return row?.count ?? 0;
}

test("vehicle 2.1 changes of the catalogue run one after the other: each waits until the one before has ended", async () => {
  const all = await changes();
  const AT_ONCE = 2; // a call keeps its connections while it waits
  for (let at = 0; at < all.length; at += AT_ONCE) {
    const some = all.slice(at, at + AT_ONCE);
    const [held, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const working = app.arrange(async (tx) => {
      await sql`select pg_advisory_xact_lock(${CATALOGUE})`.execute(tx.kysely);
      held.resolve();
      await done.promise;
    });
    await held.promise;
    const calls = some.map((change) => change());
    let count = 0;
    try {
      for (let tries = 0; tries < 200 && count < some.length; tries++) {
        await pause(20);
        count = await waiting();
      }
    } finally {
      done.resolve();
    }
    await Promise.all([working, ...calls]);
    assert.equal(count, some.length, `changes ${at} to ${at + some.length}`);
  }
});
