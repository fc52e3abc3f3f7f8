import assert from "node:assert/strict";
import { test } from "node:test";
import { exportApp, givenExporter, submit } from "./testing.ts";

const app = exportApp(false);

test("PF-R94 a filter is told as it was typed, also when it is a word that every object knows", async () => {
  const who = givenExporter(app);
  for (const level of ["constructor", "toString"]) {
    const { data, msg } = await submit(app, who, { level });
    assert.equal(msg, "");
    const [task] = await app.rows<{ conditions: unknown }>("select conditions from task where id = $1", [data.id]);
    assert.deepEqual(task?.conditions, [{ label: "等级", value: level }]);
  }
});

test("PF-R94, PF-R103 a number of a person that was searched for is masked in the task and in 导出说明", async () => {
  const who = givenExporter(app);
  const { data } = await submit(app, who, { keyword: "张三 13812341234 320102199001011234" });
  const [task] = await app.rows<{ conditions: unknown }>("select conditions from task where id = $1", [data.id]);
  assert.deepEqual(task?.conditions, [{ label: "关键字", value: "张三 138****1234 3201**********1234" }]);
});
