import assert from "node:assert/strict";
import { test } from "node:test";
import { CompiledQuery, type Kysely, sql } from "kysely";
import pg from "pg";
import { newId } from "../../secret/crypto.ts";
import { createProbe, editProbe, getProbe, probeApp } from "../../start/probe.ts";
import { sendWithNext } from "./prepared-client.ts";

const app = probeApp();
const permissions = ["probe:probe:list", "probe:probe:edit"];
const token = () => app.admit("editor", { userId: newId(), organizationId: newId(), permissions });

async function givenProbe() {
  const { data } = await app.call(createProbe, { body: { name: "甲", phone: "1", level: "A" } }, { token: token() });
  return data;
}

test("a statement answers the same each time, whether PostgreSQL has described its rows or not", async () => {
  const { id } = await givenProbe();
  const look = () =>
    sql`select id, created_at, null as nothing, ${[1, 2]}::int[] as some_numbers from probe where id = ${id}`;
  await app.node.database.writer.connection().execute(async (one) => {
    const answers = [await look().execute(one), await look().execute(one), await look().execute(one)];
    for (const { rows } of answers) {
      assert.deepEqual(Object.keys(rows[0] ?? {}), ["id", "createdAt", "nothing", "someNumbers"]);
      assert.deepEqual(rows, answers[0]?.rows);
    }
    const none = await sql`select id from probe where id = ${newId()}`.execute(one);
    assert.deepEqual(none.rows, []);
  });
});

test("many rows and failing statements in between leave the connection as it was", async () => {
  await app.node.database.writer.connection().execute(async (one) => {
    for (let turn = 0; turn < 3; turn++) {
      const { rows } = await sql<{ n: number }>`select n from generate_series(1, ${turn * 400}::int) n`.execute(one);
      assert.equal(rows.length, turn * 400);
      await assert.rejects(sql`select 1 / ${0}::int as n`.execute(one), /division by zero/);
    }
  });
});

test("a column that the next release adds disturbs neither reads nor writes of the running one", async () => {
  const probe = await givenProbe();
  const read = () => app.call(getProbe, { params: { id: probe.id } }, { token: token() });
  const write = async () => {
    const { data } = await read();
    const body = { name: "乙", version: data.version };
    return app.call(editProbe, { params: { id: probe.id }, body }, { token: token() });
  };
  for (let turn = 0; turn < 3; turn++) assert.ok((await write()).success);
  await sql`alter table probe add column added_by_next_release text`.execute(app.node.database.writer);
  const answers = [await write(), await write(), ...(await Promise.all(Array.from({ length: 12 }, read)))];
  assert.deepEqual(new Set(answers.map(({ status, success }) => `${status} ${success}`)), new Set(["200 true"]));
});

test("a connection that the server cuts between two statements fails the call and not the process", async () => {
  const { database } = app.node;
  const cut = database.writer.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await sql`select pg_terminate_backend(${rows[0]?.pid ?? 0})`.execute(database.aside);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await sql`select 1`.execute(tx);
  });
  await assert.rejects(cut);
  assert.ok((await givenProbe()).id);
});

/** What reaches PostgreSQL while something is done: how often it was spoken to, and how the transactions ended. */
async function countTrips(act: () => Promise<unknown>): Promise<number> {
  const { submit } = pg.Query.prototype;
  let trips = 0;
  pg.Query.prototype.submit = function (connection) {
    trips++;
    return submit.call(this, connection);
  };
  try {
    await act();
  } finally {
    pg.Query.prototype.submit = submit;
  }
  return trips;
}

test("a transaction begins with its first statement, and its log row travels with the commit", async () => {
  await givenProbe(); // sessions are read once, and statements prepared
  assert.equal(await countTrips(givenProbe), 2);
  const { writer } = app.node.database;
  assert.equal(await countTrips(() => writer.transaction().execute(async () => undefined)), 0);
  const fails = () => writer.transaction().execute(() => Promise.reject(new Error("not this time")));
  assert.equal(await countTrips(() => assert.rejects(fails(), /not this time/)), 0);
});

test("a transaction whose first statement fails leaves the connection free for the next one", async () => {
  const { writer } = app.node.database;
  await writer.connection().execute(async (one) => {
    for (let turn = 0; turn < 3; turn++) {
      const begun = one.transaction().execute((tx) => sql`select 1 / ${0}::int as n`.execute(tx));
      await assert.rejects(begun, /division by zero/);
      const { rows } = await one
        .transaction()
        .execute((tx) => sql<{ n: number }>`select ${turn}::int as n`.execute(tx));
      assert.deepEqual(rows, [{ n: turn }]);
      const after = await sql<{ inside: boolean }>`select now() <> statement_timestamp() as inside`.execute(one);
      assert.equal(after.rows.length, 1);
    }
  });
});

test("a statement that travels with the commit fails the commit: nothing of the transaction stays", async () => {
  await app.rows("create table kept_word (id int primary key, word text not null)");
  const insert = sendWithNext("insert into kept_word (id, word) values ($1, $2)");
  const store = (tx: Kysely<unknown>, id: number, word: string) =>
    tx.executeQuery(CompiledQuery.raw(insert, [id, word]));
  const stored = () => app.rows("select id, word from kept_word order by id");
  const { writer } = app.node.database;
  await writer.transaction().execute((tx) => store(tx, 1, "first"));
  assert.deepEqual(await stored(), [{ id: 1, word: "first" }]);

  const refused: ((tx: Kysely<unknown>) => Promise<unknown>)[] = [
    async (tx) => [await store(tx, 2, "second"), await store(tx, 1, "again")],
    async (tx) => [await store(tx, 1, "again"), await sql`update kept_word set word = ${"other"}`.execute(tx)],
    async (tx) => [await store(tx, 1, "again"), await sql`update kept_word set word = 'other'`.execute(tx)],
  ];
  for (const act of refused) await assert.rejects(writer.transaction().execute(act), /duplicate key/);
  const dropped = writer.transaction().execute(async (tx) => {
    await store(tx, 2, "second");
    throw new Error("not this time");
  });
  await assert.rejects(dropped, /not this time/);
  assert.deepEqual(await stored(), [{ id: 1, word: "first" }]);

  await store(writer, 2, "second");
  assert.equal((await stored()).length, 2, "outside of a transaction it is sent at once");
});

test("what is written without values goes into the same transaction, in its order", async () => {
  const { writer } = app.node.database;
  const { id } = await givenProbe();
  const undone = writer.transaction().execute(async (tx) => {
    await sql`create temporary table passing (n int) on commit drop`.execute(tx);
    await sql`insert into passing select n from generate_series(1, ${3}::int) n`.execute(tx);
    const { rows } = await sql<{ count: number }>`select count(*) from passing`.execute(tx);
    assert.equal(rows[0]?.count, 3);
    await sql`update probe set name = 'gone'`.execute(tx);
    throw new Error("not this time");
  });
  await assert.rejects(undone, /not this time/);
  assert.deepEqual(await app.rows("select name from probe where id = $1", [id]), [{ name: "甲" }]);
});

/** A value that the driver cannot convert. */
const unsendable = {
  toPostgres: () => {
    throw new Error("cannot be sent");
  },
};

test("PF-R97 a statement that cannot be sent fails its transaction: the change does not stay without its log row", async () => {
  await app.rows("create table told_word (word text primary key)");
  await app.rows("create table word_log (word text not null)");
  const log = sendWithNext("insert into word_log (word) values ($1)");
  const change = (tx: Kysely<unknown>, word: string) => sql`insert into told_word values (${word})`.execute(tx);
  await app.node.database.writer.connection().execute(async (one) => {
    const changed = (word: string, told: unknown) =>
      one.transaction().execute(async (tx) => {
        await change(tx, word);
        await tx.executeQuery(CompiledQuery.raw(log, [told]));
      });
    await changed("known", "known");
    for (let turn = 0; turn < 3; turn++) await assert.rejects(changed("lost", unsendable), /cannot be sent/);
    await changed("next", "next"); // the connection is as it was
  });
  assert.deepEqual(await app.rows("select word from told_word order by word"), [{ word: "known" }, { word: "next" }]);
  assert.deepEqual(await app.rows("select word from word_log order by word"), [{ word: "known" }, { word: "next" }]);
});

test("a value that cannot be sent fails its statement alone, and the same statement goes on with others", async () => {
  await app.node.database.writer.connection().execute(async (one) => {
    const say = (value: unknown) => sql<{ said: string }>`select ${value}::text as said`.execute(one);
    for (const value of ["a", "b"]) {
      await assert.rejects(say(unsendable), /cannot be sent/);
      assert.deepEqual((await say(value)).rows, [{ said: value }]);
    }
  });
});
