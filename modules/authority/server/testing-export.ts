import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { type CallInput, getTaskFile, listTasks, type Sheet, type Task } from "@ops/platform/contract";
import { addressOf } from "@ops/platform/server/testing";
import { readXlsx } from "hucre";
import type { AuthorityTestApp, TestClient } from "./testing.ts";

type AnySheet = Pick<Sheet, "columns" | "export">;
type Asked = Partial<CallInput<AnySheet["export"]>["body"]>;

export async function finished(client: TestClient, id: string): Promise<Task> {
  for (let tries = 0; tries < 400; tries++) {
    const { data } = await client.call(listTasks, { query: {} });
    const task = data.list.find((one) => one.id === id);
    if (task && task.status !== "QUEUED" && task.status !== "RUNNING") return task;
    await sleep(50);
  }
  assert.fail("the task did not end");
}

export function submit(client: TestClient, sheet: AnySheet, asked: Asked = {}) {
  const columns = sheet.columns.map(({ key }) => key);
  return client.call(sheet.export, { body: { query: {}, columns, ...asked } });
}

export function fetchFile(app: AuthorityTestApp, client: TestClient, id: string): Promise<Response> {
  const input: CallInput<typeof getTaskFile> = { params: { id } };
  return fetch(app.origin + addressOf(getTaskFile, input), {
    headers: { authorization: client.token, applicationid: "1" },
  });
}

/** What stands in the file, read by a reader that is not ours: titles, rows and 导出说明. */
export async function exported(app: AuthorityTestApp, client: TestClient, sheet: AnySheet, asked: Asked = {}) {
  const { data, msg } = await submit(client, sheet, asked);
  assert.equal(msg, "");
  const task = await finished(client, data.id);
  assert.equal(task.errorMsg, null);
  const { sheets } = await readXlsx(Buffer.from(await (await fetchFile(app, client, task.id)).arrayBuffer()));
  const [first, about] = sheets;
  assert.ok(first && about);
  const [titles = [], ...rows] = first.rows;
  return { task, titles, rows, about: new Map(about.rows.map(([label, value]) => [label, value])) };
}
