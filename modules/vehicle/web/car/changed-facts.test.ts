import assert from "node:assert/strict";
import { test } from "node:test";
import { listChangedFacts } from "./changed-facts.ts";

test("vehicle 5.2 what an event changed is told in the words of the contract", () => {
  const after = {
    placeKind: "STORE",
    placeName: "体验中心",
    placeOrgId: "x",
    mileageKm: 12,
    placeAt: "2026-01-01T00:00:00.000Z",
  };
  assert.deepEqual(listChangedFacts(after), ["位置类型 门店", "位置 体验中心", "里程 12"]);
  assert.deepEqual(listChangedFacts({ holdState: "LOCKED", plateNo: null }), ["状态 已锁定"]);
});
