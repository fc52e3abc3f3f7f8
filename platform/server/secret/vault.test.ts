import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { newId } from "./crypto.ts";
import { Vault } from "./vault.ts";

const vault = new Vault(randomBytes(64));
const sealed = (text: string, id: string) => vault.seal({ field: "phone", kind: "phone", text, id });

test("PF-R103 a sealed field shows its mask, is found by its hash and opens for its own record only", () => {
  const [id, other] = [newId(), newId()];
  const columns = sealed("13812341234", id);
  assert.deepEqual(Object.keys(columns).toSorted(), ["phoneCipher", "phoneHash", "phoneMasked"]);
  assert.equal(columns.phoneMasked, "138****1234");
  assert.equal(vault.open(columns.phoneCipher, id), "13812341234");
  assert.throws(() => vault.open(columns.phoneCipher, other));
  assert.deepEqual(columns.phoneHash, vault.hash("phone", "13812341234"));
  assert.notDeepEqual(columns.phoneHash, vault.hash("idCard", "13812341234")); // another sort of data
  assert.notDeepEqual(columns.phoneCipher, sealed("13812341234", id).phoneCipher); // equal texts do not look equal
});

test("PF-R103 without the key neither the text nor the hash can be had", () => {
  const id = newId();
  const columns = sealed("13812341234", id);
  const stranger = new Vault(randomBytes(64));
  assert.throws(() => stranger.open(columns.phoneCipher, id));
  assert.notDeepEqual(stranger.hash("phone", "13812341234"), columns.phoneHash);
  assert.ok(!columns.phoneCipher.toString("latin1").includes("12341234"));
});
