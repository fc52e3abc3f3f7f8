import assert from "node:assert/strict";
import { test } from "node:test";
import { wayTo } from "./readiness-ways.ts";

test("ST-R4 each thing that is missing leads to where it is made ready", () => {
  const own = { partnerId: null };
  assert.deepEqual(wayTo("HOURS", own), { label: "维护营业时间", tab: "hours" });
  assert.deepEqual(wayTo("MANAGER", own), { label: "设置店长", ask: "manager" });
  assert.deepEqual(wayTo("VERIFIED", own), { label: "查看项目", tab: "projects" });
  assert.deepEqual(wayTo("LICENSE", own), { label: "编辑门店", ask: "edit" });
  assert.deepEqual(wayTo("LICENSE", { partnerId: "7" }), { label: "查看合作伙伴", partner: true });
});
