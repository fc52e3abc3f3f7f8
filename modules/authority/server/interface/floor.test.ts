import assert from "node:assert/strict";
import { test } from "node:test";
import {
  disableInterface,
  editInterface,
  enableInterface,
  listAuditLogs,
  listInterfaces,
  userInfo,
} from "../../contract/index.ts";
import { type TestClient, testApp } from "../testing.ts";

const app = testApp();
const codes = ["authority:interface:list", "authority:interface:edit"];
const settings = { sensitive: false, logBody: false };

async function find(client: TestClient, method: "GET" | "POST" | "PUT", path: string) {
  const { data } = await client.call(listInterfaces, { query: { keyword: path, method, pageSize: 100 } });
  const found = data.list.find((one) => one.path === path);
  assert.ok(found, path);
  return found;
}

test("AU-R47 what signs people in and the switches themselves keep a limit of 600 a minute at least", async () => {
  const me = await app.signIn({ permissions: codes });
  for (const [method, path] of [
    ["POST", "/user/v1/phoneLogin"],
    ["GET", "/user/v1/userInfo"],
    ["PUT", "/user/v1/interfaces/{id}"],
  ] as const) {
    const { id, version } = await find(me, method, path);
    const set = (ratePerMin: number) =>
      me.call(editInterface, { params: { id }, body: { ...settings, ratePerMin, version } });
    const refused = await set(599);
    assert.deepEqual(
      [refused.msgCode, refused.msg],
      ["INTERFACE_RATE_FLOOR", "该接口受保护，每分钟调用上限不能低于600"],
    );
    assert.equal((await set(600)).data.ratePerMin, 600);
  }
});

test("AU-R47 a lower limit that stands in the table locks nobody out", async () => {
  const me = await app.signIn({ permissions: codes });
  const { id } = await find(me, "GET", "/user/v1/userInfo");
  await app.rows("update api_interface set rate_per_min = 1 where id = $1", [id]);
  await app.arrange((tx) => tx.invalidate("interfaces"));
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  for (let n = 0; n < 3; n++) assert.equal((await me.call(userInfo, {})).status, 200);
});

test("AU-R47 interfaces of the audit log are limited and disabled by holders of their code only", async () => {
  const blind = await app.signIn({ permissions: codes });
  const auditor = await app.signIn({ permissions: [...codes, listAuditLogs.permission] });
  const { id, version } = await find(blind, "GET", "/common/v1/audit/logs");
  const refusal = ["INTERFACE_AUDIT_PROTECTED", "审计日志的接口只能由具有其权限的人员限制或停用"];
  const off = { params: { id }, body: { reason: "维护", version } };
  const limit = { params: { id }, body: { ...settings, ratePerMin: 1, version } };
  for (const answer of [await blind.call(disableInterface, off), await blind.call(editInterface, limit)]) {
    assert.deepEqual([answer.msgCode, answer.msg], refusal);
  }
  const disabled = await auditor.call(disableInterface, off);
  assert.equal(disabled.data.status, "DISABLED");
  const on = { params: { id }, body: { reason: "完成", version: disabled.data.version } };
  assert.equal((await blind.call(enableInterface, on)).data.status, "ENABLED");
});
