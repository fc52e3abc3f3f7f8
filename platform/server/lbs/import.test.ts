import assert from "node:assert/strict";
import { test } from "node:test";
import { importCalls } from "../excel/import/testing-import.ts";
import { exportApp, givenExporter } from "../excel/testing.ts";

const app = exportApp(true, []);
const { workbook, check } = importCalls(app, "platform.region", ["编码*", "名称*", "上级编码", "状态"]);

test("PF-R95 a large file of 行政区划 is checked bit by bit, and late rows know of the early ones", async () => {
  const who = givenExporter(app, { permissions: ["platform:region:edit"] });
  const [{ parts } = { parts: 0 }] = await app.rows<{ parts: number }>(
    "select count(*)::int as parts from region where parent_code = '320500' and status = 'VALID'",
  );
  const early = [
    ["950000", "新省", null, null],
    ["950100", "旧市", "950000", "已停用"],
    ["320581", "常熟市", null, "已停用"],
  ];
  const many = Array.from({ length: 497 }, (_, n) => [String(951_000 + n), `某市${n}`, "950000", null]);
  const late = [
    ["950200", "新市", "950000", null],
    ["950101", "旧市东区", "950100", null],
    ["320500", "苏州市", null, "已停用"],
  ];
  const { data } = await check(who, await workbook([...early, ...many, ...late]));
  assert.deepEqual(
    data.problems.map(({ line, problem }) => `${line} ${problem}`),
    ["503 上级行政区划已停用，请先启用", `504 下级还有${parts - 1}个有效的行政区划，请先停用`],
  );
  const told = await app.rows<{ done: number }>(
    `select (payload ->> 'done')::int as done from live_event
     where user_id = $1 and payload ->> 'type' = 'job.progress' order by id`,
    [who.userId],
  );
  assert.deepEqual(told, [{ done: 500 }, { done: 503 }]);
});
