import assert from "node:assert/strict";
import { test } from "node:test";
import { holidaysMissing, listNotices } from "@ops/platform/contract";
import { testApp } from "../testing.ts";

const app = testApp();

test("PF-R112 whoever keeps the calendar is told once of a year without entries, and nobody else", async () => {
  const keeper = await app.signIn({ permissions: ["platform:holiday:edit"] });
  const stranger = await app.signIn({ permissions: ["authority:user:list"] });
  for (const year of [2034, 2034, 2035]) await app.arrange((tx) => tx.publish(holidaysMissing, { year }));
  await app.node.events.deliverAll();
  const titlesOf = async (client: typeof keeper) =>
    (await client.call(listNotices, { query: {} })).data.list.map(({ title }) => title);
  assert.deepEqual((await titlesOf(keeper)).toSorted(), ["2034年节假日尚未登记", "2035年节假日尚未登记"]);
  assert.deepEqual(await titlesOf(stranger), []);
});
