import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { newId } from "../crypto.ts";
import { createProbe, editProbe, getProbe, probeApp } from "../probe.ts";

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
