import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { maskedIp, maskedPhone } from "./fields.ts";
import { maskPersonalData, masks } from "./masks.ts";

test("PF-R103 what is shown of personal data", () => {
  const vectors = [
    ["phone", "13812341234", "138****1234"],
    ["name", "张三", "张*"],
    ["name", "欧阳锋", "欧**"],
    ["name", "𠮷田", "𠮷*"],
    ["idCard", "320102199001011234", "3201**********1234"],
    ["vin", "LSVAA4187E2123456", "*********E2123456"],
    ["plate", "沪AB1123", "沪A**123"],
    ["bankCard", "6222021234567890123", "**** 0123"],
    ["email", "abcdef@x.cn", "ab***@x.cn"],
    ["ip", "10.20.30.40", "10.20.*.*"],
  ] as const;
  for (const [kind, plain, shown] of vectors) assert.equal(masks[kind](plain), shown, `${kind} ${plain}`);
});

test("PF-R103 a phone or a name never leaves whole, however short or odd it is", () => {
  const digits = fc.stringMatching(/^\d{1,20}$/);
  fc.assert(fc.property(digits, (phone) => masks.phone(phone) !== phone && masks.phone(phone).includes("*")));
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 2 }), (name) => {
      const hidden = [...masks.name(name)].slice(1);
      return hidden.length > 0 && hidden.every((character) => character === "*");
    }),
  );
});

test("PF-R103 what is too short to be masked in part is hidden whole", () => {
  for (const kind of ["phone", "idCard", "vin", "plate", "bankCard", "email", "ip"] as const) {
    for (const text of ["1", "12", "1234"]) assert.equal(masks[kind](text), "*".repeat(text.length), `${kind} ${text}`);
  }
  const vectors = [
    ["name", "", ""],
    ["phone", "123456", "******"],
    ["phone", "1234567", "123****4567"],
    ["idCard", "12345678", "********"],
    ["idCard", "123456789", "1234*6789"],
    ["vin", "12345678", "********"],
    ["vin", "123456789", "*23456789"],
    ["plate", "沪A1234", "******"],
    ["plate", "沪A12345", "沪A**345"],
    ["bankCard", "12345", "**** 2345"],
    ["text", "", ""],
    ["text", "甲", "*"],
    ["text", "甲乙", "甲***"],
    ["ip", "10.20", "*****"],
    ["ip", "10.20.30", "10.20.*.*"],
  ] as const;
  for (const [kind, plain, shown] of vectors) assert.equal(masks[kind](plain), shown, `${kind} ${plain}`);
});

test("PF-R103 addresses of the newer kind are masked as well", () => {
  assert.equal(masks.ip("2001:db8:85a3::8a2e:370:7334"), "2001:db8:*");
  assert.equal(masks.ip("::ffff:10.20.30.40"), "10.20.*.*");
});

test("PF-R103 masking is done by the answer schema, so the plain text cannot be answered by mistake", () => {
  assert.equal(maskedPhone.parse("13800001111"), "138****1111");
  assert.equal(maskedIp.parse("192.168.7.9"), "192.168.*.*");
});

test("PF-R103 numbers and addresses of people are masked wherever they stand in a free text", () => {
  assert.equal(
    maskPersonalData("电话13812341234，证件320102199001011234，邮箱abcdef@x.cn，单号138123412345"),
    "电话138****1234，证件3201**********1234，邮箱ab***@x.cn，单号138123412345",
  );
});
