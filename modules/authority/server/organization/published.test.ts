import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "@ops/platform/server";
import { givenOrganization, testApp } from "../testing.ts";
import { followMerges } from "./published.ts";
import { merging } from "./testing.ts";

const app = testApp();
const { mergeAtOnce } = merging(app);

test("AU-R42 an organisation is found as what it became, however often it was merged and whatever state that is in", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const given = () => givenOrganization(app, { type: "DEPT" });
  const [first, second, last, alone] = [await given(), await given(), await given(), await given()];
  const follow = async (...ids: string[]) =>
    [...(await app.arrange((tx) => followMerges(tx, ids)))].map(([id, { name, status }]) => [id, name, status]);
  assert.deepEqual(await follow(first.id), [[first.id, first.name, "ENABLED"]]);
  for (const [source, target] of [[first, second] as const, [second, last] as const]) {
    assert.equal((await mergeAtOnce(admin, source, target)).msg, "");
  }
  await app.rows("update organization set status = 'DISABLED' where id = any($1)", [[last.id, alone.id]]);
  const became = await follow(first.id, alone.id, newId(), second.id);
  assert.deepEqual(
    new Map(became.map(([id, ...found]) => [id, found])),
    new Map([
      [first.id, [last.name, "DISABLED"]],
      [second.id, [last.name, "DISABLED"]],
      [alone.id, [alone.name, "DISABLED"]],
    ]),
  );
  assert.deepEqual(await follow(), []);
});
