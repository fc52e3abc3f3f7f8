import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { sql } from "kysely";
import { newId } from "../../secret/crypto.ts";
import { probeApp } from "../../start/probe.ts";
import { parseTextArray } from "./text-arrays.ts";

const app = probeApp();

test("an array of texts comes back as it was sent: empty, with quotes, commas, braces, backslashes, NULL in words and none", async () => {
  const texts = ["", "NULL", "null", "ANNULLED", "a,b", "{a}", '"', "\\", " a ", "order:order:view", "订单", "\n"];
  const read = async (sent: (string | null)[]) => {
    const { rows } = await sql<{ told: unknown }>`select ${sent}::text[] as told`.execute(app.node.database.reader);
    return rows[0]?.told;
  };
  const element = fc.oneof(fc.constantFrom(...texts, null), fc.string({ unit: "grapheme" }));
  const isStorable = (sent: (string | null)[]) =>
    !sent.some((one) => one?.includes("\0") || !(one ?? "").isWellFormed());
  await fc.assert(
    fc.asyncProperty(fc.array(element, { maxLength: 5 }).filter(isStorable), async (sent) =>
      assert.deepEqual(await read(sent), sent),
    ),
  );
  for (const text of texts) assert.deepEqual(await read([text, text]), [text, text]);
});

test("ids come as a list, arrays in arrays and arrays with bounds as the driver reads them", async () => {
  const ids = [newId(), newId()];
  const { rows } = await sql<{ told: unknown }>`select ${ids}::uuid[] as told`.execute(app.node.database.reader);
  assert.deepEqual(rows, [{ told: ids }]);
  assert.deepEqual(parseTextArray("{{a,b},{c,d}}"), [
    ["a", "b"],
    ["c", "d"],
  ]);
  assert.deepEqual(parseTextArray("[2:3]={a,b}"), ["a", "b"]);
});
