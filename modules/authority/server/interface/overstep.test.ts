import assert from "node:assert/strict";
import { test } from "node:test";
import { listNotices } from "@ops/platform/contract";
import { createLog } from "@ops/platform/server";
import { declareTestApp } from "@ops/platform/server/testing";
import { listAuditLogs, listUsers } from "../../contract/index.ts";
import { AuthorityTestApp } from "../testing.ts";

const warnings: string[] = [];
const log = createLog("silent").child({}, { level: "warn" });
log.warn = (...told: unknown[]) => void warnings.push(JSON.stringify(told));
const app = declareTestApp(new AuthorityTestApp([], undefined, { log }));

test("AU-R48 more than 20 refusals of one person in ten minutes are told once as 疑似越权尝试", async () => {
  const curious = await app.signIn({ userName: "好奇的人" });
  const auditor = await app.signIn({ permissions: [listAuditLogs.permission] });
  const told = () => warnings.filter((line) => line.includes("疑似越权尝试") && line.includes(curious.user.id));

  for (let n = 0; n < 20; n++) await curious.call(listUsers, { query: {} });
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.equal(told().length, 0);

  for (let n = 0; n < 5; n++) await curious.call(listUsers, { query: {} });
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.equal(told().length, 1);
  const { list } = (await auditor.call(listNotices, { query: {} })).data;
  assert.deepEqual(
    list.map(({ title, content }) => [title, content]),
    [["疑似越权尝试", "好奇的人在10分钟内有21次越权访问被拒绝，请核实。"]],
  );
  await app.authority.flushUsage();
  const [row] = await app.rows<{ overstepped: number }>(
    "select overstepped from interface_caller_daily where user_id = $1",
    [curious.user.id],
  );
  assert.equal(row?.overstepped, 25);
});
