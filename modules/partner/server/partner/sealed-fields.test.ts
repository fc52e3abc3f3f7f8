import assert from "node:assert/strict";
import { test } from "node:test";
import { changeRecord, lockRecord, type Table } from "@ops/platform/server";
import { type PartnerRow, partners } from "../company/tables.ts";
import { givenPartner, testApp } from "../testing.ts";

const app = testApp();

test("PF-R103 a sealed field is sealed by its name when a record changes, and null keeps it", async () => {
  const partner = await givenPartner(app);
  const sealed: Table<PartnerRow, "contactPhone"> = { ...partners, sealed: { contactPhone: "phone" } };
  const after = await app.arrange(async (tx) => {
    const row = await lockRecord(tx, sealed, partner.id, null);
    const changed = await changeRecord(tx, sealed, row, { contactPhone: "13912345678" });
    const kept = await changeRecord(tx, sealed, changed, { contactPhone: null, shortName: "某某" });
    const { contactPhoneMasked, contactPhoneCipher, contactPhoneHash, shortName } = kept;
    assert.ok(contactPhoneCipher && contactPhoneHash);
    const clear = tx.vault.open(contactPhoneCipher, partner.id);
    return { contactPhoneMasked, clear, isFound: contactPhoneHash.equals(tx.vault.hash("phone", clear)), shortName };
  });
  const sealedPhoneOf = { contactPhoneMasked: "139****5678", clear: "13912345678", isFound: true };
  assert.deepEqual(after, { ...sealedPhoneOf, shortName: "某某" });
});
