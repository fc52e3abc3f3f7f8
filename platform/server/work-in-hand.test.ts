import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import type { Tx } from "./db/tx.ts";
import { SessionRefused } from "./http/authenticate.ts";
import { defineModule } from "./module.ts";
import { newId } from "./secret/crypto.ts";
import { declareTestApp, TestApp } from "./testing.ts";
import { type Holder, handOverOnce, handOverSome, type WorkInHand } from "./work-in-hand.ts";

const boxes: WorkInHand = {
  kind: "box.boxes",
  label: "箱子",
  countOf: async (tx, holder) => (await held(tx, holder)).length,
  handOver: async (tx, from, to) => {
    const { rows } = await sql`update box set holder_id = ${to.id}, moves = moves + 1
      where holder_kind = ${from.kind} and holder_id = ${from.id} returning 1`.execute(tx.kysely);
    return rows.length;
  },
};

const module = defineModule({
  name: "box",
  workInHand: [boxes],
  onStart: async (tx: Tx) => {
    await sql`create table box (holder_kind text, holder_id uuid, moves int not null default 0)`.execute(tx.kysely);
  },
});

const app = declareTestApp(
  new TestApp({
    modules: [module],
    authenticate: async () => {
      throw new SessionRefused("SESSION_UNKNOWN");
    },
    personName: async () => "",
  }),
);

async function held(tx: Tx, holder: Holder): Promise<{ moves: number }[]> {
  const { rows } = await sql<{ moves: number }>`select moves from box
    where holder_kind = ${holder.kind} and holder_id = ${holder.id}`.execute(tx.kysely);
  return rows;
}

async function givenBoxes(holder: Holder, count: number): Promise<void> {
  await app.rows("insert into box select $1, $2 from generate_series(1, $3)", [holder.kind, holder.id, count]);
}

const shop = (): Holder => ({ kind: "organization", id: newId() });

test("work in hand: what a module declares is found by everybody who needs it, for organisations as for people", async () => {
  const [first, second] = [shop(), shop()];
  await givenBoxes(first, 2);
  const kinds = await app.arrange(async (tx) => tx.workInHand.map(({ kind }) => kind));
  assert.deepEqual(kinds, ["box.boxes", "platform.approval"], "what is about records of other kinds comes last");
  assert.equal(await app.arrange((tx) => boxes.countOf(tx, first)), 2);
  assert.equal(await app.arrange((tx) => boxes.countOf(tx, { kind: "person", id: first.id })), 0);
  const given = { jobId: newId(), work: boxes, from: first, to: second };
  assert.equal(await app.arrange((tx) => handOverOnce(tx, given)), 2);
  assert.equal(await app.arrange((tx) => boxes.countOf(tx, second)), 2);
});

test("work in hand: a job hands each kind over once, however often and however many at once it runs", async () => {
  const [from, to] = [shop(), shop()];
  await givenBoxes(from, 3);
  const given = { jobId: newId(), work: boxes, from, to };
  const counts = await Promise.all([1, 2, 3].map(() => app.arrange((tx) => handOverOnce(tx, given))));
  assert.deepEqual(counts, [3, 3, 3]);

  await givenBoxes(from, 1); // came later: not this job's
  assert.equal(await app.arrange((tx) => handOverOnce(tx, given)), 3);
  assert.equal(await app.arrange((tx) => boxes.countOf(tx, from)), 1);
  assert.deepEqual(await app.arrange((tx) => held(tx, to)), [{ moves: 1 }, { moves: 1 }, { moves: 1 }]);
});

test("work in hand: a hand-over that fails is undone with its note, and is done by the next try", async () => {
  const [from, to] = [shop(), shop()];
  await givenBoxes(from, 1);
  let isBroken = true;
  const handOver: WorkInHand["handOver"] = async (...args) => {
    const count = await boxes.handOver(...args);
    if (isBroken) throw new Error("the worker dies");
    return count;
  };
  const given = { jobId: newId(), work: { ...boxes, handOver }, from, to };
  await assert.rejects(
    app.arrange((tx) => handOverOnce(tx, given)),
    /the worker dies/,
  );
  isBroken = false;
  assert.equal(await app.arrange((tx) => handOverOnce(tx, given)), 1);
  assert.deepEqual(await app.arrange((tx) => held(tx, to)), [{ moves: 1 }]);
});

/** Gives two boxes at a time. */
const pairs: WorkInHand = {
  ...boxes,
  inGroups: true,
  handOver: async (tx, from, to) => {
    const { rows } = await sql`update box set holder_id = ${to.id}, moves = moves + 1
      where ctid in (select ctid from box where holder_kind = ${from.kind} and holder_id = ${from.id} limit 2)
      returning 1`.execute(tx.kysely);
    return rows.length;
  },
};

test("work in hand: what goes in groups is done after each of them, and goes on where it stopped", async () => {
  const [from, to] = [shop(), shop()];
  await givenBoxes(from, 5);
  const given = { jobId: newId(), work: pairs, from, to };
  const some = () => app.arrange((tx) => handOverSome(tx, given));
  const noted = async () =>
    (await app.rows<{ count: number }>("select count from work_hand_over where job_id = $1", [given.jobId]))[0]?.count;
  assert.equal(await some(), true);
  assert.deepEqual([await app.arrange((tx) => boxes.countOf(tx, from)), await noted()], [3, 2]);
  const outcomes = [await some(), await some(), await some()];
  assert.deepEqual([outcomes, await noted()], [[true, true, false], 5]);
  assert.deepEqual(
    (await app.arrange((tx) => held(tx, to))).map(({ moves }) => moves),
    [1, 1, 1, 1, 1],
  );

  await givenBoxes(from, 3);
  const another = { ...given, jobId: newId() };
  assert.equal(await app.arrange((tx) => handOverOnce(tx, another)), 3, "at once where there is one transaction");
  await givenBoxes(from, 1);
  const whole = { ...given, jobId: newId(), work: boxes };
  assert.equal(await app.arrange((tx) => handOverSome(tx, whole)), false, "what does not go in groups goes as a whole");
  assert.equal(await app.arrange((tx) => boxes.countOf(tx, from)), 0);
});
