import assert from "node:assert/strict";
import { test } from "node:test";
import { filesOf, textOf } from "./repository.ts";

/** Patterns of secrets. */
const secrets = [
  /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /\bgh[pousr]_[A-Za-z0-9]{30,}/,
  /\bsk-[A-Za-z0-9_-]{24,}/,
  /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/,
  /\bpostgres(?:ql)?:\/\/\w+:[^@\s"'<>$]{3,}@/,
  /(?:AES_KEY|AES_IV|SECRET|TOKEN|PASSWORD)["']?\s*[:=]\s*["'][A-Za-z0-9+/]{20,}={0,2}["']/,
];

const own = "tests/architecture/secrets.test.ts";

function secretIn(text: string): string | null {
  for (const pattern of secrets) {
    const found = pattern.exec(text);
    if (found) return found[0].slice(0, 40);
  }
  return null;
}

test("J3 no file of the repository holds a secret", (context) => {
  const files = filesOf("*.{md,json,ts,sh}", "{platform,modules,apps,tests,scripts,benchmarks,docs,.ci}/**/*.*");
  const texts = files.filter(
    (path) => /\.(ts|tsx|json|md|sql|sh|html|css|yml|yaml|env|svg)$/.test(path) && path !== own,
  );
  context.diagnostic(`${texts.length} files`);
  assert.ok(texts.length > 100);
  const found = texts.flatMap((path) => {
    const secret = path === "package-lock.json" ? null : secretIn(textOf(path));
    return secret ? [`${path}: ${secret}`] : [];
  });
  assert.deepEqual(found, []);
});

test("J3 a secret would be noticed", () => {
  const planted = [
    "-----BEGIN RSA PRIVATE KEY-----",
    "AKIAABCDEFGHIJKLMNOP",
    `ghp_${"a".repeat(36)}`,
    `const CREDENTIAL_AES_KEY = "${"Ab3+".repeat(6)}"`,
    "postgres://console:geheim123@db.example/console",
  ];
  for (const text of planted) assert.ok(secretIn(text), text);
  for (const text of ["postgres://user@host/db", 'password: "请输入密码！"', "SECRET"])
    assert.equal(secretIn(text), null);
});
