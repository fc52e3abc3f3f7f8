import assert from "node:assert/strict";
import { test } from "node:test";
import * as contract from "../contract/index.ts";
import { movementStory, Piles } from "./movement/testing.ts";
import { STAFF_CODES } from "./staff/testing.ts";
import { givenQuota, givenStoreStaff, testApp } from "./testing.ts";

const app = testApp(new Piles().module);
const { office, given, ask, dayIn } = movementStory(app);

test("ST-R8 ten hired and ten transferred to one seat at once: exactly one gets it", async () => {
  const [mover, hirer] = [await office(), await app.signIn({ permissions: STAFF_CODES })];
  const { store, other } = await given();
  await givenQuota(app, other.id, 1);
  const [day, ten] = [dayIn(1), Array.from({ length: 10 })];
  const movers = await Promise.all(ten.map(() => givenStoreStaff(app, { storeId: store.id })));
  const candidates = await Promise.all(
    ten.map(() => givenStoreStaff(app, { storeId: other.id, state: "CANDIDATE", entryDate: day })),
  );
  const hire = ({ id, version }: { id: string; version: number }) =>
    hirer.call(contract.enterStaffDirectly, { params: { id }, body: { entryDate: day, reason: "急需", version } });
  const answers = await Promise.all(
    movers.flatMap((person, at) => {
      const candidate = candidates[at];
      assert.ok(candidate);
      return [ask(mover, person, { toStoreId: other.id, effectiveDate: day }), hire(candidate)];
    }),
  );
  const codes = answers.map(({ msgCode }) => msgCode).toSorted();
  assert.deepEqual(codes, ["", ...Array.from({ length: 19 }, () => "STORE_HEADCOUNT_FULL")]);
  const [taken] = await app.rows<{ n: number }>(
    `select (select count(*) from store_staff where store_id = $1 and state = 'TO_JOIN')::int
       + (select count(*) from store_movement where to_store_id = $1 and state = 'WAITING')::int as n`,
    [other.id],
  );
  assert.deepEqual(taken, { n: 1 });
});
