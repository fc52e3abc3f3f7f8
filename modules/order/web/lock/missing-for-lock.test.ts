import assert from "node:assert/strict";
import { test } from "node:test";
import { missingForLock } from "./missing-for-lock.ts";

const whole = {
  state: "BIG",
  carConfigId: "c",
  payMode: "FULL",
  cityCode: "310100",
  deliveryStoreId: "s",
  isIdentityVerified: true,
} as const;
const textsOf = (order: Parameters<typeof missingForLock>[0]) => missingForLock(order).map(({ text }) => text);

test("OR-R5 each thing that the lock needs is named, and nothing else", () => {
  assert.deepEqual(textsOf(whole), []);
  assert.deepEqual(textsOf({ ...whole, carConfigId: null }), ["选择配置"]);
  assert.deepEqual(textsOf({ ...whole, state: "SMALL" }), ["支付大定"]);
  assert.deepEqual(textsOf({ ...whole, payMode: null, cityCode: null }), ["确定付款方式", "填写上牌城市"]);
  assert.deepEqual(textsOf({ ...whole, deliveryStoreId: null, isIdentityVerified: false }), [
    "核验购车人身份",
    "选择交付门店",
  ]);
});

test("OR-R5 each line opens the form where its field is: what is not of car and price stands in its last step", () => {
  const nothing = { payMode: null, cityCode: null, deliveryStoreId: null, carConfigId: null };
  const acts = missingForLock({ ...whole, ...nothing }).map(({ act }) => act);
  assert.deepEqual(acts, ["编辑", "补充交付信息", "补充交付信息", "补充交付信息"]);
});
