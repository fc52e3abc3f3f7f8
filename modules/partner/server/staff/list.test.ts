import assert from "node:assert/strict";
import { test } from "node:test";
import * as contract from "../../contract/index.ts";
import { givenPartner, givenStaff, testApp } from "../testing.ts";
import { freezeStaff } from "./freeze.ts";
import { staffStory } from "./testing.ts";

const app = testApp();
const { adminOf, givenSales } = staffStory(app);

test("lists find people by account, source, certificates and last sign-in", async () => {
  const partner = await givenPartner(app);
  const admin = await adminOf(partner);
  const usable = await givenStaff(app, { partner });
  const frozen = await givenStaff(app, { partner });
  await app.arrange((tx) => freezeStaff(tx, frozen, "MANUAL"));
  const { staff: certified } = await givenSales(partner, 10);
  const training = await givenStaff(app, { partner, state: "TRAINING" });
  const ids = async (query: Parameters<typeof admin.call<typeof contract.listStaffs>>[1]["query"]) =>
    (await admin.call(contract.listStaffs, { query: { ...query } })).data.list.map(({ id }) => id).sort();
  const sorted = (...rows: { id: string }[]) => rows.map(({ id }) => id).sort();
  assert.deepEqual(await ids({ account: "FROZEN" }), sorted(frozen));
  assert.deepEqual(await ids({ account: "USABLE" }), sorted(usable, certified));
  assert.deepEqual(await ids({ account: "NONE" }), sorted(training));
  assert.deepEqual(await ids({ freezeSource: "MANUAL" }), sorted(frozen));
  assert.deepEqual(await ids({ certStanding: "ENDING" }), sorted(certified));
  assert.deepEqual(await ids({ certStanding: "MISSING" }), sorted(training));
  assert.deepEqual(await ids({ certStanding: "WAIVED" }), sorted(usable, frozen));
  assert.deepEqual(await ids({ lastLogin: "OVER_30" }), []);
  app.passTime(31 * 86_400);
  const later = await adminOf(partner);
  const idle = (await later.call(contract.listStaffs, { query: { lastLogin: "OVER_30" } })).data.list;
  assert.equal(idle.length, 3);
  const counts = (await later.call(contract.countStaffs, {})).data;
  assert.deepEqual(
    counts.filter(({ count }) => count > 0).map(({ state, count }) => [state, count]),
    [
      ["TRAINING", 1],
      ["ACTIVE", 3],
    ],
  );
});
