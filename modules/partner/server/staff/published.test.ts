import assert from "node:assert/strict";
import { test } from "node:test";
import { staffInPost, staffLeft, staffOffPost, staffTransferred } from "@ops/authority/contract";
import { addDays, dayOf } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { leaveStaff, moveStaff } from "../../contract/index.ts";
import { addToBlacklist } from "../blacklist/list-person.ts";
import { givenPartner, givenStaff, givenStore, idNoOf, testApp } from "../testing.ts";
import { tellPost } from "./posts.ts";
import { identityCheck, partnerHeadsAt, partnerStaffAt } from "./published.ts";
import type { StaffRow } from "./tables.ts";

const app = testApp();
const run = <T>(act: (tx: Tx) => Promise<T>) => app.arrange(act);
const today = () => dayOf(app.now());

test("partnerStaffAt and partnerHeadsAt: who takes a seat in a store, by the position that 伙伴岗位 stands for", async () => {
  const partner = await givenPartner(app);
  const [store, other] = [await givenStore(app, partner), await givenStore(app, partner)];
  const place = { partner, storeId: store.id, orgId: store.id };
  const working = await givenStaff(app, place);
  const training = await givenStaff(app, { ...place, state: "TRAINING", positionCode: "DELIVERY" });
  const leaving = await givenStaff(app, { ...place, state: "LEAVING", leaveOn: addDays(today(), -1) });
  const unmapped = await givenStaff(app, { ...place, positionCode: "SERVICE" });
  await givenStaff(app, { ...place, state: "LEFT" });
  await givenStaff(app, { ...place, state: "REVIEW" });
  await givenStaff(app, { partner, storeId: other.id, orgId: other.id });
  const people = await run((tx) => partnerStaffAt(tx, store.id));
  const facts = people.map(({ id, state, partnerPosition, positionCode, isCertified, isUsable }) => {
    return [id, state, partnerPosition, positionCode, isCertified, isUsable];
  });
  assert.deepEqual(facts, [
    [working.id, "ACTIVE", "SALES", "salesAdvisor", true, true],
    [training.id, "TRAINING", "DELIVERY", "deliverySpecialist", false, false],
    [leaving.id, "LEAVING", "SALES", "salesAdvisor", false, false],
    [unmapped.id, "ACTIVE", "SERVICE", null, true, true],
  ]);
  assert.match(people[0]?.phoneMasked ?? "", /^\d{3}\*{4}\d{4}$/);
  const heads = async (day: string) => {
    const counted = await run((tx) => partnerHeadsAt(tx, [store.id, other.id], day));
    return [counted.get(store.id) ?? [], counted.get(other.id)?.[0]?.heads ?? 0] as const;
  };
  const delivery = { positionCode: "deliverySpecialist", heads: 1, certified: 0 };
  const sales = { positionCode: "salesAdvisor", certified: 1 };
  assert.deepEqual(await heads(today()), [[delivery, { ...sales, heads: 2 }], 1]);
  assert.deepEqual(await heads(addDays(today(), 1)), [[delivery, { ...sales, heads: 1 }], 1]);
  assert.deepEqual(await heads("2025-12-31"), [[], 0], "before they joined");
});

test("PT-R9 identityCheck and addToBlacklist: live staff and restricted persons, by phone or by id number", async () => {
  const partner = await givenPartner(app);
  await givenStaff(app, { partner, phone: "13600090001", idNo: idNoOf(88_001) });
  await givenStaff(app, { partner, phone: "13600090002", idNo: idNoOf(88_002), state: "LEFT" });
  const ask = (phone: string, idNo: string | null = null) => run((tx) => identityCheck(tx, { phone, idNo }));
  const [free, live] = [
    { isLiveStaff: false, isBlacklisted: false },
    { isLiveStaff: true, isBlacklisted: false },
  ];
  assert.deepEqual(await ask("13600090001"), live);
  assert.deepEqual(await ask("13600099999", idNoOf(88_001)), live);
  assert.deepEqual(await ask("13600090002", idNoOf(88_002)), free);
  const person = { name: "受限", idNo: idNoOf(88_003), phone: null, reason: "飞单", untilOn: today() };
  await run((tx) => addToBlacklist(tx, person));
  assert.deepEqual(await ask("13600090003"), free);
  assert.deepEqual(await ask("13600090003", idNoOf(88_003)), { ...free, isBlacklisted: true });
  await app.rows("update partner_blacklist set until_on = $1 where name = '受限'", [addDays(today(), -1)]);
  assert.deepEqual(await ask("13600090003", idNoOf(88_003)), free);
  await assert.rejects(
    run((tx) => addToBlacklist(tx, { ...person, idNo: null })),
    /an id number or a phone/,
  );
});

test("staff.*: others hear who is in post, works somewhere else, and has left", async () => {
  const partner = await givenPartner(app);
  const [from, to] = [await givenStore(app, partner), await givenStore(app, partner)];
  const staff = await givenStaff(app, { partner, storeId: from.id, orgId: from.id });
  const heard = async (event: typeof staffInPost) =>
    (await app.published(event))
      .filter(({ userId }) => userId === staff.userId)
      .map(({ at: _at, userId: _userId, ...told }) => told);
  const post = { storeId: from.id, positionCode: "salesAdvisor" };
  assert.deepEqual(await heard(staffInPost), [post]);
  const office = await app.signIn({ permissions: [moveStaff.permission, leaveStaff.permission, "partner:staff:view"] });
  const params = { id: staff.id };
  const move = { storeId: to.id, reason: "调店", version: staff.version };
  const moved = await office.call(moveStaff, { params, body: move });
  assert.equal(moved.msg, "");
  const transfers = (await app.published(staffTransferred)).filter(({ userId }) => userId === staff.userId);
  assert.partialDeepStrictEqual(transfers, [{ ...post, storeId: to.id, fromStoreId: from.id }]);
  const leave = { leaveOn: today(), receivers: [], isEmergency: false, reason: "离职" };
  const left = await office.call(leaveStaff, { params, body: { ...leave, version: moved.data.version } });
  assert.equal(left.msg, "");
  assert.deepEqual(await heard(staffLeft), [{ ...post, storeId: to.id }]);
});

test("staff.*: another position is a transfer inside the store; whoever hands over is off post before having left", async () => {
  const partner = await givenPartner(app);
  const store = await givenStore(app, partner);
  const before = await givenStaff(app, { partner, storeId: store.id, orgId: store.id });
  const { userId } = before;
  const tell = (after: Partial<StaffRow>, from: Partial<StaffRow> = {}) =>
    run((tx) => tellPost(tx, { ...before, ...from }, { ...before, ...from, ...after }));
  const heard = async (event: typeof staffInPost) =>
    (await app.published(event)).filter((told) => told.userId === userId).map(({ positionCode }) => positionCode);
  await tell({ name: "改名", freezeSources: ["MANUAL"] }); // neither a name nor a freeze changes the post
  await tell({ positionCode: "SERVICE" });
  await tell({ state: "LEAVING" });
  await tell({ state: "LEFT" }, { state: "LEAVING" });
  await tell({}, { state: "LEFT" }); // nothing has changed
  await tell({ storeId: null });
  assert.deepEqual(await heard(staffTransferred), [null], "the position stands for none");
  assert.deepEqual(await heard(staffOffPost), ["salesAdvisor", "salesAdvisor"]);
  assert.deepEqual(await heard(staffLeft), ["salesAdvisor"]);
  assert.deepEqual(await heard(staffInPost), ["salesAdvisor"]);
});
