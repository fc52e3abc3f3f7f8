import assert from "node:assert/strict";
import { test } from "node:test";
import type { Check, OrderDetail } from "@ops/order/contract";
import { workOf } from "./order-work.ts";

const facts = {
  state: "ARRIVED",
  issues: [],
  lockedAt: "2025-03-01 10:00:00",
  deliveredAt: null,
  butlerId: "b",
  appointmentAt: null,
} as const;
const orderOf = (one: object) => ({ ...facts, ...one }) as unknown as OrderDetail; // the facts that matter here
const check = (code: string, label: string, isDone: boolean, isByHand = true) =>
  ({ code, label, isDone, isByHand }) as Check;
const checks = [
  check("PAY_FULL", "款项结清", false, false),
  check("CONTRACT", "合同", true, false),
  check("INVOICE", "发票", false, false),
  check("PDI", "交付前检查", false),
  check("INSURANCE", "保险", true),
  check("HANDOVER_SIGN", "交接签字", false),
];
const shown = (one: object, of = checks) =>
  workOf(orderOf(one), [], of).map(({ tab, text, act = "" }) => [tab, text, act]);

test("OR-R12 once the car is there the open work names the appointment and the checks that are missing", () => {
  assert.deepEqual(shown({}), [
    ["delivery", "预约交付时间（待交付前）", "预约"],
    ["papers", "开具发票（交付前）", "申请开票"],
    ["delivery", "交付前检查（待交付前）", ""],
    ["delivery", "交接签字（交付前）", ""],
  ]);
  assert.deepEqual(shown({ state: "READY", appointmentAt: "2025-04-01 10:00:00" }, checks.slice(3)), [
    ["delivery", "交付前检查（交付前）", ""],
    ["delivery", "交接签字（交付前）", ""],
  ]);
  assert.deepEqual(shown({ state: "IN_TRANSIT" }), [], "before, nobody can do it");
});

test("order 5 each line of open work names the act that does it", () => {
  const before = { state: "BIG", lockedAt: null, isIdentityVerified: false, carConfigId: "c" };
  assert.deepEqual(shown({ ...before, payMode: "FULL", cityCode: null, deliveryStoreId: "s" }), [
    ["customer", "核验购车人身份", "核验身份"],
    ["overview", "填写上牌城市", "补充交付信息"],
  ]);
  const missing = { step: "LEASE_NO", before: "INVOICE", ownerId: null, ownerName: null } as const;
  const [line] = workOf(orderOf({ state: "LOCKED" }), [missing], []);
  assert.deepEqual(line, { tab: "papers", text: "登记租赁合同号（开票前）· 未分配负责人", act: "登记租赁" });
});

test("OR-R8 while a cancellation is decided nothing is collected, and the line leads to the request", () => {
  const missing = [{ step: "BALANCE" as const, before: "INVOICE" as const, ownerId: null, ownerName: "陈浩然" }];
  const work = (state: string) => workOf(orderOf({ state }), missing, []).map(({ tab, text }) => `${tab} ${text}`);
  assert.deepEqual(work("SCHEDULED"), ["papers 结清尾款（开票前）· 陈浩然"]);
  assert.deepEqual(work("CANCEL_REVIEW"), ["requests 等待退订审批"]);
});
