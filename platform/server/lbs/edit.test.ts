import assert from "node:assert/strict";
import { test } from "node:test";
import * as contract from "@ops/platform/contract";
import type { Tx } from "../db/tx.ts";
import { newId } from "../secret/crypto.ts";
import { probeApp } from "../start/probe.ts";
import { regionImport } from "./import.ts";
import { requireRegion } from "./resolve.ts";

const app = probeApp();
const keeper = () =>
  app.admit("keeper", { userId: newId(), organizationId: newId(), permissions: ["platform:region:edit"] });
const stranger = () => app.admit("stranger", { userId: newId(), organizationId: newId(), permissions: [] });

async function regionOf(code: string) {
  const { data } = await app.call(contract.listManagedRegions, { query: { keyword: code } }, { token: keeper() });
  const region = data.list.find((one) => one.code === code);
  assert.ok(region);
  return region;
}

async function edit(code: string, changes: Partial<contract.ManagedRegion>) {
  const { name, status, replacedBy, lng, lat, version } = { ...(await regionOf(code)), ...changes };
  const body = { name, status, replacedBy, lng, lat, version };
  return app.call(contract.editRegion, { params: { code }, body }, { token: keeper() });
}

const newCall = () => ({
  options: new Set<string>(),
  taskId: null,
  beside: {},
  prepared: undefined,
  memory: regionImport.startMemory(),
});

const resolved = async (code: string) =>
  (await app.call(contract.resolveRegions, { query: { codes: code } }, { token: keeper() })).data[0];

test("PF-R102 divisions are found by part of the name, code, pinyin or initials, by holders of platform:region:edit", async () => {
  const found = async (keyword: string) =>
    (await app.call(contract.listManagedRegions, { query: { keyword, level: 3 } }, { token: keeper() })).data.list.map(
      ({ name }) => name,
    );
  assert.deepEqual(await found("昆山"), ["昆山市"]);
  assert.deepEqual(await found("320583"), ["昆山市"]);
  assert.deepEqual(await found("kunshan"), ["昆山市"]);
  assert.ok((await found("kss")).includes("昆山市"));
  assert.deepEqual(await found("50%"), []);
  const refused = await app.call(contract.listManagedRegions, { query: {} }, { token: stranger() });
  assert.equal(refused.msgCode, "COMMON_FORBIDDEN");
});

test("PF-R102 a division that is abolished leads to its successor, is no longer offered, and the log tells it", async () => {
  const { data } = await edit("320508", { status: "ABOLISHED", replacedBy: "320507" });
  assert.partialDeepStrictEqual(data, {
    status: "ABOLISHED",
    replacedByName: "相城区",
    parentName: "苏州市",
    version: 2,
  });
  assert.deepEqual(await resolved("320508"), {
    code: "320508",
    currentCode: "320507",
    name: "江苏省 / 苏州市 / 相城区",
    isAdjusted: true,
  });
  const below = await app.call(contract.listRegions, { query: { parentCode: "320500" } }, { token: keeper() });
  assert.ok(!below.data.some(({ code }) => code === "320508"));
  const [row] = await app.rows<{ diffs: { label: string; before: string; after: string }[] }>(
    "select diffs from audit_log where action_name = '编辑行政区划' and biz_no = '320508'",
  );
  assert.deepEqual(
    row?.diffs.map(({ label, before, after }) => [label, before, after]),
    [
      ["状态", "有效", "已停用"],
      ["替换为", null, "320507"],
    ],
  );

  await edit("320507", { status: "ABOLISHED", replacedBy: "320506" });
  assert.equal((await resolved("320508"))?.currentCode, "320506", "by way of two successors");
  const back = await edit("320508", { status: "VALID" });
  assert.partialDeepStrictEqual(back.data, { status: "VALID", replacedBy: null });
  assert.partialDeepStrictEqual(await resolved("320508"), { currentCode: "320508", isAdjusted: false });
});

test("PF-R102 what has valid parts stays, a successor is valid, of the same level and another one", async () => {
  const whole = await edit("330200", { status: "ABOLISHED" });
  assert.equal(whole.msgCode, "LBS_HAS_CHILDREN");
  assert.match(whole.msg, /^下级还有\d+个有效的行政区划，请先停用$/);
  for (const replacedBy of ["330203", "330200", "330103", "999999"]) {
    const refused = await edit("330203", { status: "ABOLISHED", replacedBy });
    assert.partialDeepStrictEqual(refused, {
      msgCode: "LBS_SUCCESSOR",
      msg: "替换的行政区划须为同级的其他有效区划",
    });
  }
  const half = await edit("330203", { lng: 121.5, lat: null });
  assert.partialDeepStrictEqual(half, { msgCode: "LBS_CENTRE", msg: "中心经度和中心纬度须同时填写" });
  assert.equal((await edit("330203", { version: 7 })).msgCode, "COMMON_VERSION_CONFLICT");
  const params = { params: { code: "999999" } };
  const { name, status, replacedBy, lng, lat, version } = await regionOf("330203");
  const missing = await app.call(
    contract.editRegion,
    { ...params, body: { name, status, replacedBy, lng, lat, version } },
    { token: keeper() },
  );
  assert.equal(missing.msgCode, "COMMON_NOT_FOUND");
});

test("PF-R102 a division is renamed with its sound, moved and found by what it is", async () => {
  const { data, msg } = await edit("331100", { name: "丽新市", lng: 119.5, lat: 28.25 });
  assert.equal(msg, "");
  const shown = {
    id: data.id,
    code: "331100",
    name: "丽新市",
    level: 2,
    parentCode: "330000",
    parentName: "浙江省",
    status: "VALID",
    replacedBy: null,
    replacedByName: null,
    lng: 119.5,
    lat: 28.25,
    version: 2,
  };
  assert.deepEqual(data, shown);
  const pinyin = async (code: string) => app.rows("select pinyin from region where code = $1", [code]);
  assert.deepEqual(await pinyin("331100"), [{ pinyin: "li xin shi" }]);
  await app.rows("update region set pinyin = 'own sound' where code = '331121'");
  await edit("331121", { lng: null, lat: null });
  assert.deepEqual(await pinyin("331121"), [{ pinyin: "own sound" }], "the same name keeps it");
  assert.deepEqual((await edit("331100", { lng: null, lat: null })).data, {
    ...shown,
    lng: null,
    lat: null,
    version: 3,
  });
  const missing = await edit("331121", { lng: null, lat: 28 });
  assert.equal(missing.msgCode, "LBS_CENTRE");
  const found = async (query: object) =>
    (await app.call(contract.listManagedRegions, { query: { pageSize: 100, ...query } }, { token: keeper() })).data;
  assert.deepEqual((await found({ parentCode: "330000", keyword: "丽" })).list, [
    { ...shown, lng: null, lat: null, version: 3 },
  ]);
  assert.equal((await found({ level: 1 })).total, 34);
  const abolished = (await found({ parentCode: "330100", status: "ABOLISHED" })).list;
  assert.deepEqual(
    abolished.map(({ code, replacedByName, status }) => [code, replacedByName, status]),
    [
      ["330103", "拱墅区", "ABOLISHED"],
      ["330104", "上城区", "ABOLISHED"],
    ],
  );
  assert.deepEqual(
    (await found({ keyword: "ninghai" })).list.map(({ name }) => name),
    ["宁海县"],
  );
});

test("PF-R102 nothing comes back below what is abolished; what was replaced keeps its successor", async () => {
  for (const code of ["829901", "829902", "829903"]) {
    await app.rows(
      `insert into region (code, name, level, parent_code, pinyin, status)
       values ($1, $1, case $1 when '829901' then 2 else 3 end, case $1 when '829901' then '820000' else '829901' end, 'x', 'VALID')`,
      [code],
    );
  }
  const [city, first, second] = ["829901", "829902", "829903"] as const;
  assert.equal((await edit(city, { status: "ABOLISHED" })).msg, "下级还有2个有效的行政区划，请先停用");
  assert.equal((await edit(first, { status: "ABOLISHED", replacedBy: second })).msg, "");
  assert.equal((await edit(second, { status: "ABOLISHED" })).msg, "");
  assert.equal((await edit(first, { name: "改名" })).msg, "", "its successor is not asked for again");
  assert.equal((await edit(city, { status: "ABOLISHED" })).msg, "");
  assert.equal((await edit(city, { status: "ABOLISHED", name: "仍停用" })).msg, "");
  const back = await edit(first, { status: "VALID" });
  assert.deepEqual([back.msgCode, back.msg], ["LBS_PARENT_ABOLISHED", "上级行政区划已停用，请先启用"]);
  assert.equal((await edit(city, { status: "VALID" })).msg, "");
  assert.partialDeepStrictEqual((await edit(first, { status: "VALID" })).data, { status: "VALID", replacedBy: null });
  await app.rows("insert into region (code, name, level, pinyin, status) values ('980000', '新省', 1, 'x', 'VALID')");
  for (const status of ["ABOLISHED", "VALID"] as const) assert.equal((await edit("980000", { status })).msg, "");
});

test("PF-R102 two that would replace each other at once do not both go", async () => {
  const [one, other] = ["330205", "330206"] as const;
  const answers = await Promise.all([
    edit(one, { status: "ABOLISHED", replacedBy: other }),
    edit(other, { status: "ABOLISHED", replacedBy: one }),
  ]);
  assert.deepEqual(answers.map(({ success }) => success).sort(), [false, true]);
});

test("PF-R102 a record keeps the code and the names of what is valid; a replaced one counts as its successor", async () => {
  const chosen = (code: string) => app.arrange((tx) => requireRegion(tx, code));
  assert.deepEqual(await chosen("310115"), { code: "310115", name: "上海市 / 浦东新区" });
  assert.deepEqual(await chosen("330103"), { code: "330105", name: "浙江省 / 杭州市 / 拱墅区" });
  await assert.rejects(chosen("999999"), { message: "行政区划不存在，请重新选择" });
  await edit("330212", { status: "ABOLISHED" });
  await assert.rejects(chosen("330212"), { message: "行政区划「浙江省 / 宁波市 / 鄞州区」已停用，请重新选择" });
});

test("platform 8 行政区划 are imported by code: new ones below their parent with their sound, known ones renamed and switched", async () => {
  const row = (line: number, code: string, name: string, parentCode: string | null, status: string | null = null) => ({
    line,
    values: { code, name, parentCode, status },
  });
  const rows = [
    row(2, "329900", "新海市", "320000"),
    row(3, "329901", "昆海区", "329900"),
    row(4, "320585", "太仓新市", null),
    row(5, "320581", "常熟市", null, "ABOLISHED"),
    row(6, "998800", "无根市", "990000"),
    row(7, "320582", "张家港市", "330100"),
    row(8, "329902", "太深区", "329901"),
    row(9, "320583", "昆山市", null),
    row(10, "329903", "更深区", "320583"),
  ];
  const check = (tx: Tx) => regionImport.check(tx, rows, newCall());
  assert.deepEqual(
    [...(await app.arrange(check))],
    [
      [6, "上级编码对应的数据不存在"],
      [7, "上级编码与现有数据不一致"],
      [8, "上级编码不能为区县"],
      [10, "上级编码不能为区县"],
    ],
  );
  for (const one of rows.slice(0, 4)) await app.arrange((tx) => regionImport.apply(tx, one));
  assert.deepEqual(
    await app.rows(
      "select code, name, level, pinyin, status from region where code like '3299%' or code in ('320585', '320581') order by 1",
    ),
    [
      { code: "320581", name: "常熟市", level: 3, pinyin: "chang shu shi", status: "ABOLISHED" },
      { code: "320585", name: "太仓新市", level: 3, pinyin: "tai cang xin shi", status: "VALID" },
      { code: "329900", name: "新海市", level: 2, pinyin: "xin hai shi", status: "VALID" },
      { code: "329901", name: "昆海区", level: 3, pinyin: "kun hai qu", status: "VALID" },
    ],
  );
  assert.equal((await resolved("329901"))?.name, "江苏省 / 新海市 / 昆海区");
  const parentGone = row(2, "320599", "某区", "320581");
  await assert.rejects(
    app.arrange((tx) =>
      regionImport.apply(tx, { ...parentGone, values: { ...parentGone.values, parentCode: "330103" } }),
    ),
    { message: "上级行政区划已停用，请先启用" },
  );
});

test("PF-R102 an import tells at its check what may neither end nor come back, after the rows before it", async () => {
  const row = (line: number, code: string, parentCode: string | null, status: string | null = null) => ({
    line,
    values: { code, name: `区划${code}`, parentCode, status },
  });
  const given = [row(2, "379900", "370000"), row(3, "379901", "379900"), row(4, "379902", "379900")];
  for (const one of given) await app.arrange((tx) => regionImport.apply(tx, one));
  const problemsOf = async (...rows: ReturnType<typeof row>[]) => [
    ...(await app.arrange((tx) => regionImport.check(tx, rows, newCall()))),
  ];
  const [city, first, second] = ["379900", "379901", "379902"] as const;
  assert.deepEqual(await problemsOf(row(2, city, null, "ABOLISHED"), row(3, first, null, "ABOLISHED")), [
    [2, "下级还有2个有效的行政区划，请先停用"],
  ]);
  const ended = [row(2, first, null, "ABOLISHED"), row(3, second, null, "ABOLISHED"), row(4, city, null, "ABOLISHED")];
  assert.deepEqual(await problemsOf(...ended, row(5, "379903", city), row(6, first, null)), [
    [5, "上级行政区划已停用，请先启用"],
    [6, "上级行政区划已停用，请先启用"],
  ]);
  for (const one of ended) await app.arrange((tx) => regionImport.apply(tx, one));
  assert.deepEqual(await problemsOf(row(2, second, null), row(3, city, null), row(4, second, null)), [
    [2, "上级行政区划已停用，请先启用"],
  ]);
});
