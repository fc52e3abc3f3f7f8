import assert from "node:assert/strict";
import { test } from "node:test";
import { missingForLock } from "./missing-for-lock.ts";

const whole = {
  carConfigId: "c",
  payMode: "FULL",
  cityCode: "310100",
  deliveryStoreId: "s",
  isIdentityVerified: true,
} as const;

test("OR-R5 each thing that the lock needs is named, and nothing else", () => {
  assert.deepEqual(missingForLock(whole), []);
  assert.deepEqual(missingForLock({ ...whole, carConfigId: null }), ["选择配置"]);
  assert.deepEqual(missingForLock({ ...whole, payMode: null, cityCode: null }), ["确定付款方式", "填写上牌城市"]);
  assert.deepEqual(missingForLock({ ...whole, deliveryStoreId: null, isIdentityVerified: false }), [
    "选择交付门店",
    "核验购车人身份",
  ]);
});
