import assert from "node:assert/strict";
import { test } from "node:test";
import { maskJson } from "./masked-json.ts";

test("AU-R47 what is kept of a body masks credentials by their names and personal data wherever it stands", () => {
  const day = new Date("2026-01-02T03:04:05Z");
  const body = {
    password: "Demo@2025",
    newPwd: "x",
    clientSecret: "x",
    accessToken: "x",
    credential: "x",
    signature: "x",
    verifyCode: "AB3D",
    sk: "x",
    smsCode: 123456,
    ask: "开放",
    token: null,
    phone: "13712345678",
    count: 3,
    isOpen: true,
    day,
    list: ["13712345678", { pwd: ["a"] }],
    nothing: undefined,
  };
  const secret = "******";
  assert.deepEqual(JSON.parse(maskJson(body)), {
    password: secret,
    newPwd: secret,
    clientSecret: secret,
    accessToken: secret,
    credential: secret,
    signature: secret,
    verifyCode: secret,
    sk: secret,
    smsCode: secret,
    ask: "开放",
    token: null,
    phone: "137****5678",
    count: 3,
    isOpen: true,
    day: day.toISOString(),
    list: ["137****5678", { pwd: secret }],
  });
  assert.equal(maskJson(undefined), "null");
});

test("AU-R47 what is kept of a body is cut behind 20,000 characters, and says so", () => {
  const longest = "a".repeat(19_998); // with its two quotes it is exactly as long as is kept
  assert.equal(maskJson(longest), `"${longest}"`);
  assert.equal(maskJson(`${longest}b`), `"${longest}b…（共 20001 字符）`);
});
