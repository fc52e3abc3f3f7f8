import assert from "node:assert/strict";
import { test } from "node:test";
import { listRecordLogs } from "@ops/platform/contract";
import { declareTestApp } from "@ops/platform/server/testing";
import { listAuditLogs, userImport } from "../../contract/index.ts";
import { AuthorityTestApp, givenOrganization, givenPosition } from "../testing.ts";
import { importing, type TypedCells } from "../testing-import.ts";

const app = declareTestApp(new AuthorityTestApp([], undefined, { background: true }));
const { run } = importing(app, userImport);
const codeOf = async (table: "organization" | "position", id: string) =>
  (await app.rows<{ code: string }>(`select code from ${table} where id = $1`, [id]))[0]?.code ?? "";

async function place() {
  const organization = await givenOrganization(app, { type: "STORE" });
  const positionId = await app.arrange((tx) => givenPosition(tx, "顾问"));
  const codes = {
    organizationCode: await codeOf("organization", organization.id),
    positionCode: await codeOf("position", positionId),
  };
  return (typed: Record<string, string>): TypedCells => {
    const cells: Record<string, string> = { userType: "INTERNAL", ...codes, ...typed };
    return userImport.columns.map(({ key }) => cells[key] ?? null);
  };
}
const idOf = async (mobilePhone: string) =>
  (await app.rows<{ id: string }>("select id from app_user where mobile_phone = $1", [mobilePhone]))[0]?.id ?? "";

test("PF-R97 what an import does to a person stands in that person's log, with the task and the line (PF-R99)", async () => {
  const client = await app.signIn({ boolAdmin: true });
  const [here, there] = [await place(), await place()];
  const one = { userName: "导入甲", mobilePhone: "13700000001", staffNo: "IL0001" };
  const first = await run(client, [here({ userName: "导入乙", mobilePhone: "13700000002" }), here(one), there(one)]);
  const again = await run(client, [here({ ...one, userName: "改名" })], ["overwrite"]);
  const moved = await run(client, [(await place())(one)]);
  const params = { bizType: "appUser", bizId: await idOf(one.mobilePhone) };
  const { list } = (await client.call(listRecordLogs, { params, query: {} })).data;
  assert.deepEqual(
    list.map(({ actionName, summary }) => [actionName, summary]),
    [
      ["导入用户", `导入任务 ${moved.task.taskNo} 第 2 行`],
      ["导入用户", `导入任务 ${again.task.taskNo} 第 2 行`],
      ["导入用户", `导入任务 ${first.task.taskNo} 第 3、4 行`],
    ],
  );
  const told = (n: number) => list[n]?.diffs.map(({ label, before, after }) => `${label} ${before} ${after}`) ?? [];
  assert.deepEqual(told(1), ["姓名 导入甲 改名"]);
  assert.equal(told(2).filter((line) => line === "任职状态 null 在任").length, 2, "both posts");
  assert.ok(told(2).includes("手机号 null 137****0001"));
  assert.ok(told(0).includes("任职状态 null 在任"));
  const { data } = await client.call(listAuditLogs, { query: { record: one.staffNo } });
  assert.equal(data.total, 3, "found by the number of the person");

  const about = await app.auditOf(first.task);
  assert.deepEqual(
    about.filter(({ actionName }) => actionName === "导入用户").map(({ summary, diffs }) => [summary, diffs]),
    [["第 1–3 行：成功 3，失败 0", []]],
  );
});

test("PF-R97 an import of 500 people leaves 500 rows of a few lines each, not one of thousands", async () => {
  const client = await app.signIn({ boolAdmin: true });
  const row = await place();
  const people = Array.from({ length: 500 }, (_, n) => ({
    userName: `人${n}`,
    mobilePhone: `136${String(n).padStart(8, "0")}`,
    staffNo: `IM${n}`,
  }));
  const { task } = await run(client, people.map(row));
  assert.partialDeepStrictEqual(task, { status: "SUCCESS", successCount: 500 });
  const [sizes] = await app.rows<{ rows: number; most: number; records: number }>(
    `select count(*)::int as rows, max(length(diffs::text)) as most, count(distinct biz_id)::int as records
     from audit_log where action_name = '导入用户' and (biz_id = $1 or summary like $2)`,
    [task.id, `导入任务 ${task.taskNo} %`],
  );
  assert.deepEqual([sizes?.rows, sizes?.records], [501, 501]);
  assert.ok((sizes?.most ?? Infinity) < 8_000, `${sizes?.most} characters`);
});
