import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { givenExporter, LIST } from "../excel/testing.ts";
import { BATCH, batchApp, givenProbes, held, setLevels } from "./testing-batch.ts";

const app = batchApp(false);
const { first, act } = held;
afterEach(() => void Object.assign(held, { first, act }));

test("PF-R119 a lock before those on the records that is not to be had refuses the records that need it, no others", async () => {
  const who = givenExporter(app, { permissions: [LIST, BATCH] });
  const ids = await givenProbes(app, who, 2);
  const chunks: (readonly string[])[] = [];
  const refuseLock = async () => {
    throw Object.assign(new Error("lock timeout"), { code: "55P03" });
  };
  held.first = (_tx, chunk) => {
    chunks.push(chunk.toSorted());
    return refuseLock();
  };
  held.act = async (_tx, id) => {
    if (id === ids[1]) await refuseLock();
  };
  const preview = () => app.call(setLevels.preview, { body: { ids, level: "B" } }, { token: who.token });
  const { data } = await preview();
  assert.deepEqual(chunks, [ids, ids, ids], "the chunk begins three times");
  const verdicts = new Map(data.rows.map(({ recordId, reason }) => [recordId, reason]));
  assert.deepEqual(
    ids.map((id) => verdicts.get(id)),
    [null, "数据正被他人操作，请稍后重试"],
  );
  held.first = async () => {
    throw new Error("a fault");
  };
  assert.equal((await preview()).status, 500);
});
