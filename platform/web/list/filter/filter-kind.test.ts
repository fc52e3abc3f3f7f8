import assert from "node:assert/strict";
import { test } from "node:test";
import { dayRange, dictCode, flag, keyword, switchStates, wholePhone } from "@ops/platform/contract";
import { z } from "zod";
import { faultOfText, filterKind } from "./filter-kind.ts";

test("a filter is asked for as the contract describes its field", () => {
  const states = switchStates("X", "物");
  assert.deepEqual(filterKind(dictCode("user_type", "用户类型").optional()), { kind: "dict", code: "user_type" });
  assert.deepEqual(filterKind(states.schema.optional()), { kind: "words", words: states.states });
  assert.deepEqual(filterKind(flag.optional().meta({ label: "是否锁定" })), { kind: "flag" });
  assert.deepEqual(filterKind(dayRange.optional().meta({ label: "创建时间" })), { kind: "days" });
  assert.deepEqual(filterKind(keyword("姓名")), { kind: "text", hint: "姓名", most: 50 });
  assert.deepEqual(filterKind(z.string().max(20).optional()), { kind: "text", hint: undefined, most: 20 });
});

test("PF-R104 part of a phone is refused where only whole ones are found; an empty filter never is", () => {
  const phone = wholePhone.optional();
  assert.equal(faultOfText(phone, "1380"), "请输入完整手机号");
  for (const text of ["13800000001", ""]) assert.equal(faultOfText(phone, text), null);
  assert.equal(faultOfText(keyword("姓名"), "1380"), null);
});

test("PF-R84 a typed text is refused in Chinese, also where the contract has no words of its own", () => {
  assert.equal(faultOfText(z.string().max(20).optional(), "A".repeat(21)), "最多20个字");
  assert.equal(faultOfText(z.uuid().optional(), "A"), "格式不正确");
});
