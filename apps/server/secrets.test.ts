import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { testApp } from "@ops/authority/server/testing";
import { createLog, readConfig } from "@ops/platform/server";
import { readAuthoritySettings } from "./secrets.ts";

const app = testApp();

async function pairsWith(key?: Buffer, iv?: Buffer): Promise<string[]> {
  const given =
    key && iv ? { CREDENTIAL_AES_KEY: key.toString("base64"), CREDENTIAL_AES_IV: iv.toString("base64") } : {};
  const settings = await readAuthoritySettings(app.address, readConfig(given), createLog("silent"));
  return settings.credentialKeys.map((pair) => [pair.key, pair.iv].map((bytes) => bytes.toString("hex")).join(":"));
}

test("PF-R14 a key is made once for all nodes; of given ones the pair before the last change is still accepted", async () => {
  const [made, ...none] = await pairsWith();
  assert.deepEqual([await pairsWith(), none], [[made], []]);
  const [key, nextKey, iv, nextIv] = [randomBytes(16), randomBytes(16), randomBytes(16), randomBytes(16)];
  const pair = (one: Buffer, other: Buffer) => `${one.toString("hex")}:${other.toString("hex")}`;
  assert.deepEqual(await pairsWith(key, iv), [pair(key, iv), made]);
  assert.deepEqual(await pairsWith(nextKey, iv), [pair(nextKey, iv), pair(key, iv)]);
  assert.deepEqual(await pairsWith(nextKey, nextIv), [pair(nextKey, nextIv), pair(nextKey, iv)]);
  assert.deepEqual(await pairsWith(nextKey, nextIv), [pair(nextKey, nextIv), pair(nextKey, iv)]);
});
