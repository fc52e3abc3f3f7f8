import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { givenPartner, givenStaff, testApp } from "../testing.ts";
import { freezeStaff } from "./freeze.ts";
import { staffStory } from "./testing.ts";

const app = testApp();
const { adminOf, givenSales } = staffStory(app);

test("partner 5.2 the sign-ins with somebody's account are shown with the person, and those of others are not", async () => {
  const partner = await givenPartner(app);
  const admin = await adminOf(partner);
  const [seen, other] = [await givenStaff(app, { partner }), await givenStaff(app, { partner })];
  const training = await givenStaff(app, { partner, state: "TRAINING" });
  const logged = (userId: string | null, result: string) =>
    app.rows(
      `insert into login_log (id, occurred_at, user_id, identity_masked, kind, result, ip, ip_region, device, trace_id)
       values ($1, $2, $3, '137****0000', 'PASSWORD', $4, '10.20.30.40', '浙江杭州', 'Chrome', '')`,
      [newId(), app.now(), userId, result],
    );
  await logged(seen.userId, "BAD_CREDENTIAL");
  await logged(seen.userId, "SUCCESS");
  await logged(other.userId, "SUCCESS");
  const loginsOf = async ({ id }: { id: string }, query = {}) =>
    (await admin.call(contract.listStaffLogins, { params: { id }, query })).data;
  const { list, total } = await loginsOf(seen);
  assert.deepEqual(
    [total, list.map(({ result }) => result).sort(), new Set(list.map(({ ip }) => ip))],
    [2, ["BAD_CREDENTIAL", "SUCCESS"], new Set(["10.20.*.*"])],
  );
  assert.equal((await loginsOf(seen, { pageNo: 2, pageSize: 1 })).list.length, 1);
  assert.equal((await loginsOf(training)).total, 0);
  const stranger = await adminOf(await givenPartner(app));
  const hidden = await stranger.call(contract.listStaffLogins, { params: { id: seen.id }, query: {} });
  assert.equal(hidden.msgCode, "COMMON_NOT_FOUND");
});

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
