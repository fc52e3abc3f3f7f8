import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays, dayOf } from "@ops/platform/contract";
import { givenConfig } from "@ops/vehicle/server/testing";
import * as contract from "../../contract/index.ts";
import { givenRule, testApp } from "../testing.ts";

const app = testApp();
const refusal = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];
const operator = () => app.signIn({ permissions: ["order:rule:list", "order:rule:edit"] });
const today = () => dayOf(app.now());
const terms = {
  smallFen: 100_000,
  bigFen: 500_000,
  smallEndsOn: null,
  cycleMinDays: 28,
  cycleMaxDays: 42,
  offsets: { scheduled: 7, produced: 25, shipped: 28, arrived: 35, delivered: 40 },
};

test("OR-R4 a series has one rule on any day, the last day included", async () => {
  const { seriesId } = await givenConfig(app);
  const editor = await operator();
  const create = (validFrom: string, validTo: string | null) =>
    editor.call(contract.createSeriesRule, { body: { ...terms, seriesId, validFrom, validTo } });
  const { data } = await create(today(), addDays(today(), 10));
  assert.partialDeepStrictEqual(data, { ...terms, isStarted: true, validTo: addDays(today(), 10) });
  assert.deepEqual(refusal(await create(addDays(today(), 10), null)), ["ORDER_RULE_OVERLAP", "该车系在此期间已有规则"]);
  const { data: next } = await create(addDays(today(), 11), null);
  assert.equal(next.isStarted, false);
  assert.equal((await create(addDays(today(), -1), today())).msgCode, "ORDER_RULE_PAST");
  const { data: list } = await editor.call(contract.listSeriesRules, { query: { seriesId } });
  assert.deepEqual(
    list.list.map(({ id }) => id),
    [next.id, data.id],
  );
});

test("OR-R4 the terms of a rule fit together", async () => {
  const { seriesId } = await givenConfig(app);
  const editor = await operator();
  const refused = async (wishes: object) =>
    (
      await editor.call(contract.createSeriesRule, {
        body: { ...terms, seriesId, validFrom: today(), validTo: null, ...wishes },
      })
    ).msgCode;
  assert.equal(await refused({ bigFen: 99_999 }), "ORDER_RULE_DEPOSITS");
  assert.equal(await refused({ cycleMinDays: 43 }), "ORDER_RULE_CYCLE");
  assert.equal(await refused({ offsets: { ...terms.offsets, delivered: 43 } }), "ORDER_RULE_OFFSETS");
  assert.equal(await refused({ offsets: { ...terms.offsets, shipped: 36 } }), "ORDER_RULE_OFFSETS");
  assert.equal(await refused({ validTo: addDays(today(), -1) }), "ORDER_RULE_DAYS");
  assert.equal(await refused({ smallFen: 0 }), "COMMON_PARAM");
  const edges = { bigFen: 100_000, cycleMinDays: 42, offsets: { ...terms.offsets, arrived: 42, delivered: 42 } };
  assert.equal(await refused({ ...edges, validTo: today() }), "", "equal is enough");
});

test("OR-R4 a rule that has started only ends; one that has not may change", async () => {
  const { seriesId } = await givenConfig(app);
  const started = await givenRule(app, { seriesId });
  const editor = await operator();
  const edit = (id: string, body: object, version = 1) =>
    editor.call(contract.editSeriesRule, {
      params: { id },
      body: { ...terms, validFrom: started.validFrom, validTo: null, ...body, version },
    });
  assert.deepEqual(refusal(await edit(started.id, { bigFen: 600_000 })), [
    "ORDER_RULE_STARTED",
    "规则已生效，只能修改结束日期",
  ]);
  assert.equal((await edit(started.id, { offsets: { ...terms.offsets, scheduled: 8 } })).msgCode, "ORDER_RULE_STARTED");
  assert.equal((await edit(started.id, { validFrom: today() })).msgCode, "ORDER_RULE_STARTED");
  assert.equal((await edit(started.id, { validTo: addDays(today(), -1) })).msgCode, "ORDER_RULE_ENDED");
  const { data } = await edit(started.id, { validTo: today() });
  assert.equal(data.validTo, today());
  const later = await givenRule(app, { seriesId, validFrom: addDays(today(), 5) });
  const { data: moved } = await edit(later.id, { validFrom: addDays(today(), 1), bigFen: 600_000 });
  assert.deepEqual([moved.validFrom, moved.bigFen], [addDays(today(), 1), 600_000]);
  assert.equal((await edit(later.id, { validFrom: addDays(today(), -1) }, 2)).msgCode, "ORDER_RULE_PAST");
  assert.equal((await edit(later.id, { validFrom: today() }, 2)).msgCode, "ORDER_RULE_OVERLAP");
});
