import assert from "node:assert/strict";
import { before, test } from "node:test";
import { actsOf, businessErrors, shape, stateMachine, switchStates } from "@ops/platform/contract";
import { z } from "zod";
import { type Actor, systemActor } from "../../actor.ts";
import { newId } from "../../secret/crypto.ts";
import { probeApp } from "../../start/probe.ts";
import type { Tx } from "../tx.ts";
import { acting, SavedRow } from "./acting.ts";
import { changeRecord, insertRecord } from "./record.ts";
import { databaseOf, declaredTables, type RecordRow } from "./table.ts";

const states = stateMachine({
  code: "TEA",
  entity: "壶",
  initial: "RAW",
  states: { RAW: "泥坯", FIRED: "成品", BROKEN: "破损" },
  moves: {
    fire: { label: "烧制", from: ["RAW"], to: "FIRED" },
    wash: { label: "清洗", from: ["FIRED"], to: "FIRED" },
    smash: { label: "砸", from: ["RAW", "FIRED"], to: "BROKEN" },
  },
});
const shelf = switchStates("SHELF", "壶");
const errors = businessErrors("TEA", { self: "须由他人烧制" });
const PotShape = shape("teaPot", "壶", {
  name: z.string().meta({ label: "名称" }),
  state: states.schema,
  shelfState: shelf.schema,
  why: z.string().nullable().meta({ label: "原因" }),
});
const Pot = PotShape.answer({ isOwn: z.boolean() });
const permission = "tea:pot:edit";
const shelfActs = actsOf(
  shelf,
  { path: "/tea/v1/pots", answer: PotShape.answer({}), stateIn: "shelfState", number: "name" },
  { disable: { permission, audit: "下架" } },
);
const potActs = actsOf(
  states,
  {
    path: "/tea/v1/pots",
    answer: Pot,
    number: "name",
    requires: ["tea:pot:list"],
    notBy: { columns: ["createdBy"], refusal: errors.self },
  },
  {
    fire: { permission, audit: "烧制壶", byOther: true, personOnly: true, note: "火候" },
    smash: { permission, audit: "砸壶", reason: true },
    rename: { move: "wash", permission, audit: "改名", body: { name: z.string() } },
    soak: { move: "wash", permission, audit: "浸泡" },
  },
);

interface Tables {
  teaPot: RecordRow & {
    name: string;
    state: "RAW" | "FIRED" | "BROKEN";
    shelfState: "ENABLED" | "DISABLED";
    why: string | null;
  };
}
const { tableOf } = databaseOf<Tables>();
const pots = tableOf(PotShape, { scope: { unscoped: "a test" } });
declaredTables.delete(pots.name);
type Row = Tables["teaPot"];

const told: string[] = [];
const potActing = acting(potActs, pots, {
  present: async (_tx, rows) => rows.map((row) => ({ ...row, isOwn: false })),
  first: async () => told.push("first"),
  before: async (_tx, { name }, move) => told.push(`${move} ${name}`),
  reasonIn: "why",
  on: {
    rename: (_tx, _row, { name }) => ({ name }),
    soak: async (tx, row) => new SavedRow(await changeRecord(tx, pots, row, { name: `${row.name}，浸泡` })),
  },
  after: {
    smash: async (tx, row, before, { reason }) => {
      told.push(`${before.state} ${row.state} ${reason}`);
      await changeRecord(tx, pots, row, { name: `${row.name}的碎片` });
    },
  },
});
const shelfActing = acting(shelfActs, pots, { present: async (_tx, rows) => [...rows], on: {} });

const app = probeApp();
before(() =>
  app.rows(`create table tea_pot (id uuid primary key, version int not null, created_at timestamptz not null,
    created_by uuid not null, updated_at timestamptz not null, updated_by uuid not null,
    name text not null, state text not null, shelf_state text not null, why text)`),
);

const person = newId();
const as = <T>(userId: string, act: (tx: Tx) => Promise<T>, more: Partial<Actor> = {}) =>
  app.arrange((tx) => act({ ...tx, actor: { ...systemActor, userId, ...more } }));
const given = (state: Row["state"] = "FIRED") =>
  as(person, (tx) => insertRecord(tx, pots, { name: "紫砂", state, shelfState: "ENABLED", why: "旧" }));

test("an act makes the move that it names, and what has no reason empties the one before", async () => {
  const pot = await given();
  const renamed = await as(person, (tx) => potActing.act(tx, "rename", pot.id, { name: "朱泥", version: 1 }));
  assert.deepEqual([renamed.name, renamed.state, renamed.why, renamed.version], ["朱泥", "FIRED", null, 2]);
  assert.equal(told.at(-1), "wash 紫砂");
  await assert.rejects(
    as(person, (tx) => potActing.act(tx, "rename", pot.id, { name: "段泥", version: 1 })),
    { msgCode: "COMMON_VERSION_CONFLICT" },
  );
});

test("a lock that is not of one record is taken before any is read", async () => {
  await assert.rejects(
    as(person, (tx) => potActing.act(tx, "soak", newId(), { version: 1 })),
    { msgCode: "COMMON_NOT_FOUND" },
  );
  assert.equal(told.at(-1), "first");
});

test("a machine may move another field than the state", async () => {
  const pot = await given();
  const off = await as(person, (tx) => shelfActing.act(tx, "disable", pot.id, { version: 1 }));
  assert.deepEqual([off.shelfState, off.state, off.version], ["DISABLED", "FIRED", 2]);
  await assert.rejects(
    as(person, (tx) => shelfActing.act(tx, "disable", pot.id, { version: 2 })),
    { msgCode: "SHELF_STATE_ILLEGAL" },
  );
});

test("an act that saves the record itself changes nothing besides", async () => {
  const pot = await given();
  const soaked = await as(person, (tx) => potActing.act(tx, "soak", pot.id, { version: 1 }));
  assert.deepEqual([soaked.name, soaked.why, soaked.version], ["紫砂，浸泡", "旧", 2]);
  const raw = await given("RAW");
  await assert.rejects(
    as(person, (tx) => potActing.act(tx, "soak", raw.id, { version: 1 })),
    /清洗/,
  );
});

test("a reason goes into the log and its column; what follows an act is in the answer", async () => {
  const pot = await given();
  const [smashed, reason] = await as(person, async (tx) => [
    await potActing.act(tx, "smash", pot.id, { reason: "有裂纹", version: 1 }),
    tx.trail.reason,
  ]);
  assert.deepEqual([smashed.name, smashed.state, smashed.why], ["紫砂的碎片", "BROKEN", "有裂纹"]);
  assert.equal(reason, "有裂纹");
  assert.equal(told.at(-1), "FIRED BROKEN 有裂纹", "what follows knows both sides of the move");
});

test("an act of two persons is not for the first, and one for persons not for programs", async () => {
  const pot = await given("RAW");
  await assert.rejects(
    as(person, (tx) => potActing.act(tx, "fire", pot.id, { version: 1 })),
    { msgCode: "TEA_SELF" },
  );
  const byProgram = as(newId(), (tx) => potActing.act(tx, "fire", pot.id, { version: 1 }), { standsFor: [newId()] });
  await assert.rejects(byProgram, { msgCode: "COMMON_PERSON_ONLY" });
  const fired = await as(newId(), (tx) => potActing.act(tx, "fire", pot.id, { note: "文火", version: 1 }));
  assert.deepEqual([fired.state, fired.why], ["FIRED", "文火"]);
});

test("each act has a route; a call that is no act is guarded by the move that it names", async () => {
  assert.deepEqual(
    potActing.routes.map(({ endpoint }) => endpoint.path),
    ["fire", "smash", "rename", "soak"].map((name) => `/tea/v1/pots/{id}/${name}`),
  );
  const pot = await given();
  assert.equal((await as(person, (tx) => potActing.lock(tx, pot.id, 1, "wash"))).id, pot.id);
  await assert.rejects(
    as(person, (tx) => potActing.lock(tx, pot.id, 1, "fire")),
    /烧制/,
  );
});
