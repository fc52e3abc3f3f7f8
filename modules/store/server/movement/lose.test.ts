import assert from "node:assert/strict";
import { test } from "node:test";
import { personStopped } from "@ops/authority/contract";
import { closeAccount } from "@ops/authority/server";
import type { StaffRow } from "../staff/tables.ts";
import { testApp } from "../testing.ts";
import { movementStory, Piles } from "./testing.ts";

const piles = new Piles();
const app = testApp(piles.module);
const { today, dayIn, office, given, give, heldBy, asked, decide, run, movementOf, rowOf } = movementStory(app);

/** Closes the account as 用户管理 does. */
async function closeElsewhere({ userId }: StaffRow) {
  await app.arrange((tx) => closeAccount(tx, userId ?? ""));
  await app.node.events.deliverAll();
}
const GONE = "人员已离职，异动无法生效";

test("ST-R33 with an account that is closed elsewhere an open transfer ends, whatever its state; its seat is free", async () => {
  const reach = {
    WAITING: () => undefined,
    APPROVED: (id: string) => decide(id),
    FAILED: async (id: string, person: StaffRow) => {
      await give("clues", person, 1);
      await decide(id);
      await run(id);
    },
    RUNNING: (id: string) => decide(id),
  };
  for (const [state, bring] of Object.entries(reach)) {
    const [me, { person, other }] = [await office(), await given()];
    const effectiveDate = state === "WAITING" || state === "APPROVED" ? dayIn(3) : today();
    const { id } = await asked(me, person, { toStoreId: other.id, effectiveDate });
    await bring(id, person);
    assert.equal((await movementOf(id)).state, state);
    await closeElsewhere(person);
    const { state: ended, failure } = await movementOf(id);
    assert.deepEqual([(await rowOf(person)).state, ended, failure], ["LEFT", "WITHDRAWN", GONE], state);
    await app.passTime(4 * 86_400);
    await app.node.timers.fireAll();
    await run(id);
    assert.equal((await movementOf(id)).state, "WITHDRAWN");
    const waiting = await app.rows("select from approval where biz_id = $1 and state = 'OPEN'", [id]);
    assert.equal(waiting.length, 0);
    const [seats] = await app.rows<{ n: number }>(
      "select count(*)::int as n from store_movement where to_store_id = $1 and state in ('WAITING','APPROVED','RUNNING','FAILED')",
      [other.id],
    );
    assert.equal(seats?.n, 0);
  }
});

test("ST-R33 a movement that took effect before stays as it is", async () => {
  const [me, { person, other }] = [await office(), await given()];
  const { id } = await asked(me, person, { toStoreId: other.id, effectiveDate: today() });
  await decide(id);
  await run(id);
  await closeElsewhere(person);
  assert.deepEqual([(await rowOf(person)).state, (await movementOf(id)).state], ["LEFT", "DONE"]);
});

test("ST-R33 a leave that waits ends too; an approved one hands over what is left and restricts the person", async () => {
  const me = await office();
  const leave = { kind: "LEAVE", leaveType: "DISMISS", isRestricted: true } as const;
  const waits = await given();
  const first = await asked(me, waits.person, { ...leave, effectiveDate: dayIn(1) });
  await closeElsewhere(waits.person);
  assert.deepEqual([(await movementOf(first.id)).state, (await movementOf(first.id)).failure], ["WITHDRAWN", GONE]);

  const { person, colleague } = await given();
  await give("clues", person, 2);
  const successor = { defaultSuccessorId: colleague.userId };
  const { id } = await asked(me, person, { ...leave, ...successor, effectiveDate: dayIn(-1) });
  assert.equal((await decide(id)).data.state, "RUNNING");
  await closeElsewhere(person);
  assert.equal((await movementOf(id)).state, "RUNNING");
  await run(id);
  assert.equal((await movementOf(id)).state, "DONE");
  assert.deepEqual([await heldBy(person), await heldBy(colleague)], [[], ["clues", "clues"]]);
  const restricted = await app.rows("select 1 from partner_blacklist where name = $1", [person.name]);
  assert.equal(restricted.length, 1);
});

test("ST-R33 word of a closed account that was opened again meanwhile ends nothing", async () => {
  const { person } = await given();
  const late = { userId: person.userId ?? "", how: "LEFT" as const, at: new Date().toISOString() };
  await app.arrange((tx) => tx.publish(personStopped, late));
  await app.node.events.deliverAll();
  assert.equal((await rowOf(person)).state, "IN_POST");
});
