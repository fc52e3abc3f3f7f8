import assert from "node:assert/strict";
import { test } from "node:test";
import { createLog } from "@ops/platform/server";
import { declareTestApp } from "@ops/platform/server/testing";
import { listUsers } from "../../contract/index.ts";
import { AuthorityTestApp } from "../testing.ts";

const warnings: string[] = [];
const log = createLog("silent").child({}, { level: "warn" });
log.warn = (...told: unknown[]) => void warnings.push(JSON.stringify(told));
const app = declareTestApp(new AuthorityTestApp([], undefined, { log }));

test("AU-R48 more than 20 refusals of one person in ten minutes are told once as 疑似越权尝试", async () => {
  const curious = await app.signIn({ userName: "好奇的人" });
  const told = () => warnings.filter((line) => line.includes("疑似越权尝试") && line.includes(curious.user.id));

  for (let n = 0; n < 20; n++) await curious.call(listUsers, { query: {} });
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.equal(told().length, 0);

  for (let n = 0; n < 5; n++) await curious.call(listUsers, { query: {} });
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.equal(told().length, 1);
  assert.ok(told()[0]?.includes("好奇的人"));
  await app.authority.flushUsage();
  const [row] = await app.rows<{ overstepped: number }>(
    "select overstepped from interface_caller_daily where user_id = $1",
    [curious.user.id],
  );
  assert.equal(row?.overstepped, 25);
});
