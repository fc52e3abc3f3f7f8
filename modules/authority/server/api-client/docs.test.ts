import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { signatureOf } from "./testing.ts";

const docs = readFileSync(join(import.meta.dirname, "../../../../docs/api-clients.md"), "utf8");
const keys = { ak: "", sk: "EXAMPLEsk2345678901234567890123456789abc" };
const at = { timestamp: 1_760_000_000, nonce: "example-nonce-01" };

test("AU-R52 the signatures in docs/api-clients.md are those of its examples", () => {
  const get = signatureOf(keys, {
    ...at,
    method: "GET",
    address: "/user/v1/users?status=ACTIVE&pageSize=20",
    body: "",
  });
  const post = { ...at, method: "POST", address: "/open/v1/tickets/verify", body: '{"ticket":"abc"}' };
  for (const { "x-signature": signature } of [get, signatureOf(keys, post)]) {
    assert.ok(docs.includes(`\`${signature}\``), signature);
  }
});

test("AU-R52 the shell lines in docs/api-clients.md sign as the rule says", () => {
  const [, script = ""] = /```sh\n([\s\S]*?)```/.exec(docs) ?? [];
  const fixed = script
    .replace(/^AK=.*$/m, `SK=${keys.sk}`)
    .replace(/^TS=.*$/m, `TS=${at.timestamp} NONCE=${at.nonce}`)
    .replace(/^curl[\s\S]*$/m, 'printf %s "$SIGN"');
  const signature = execFileSync("sh", ["-c", fixed], { encoding: "utf8" });
  assert.ok(docs.includes(`\`${signature}\``), signature);
});
