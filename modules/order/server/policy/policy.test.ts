import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays, dayOf } from "@ops/platform/contract";
import { givenConfig } from "@ops/vehicle/server/testing";
import * as contract from "../../contract/index.ts";
import { givenPolicy, testApp } from "../testing.ts";

const app = testApp();
const operator = () => app.signIn({ permissions: ["order:policy:list", "order:policy:edit"] });

test("OR-R2 policies are made, found and changed; a code is given once and stays", async () => {
  const { seriesId } = await givenConfig(app);
  const editor = await operator();
  const today = dayOf(app.now());
  const terms = { name: "国庆限时优惠", kind: "DISCOUNT" as const, limitFen: 500_000, seriesIds: [seriesId] };
  const body = { ...terms, code: "GQ-2026", validFrom: today, validTo: today, status: "ENABLED" as const };
  const { data } = await editor.call(contract.createPolicy, { body });
  assert.equal(data.seriesNames.length, 1);
  const twice = await editor.call(contract.createPolicy, { body });
  assert.deepEqual([twice.msgCode, twice.msg], ["ORDER_POLICY_CODE", "政策编码已存在"]);
  const early = await editor.call(contract.createPolicy, {
    body: { ...body, code: "GQ-2", validTo: addDays(today, -1) },
  });
  assert.equal(early.msgCode, "ORDER_POLICY_DAYS");
  const { code: _code, ...rest } = body;
  const edit = (wishes: object) =>
    editor.call(contract.editPolicy, { params: { id: data.id }, body: { ...rest, ...wishes, version: 1 } });
  assert.equal((await edit({ validTo: addDays(today, -1) })).msgCode, "ORDER_POLICY_DAYS");
  const { data: off } = await edit({ status: "DISABLED", seriesIds: [] });
  assert.deepEqual([off.code, off.status, off.seriesNames], ["GQ-2026", "DISABLED", []]);
  const other = await givenPolicy(app, { name: "老客户置换" });
  const found = async (keyword: string) =>
    (await editor.call(contract.listPolicies, { query: { keyword } })).data.list.map(({ id }) => id);
  assert.deepEqual([await found("gq-2026"), await found("置换")], [[data.id], [other.id]]);
});
