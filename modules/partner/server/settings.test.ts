import assert from "node:assert/strict";
import { test } from "node:test";
import { editParam, listParams } from "@ops/platform/contract";
import * as contract from "../contract/index.ts";
import { givenPartner, testApp } from "./testing.ts";

const app = testApp();

test("partner settings: papers, days, weights and certificates have these bounds, and only known names", async () => {
  const operator = await app.signIn({ permissions: ["platform:param:edit"] });
  const { data } = await operator.call(listParams, {});
  const about = (key: string) => {
    const found = data.find((param) => param.key === `partner.${key}`);
    return [key, found?.initial, found?.rule];
  };
  const expected = [
    ["paper.flagDays", "15", "0 至 365 的整数"],
    ["paper.suspendDays", "45", "0 至 365 的整数"],
    ["paper.reminderDays", "30,7", "1 至 6 个天数（1 至 365），用逗号分隔"],
    ["staff.inactiveDays", "60", "7 至 365 的整数"],
    ["assess.weight.firstContact", "30", "0 至 100 的整数"],
    ["assess.weight.lock", "30", "0 至 100 的整数"],
    ["assess.weight.onTime", "25", "0 至 100 的整数"],
    ["assess.weight.complaint", "15", "0 至 100 的整数"],
    ["assess.weight.emptyLock", "0", "0 至 100 的整数"],
    ["assess.rectifyDays", "30", "1 至 365 的整数"],
  ];
  assert.deepEqual(
    expected.map(([key = ""]) => about(key)),
    expected,
  );
  const edit = async (key: string, value: string) => {
    const found = (await operator.call(listParams, {})).data.find((param) => param.key === key);
    assert.ok(found);
    const answer = await operator.call(editParam, { params: { key }, body: { value, version: found.version } });
    return answer.success;
  };
  const tried: readonly [key: string, value: string, isTaken: boolean][] = [
    ["partner.papers.OTHER", "营业执照，护照", false],
    ["partner.papers.OTHER", "营业执照，责任保险?", true],
    ["partner.staff.requiredCerts", "MANAGER=STORE;SALES", false],
    ["partner.staff.requiredCerts", "MANAGER=STORE; ;SALES=SALES + PRODUCT；", true],
  ];
  for (const [key, value, isTaken] of tried) assert.equal(await edit(key, value), isTaken, value);
  const reader = await app.signIn({ permissions: ["partner:partner:view"] });
  const other = await givenPartner(app, { kinds: ["OTHER"] });
  const asked = (await reader.call(contract.listQualifications, { params: { id: other.id } })).data;
  assert.deepEqual([asked.required, asked.wanted], [["LICENSE"], ["INSURANCE"]]);
});
