import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { probeApp } from "../start/probe.ts";
import { tryInside } from "./try-rows.ts";

const app = probeApp();

test("section 12: an attempt that is refused leaves nothing, however the attempts inside of it have ended", async () => {
  const kept = await app.arrange(async (tx) => {
    await sql`create temporary table note (text text)`.execute(tx.kysely);
    const write = (text: string) => sql`insert into note values (${text})`.execute(tx.kysely);
    const refuse = async () => {
      throw new Error("refused");
    };
    await write("before");
    await tryInside(tx, async () => {
      await write("outer");
      await tryInside(tx, () => write("inner, done"));
      await tryInside(tx, refuse);
      await refuse();
    });
    await tryInside(tx, () => write("done"));
    const { rows } = await sql<{ text: string }>`select text from note`.execute(tx.kysely);
    return rows.map(({ text }) => text);
  });
  assert.deepEqual(kept, ["before", "done"]);
});
