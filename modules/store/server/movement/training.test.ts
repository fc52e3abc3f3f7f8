import assert from "node:assert/strict";
import { test } from "node:test";
import { certOf, givenCert, givenCertRequired, givenQuota, givenStandard, testApp } from "../testing.ts";
import { movementStory, Piles } from "./testing.ts";

const app = testApp(new Piles().module);
const { today, dayIn, office, given, asked, decide, run, rowOf } = movementStory(app);

test("ST-R13 somebody who is moved to a position that asks for a certificate is trained there first", async () => {
  const [me, { other, person }] = [await office(), await given()];
  await givenQuota(app, other.id, 6, "deliverySpecialist");
  await givenStandard(app, { positionCode: "deliverySpecialist" });
  await givenCertRequired(app, "deliverySpecialist");
  await givenCert(app, { staff: person, state: "CERTIFIED", certifiedOn: "2026-01-01" });
  const to = { toStoreId: other.id, toPositionCode: "deliverySpecialist", effectiveDate: today() };
  const movement = await asked(me, person, to);
  await decide(movement.id);
  await run(movement.id);
  assert.equal((await rowOf(person)).state, "TRAINING");
  const opened = { state: "DOING", storeId: other.id, positionCode: "deliverySpecialist" };
  assert.partialDeepStrictEqual(await certOf(app, person.id), opened);
});

test("ST-R13 whoever has days left to get the certificate stays in post until the last of them", async () => {
  await givenStandard(app);
  await givenCertRequired(app);
  for (const [days, state] of [
    [0, "IN_POST"],
    [-1, "TRAINING"],
  ] as const) {
    const [me, { other, person }] = [await office(), await given()];
    await givenCert(app, { staff: person, state: "DOING", dueOn: dayIn(days) });
    const movement = await asked(me, person, { toStoreId: other.id, effectiveDate: today() });
    await decide(movement.id);
    await run(movement.id);
    assert.equal((await rowOf(person)).state, state);
  }
});

test("ST-R13 whoever holds the certificate of the position stays in post, and it follows to the new store", async () => {
  const [me, { other, person }] = [await office(), await given()];
  await givenStandard(app);
  await givenCertRequired(app);
  await givenCert(app, { staff: person, state: "CERTIFIED", certifiedOn: "2026-01-01" });
  const movement = await asked(me, person, { toStoreId: other.id, effectiveDate: today() });
  await decide(movement.id);
  await run(movement.id);
  assert.equal((await rowOf(person)).state, "IN_POST");
  assert.partialDeepStrictEqual(await certOf(app, person.id), { state: "CERTIFIED", storeId: other.id });
});
