import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { type Actor, type DataScope, systemActor } from "../actor.ts";
import { newId } from "../secret/crypto.ts";
import { probeApp } from "../start/probe.ts";
import { reachesOf } from "./reach.ts";

const app = probeApp();
const lamps = { name: "probe.lamps", permission: "session" };
const cars = { name: "probe.cars", permission: "probe:probe:list" };
const [home, other] = [newId(), newId()];

/** What somebody who works at home hears of both topics. */
async function heardBy(changes: Partial<Actor>, names = [lamps.name, cars.name]) {
  const actor = { ...systemActor, isAdmin: false, organizationIds: [home], ...changes };
  const reaches = await reachesOf(app.node.database.reader, actor, { names, topics: [lamps, cars] });
  return Object.fromEntries([...reaches].map(([name, reach]) => [name, reach === "everything" ? reach : [...reach]]));
}
const scoped = (scope: DataScope) => ({ scopeOf: () => scope });
const others = sql`select ${other}::uuid`;

test("PF-R109 what everybody may hear is heard of the own organisations, by administrators of all", async () => {
  const without = { can: () => false };
  assert.deepEqual(await heardBy(without), { [lamps.name]: [home] });
  assert.deepEqual(await heardBy({ ...without, isAdmin: true }), { [lamps.name]: "everything" });
  assert.deepEqual(await heardBy({}, []), {}, "a page hears what it asks for");
});

test("PF-R109 a topic with a code is heard as far as the scope reaches; own records lie in the own organisations", async () => {
  const hears = async (scope: DataScope) => (await heardBy(scoped(scope)))[cars.name];
  assert.equal(await hears({ all: true }), "everything");
  assert.deepEqual(await hears({ all: false, organizations: others, selfId: null }), [other]);
  assert.deepEqual(await hears({ all: false, organizations: null, selfId: newId() }), [home]);
  assert.deepEqual(await hears({ all: false, organizations: others, selfId: newId() }), [home, other]);
  assert.deepEqual(await hears({ all: false, organizations: null, selfId: null }), []);
});
