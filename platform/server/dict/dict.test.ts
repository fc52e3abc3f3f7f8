import assert from "node:assert/strict";
import { test } from "node:test";
import * as contract from "@ops/platform/contract";
import { choiceParam, numberParam, textParam } from "../params/declare.ts";
import { ParamStore } from "../params/store.ts";
import { newId } from "../secret/crypto.ts";
import { probeApp, probeModule } from "../start/probe.ts";
import { notInDict, refuseRetired } from "./codes.ts";
import { syncDictionaries } from "./service.ts";

const limit = numberParam("probe.limit", 7, { group: "样本", description: "样本上限", min: 1, max: 9 });
const dictionary: contract.DictDeclaration = {
  code: "probe_level",
  name: "样本等级",
  entries: [
    ["A", "甲级", "red"],
    ["B", "乙级"],
  ],
  usedBy: [{ table: "probe", column: "level" }],
};
const app = probeApp({ modules: [{ ...probeModule, dictionaries: [dictionary], params: [limit] }] });
const permissions = ["platform:dict:list", "platform:dict:edit", "platform:param:edit"];
const admin = () => app.admit("admin", { userId: newId(), organizationId: newId(), permissions });
const entries = (codes: string, includeDisabled?: "1") =>
  app.call(
    contract.listDictEntries,
    { query: { codes, ...(includeDisabled ? { includeDisabled } : {}) } },
    { token: admin() },
  );

async function givenType(code: string) {
  await app.call(contract.createDictType, { body: { code, name: "自建" } }, { token: admin() });
  const body = { code, entryValue: "X", entryMeaning: "未知", sort: 1, color: null };
  const { data } = await app.call(contract.createDictEntry, { body }, { token: admin() });
  return data;
}

test("PF-R88 entries are grouped by code, in order; an unknown code answers an empty list", async () => {
  const { data } = await entries("probe_level,nothing_known");
  assert.deepEqual(data, {
    probe_level: [
      { entryMeaning: "甲级", entryValue: "A", sort: 1, color: "red", disabled: false },
      { entryMeaning: "乙级", entryValue: "B", sort: 2, color: null, disabled: false },
    ],
    nothing_known: [],
  });
});

test("PF-R88 the answer carries an ETag and is not sent again while nothing changed", async () => {
  const first = await entries("probe_level");
  const etag = first.headers.get("etag") ?? "";
  const again = await fetch(`${app.origin}${contract.listDictEntries.path}?codes=probe_level`, {
    headers: { authorization: admin(), "if-none-match": etag, applicationid: "1" },
  });
  assert.equal(again.status, 304);
});

test("PF-R88 a disabled entry is no choice but still resolves its label", async () => {
  const entry = await givenType("own_state");
  const body = { entryMeaning: "未知", sort: 1, color: null, status: "DISABLED" as const, version: entry.version };
  await app.call(contract.editDictEntry, { params: { id: entry.id }, body }, { token: admin() });
  assert.deepEqual((await entries("own_state")).data["own_state"], []);
  const labels = (await entries("own_state", "1")).data["own_state"];
  assert.partialDeepStrictEqual(labels, [{ entryValue: "X", disabled: true }]);
});

test("PF-R88 a used entry can only be disabled; a built-in dictionary loses none; another one may go", async () => {
  const person = newId();
  await app.rows(
    `insert into probe (id, version, created_at, created_by, updated_at, updated_by, org_id, owner_id, name, phone, level)
     values ($1, 1, now(), $1, now(), $1, $1, $1, '甲', '1', 'A')`,
    [person],
  );
  const query = { code: "probe_level" };
  const { data } = await app.call(contract.listManagedDictEntries, { query }, { token: admin() });
  const remove = (id = "") => app.call(contract.removeDictEntry, { params: { id } }, { token: admin() });
  const [a, b] = data.list;
  assert.partialDeepStrictEqual(await remove(a?.id), { msgCode: "DICT_IN_USE", msg: "字典项已被使用，只能停用" });
  assert.equal((await remove(b?.id)).msgCode, "DICT_BUILT_IN");
  assert.equal((await remove((await givenType("own_kind")).id)).success, true);
});

test("PF-R88 the value of an entry never changes, and the same value twice is refused", async () => {
  const entry = await givenType("own_value");
  const body = { entryMeaning: "改", sort: 1, color: null, status: "ENABLED", entryValue: "Y", version: 1 } as const;
  const changed = await app.call(contract.editDictEntry, { params: { id: entry.id }, body }, { token: admin() });
  assert.equal(changed.msgCode, "COMMON_PARAM");
  const twin = { code: "own_value", entryValue: "X", entryMeaning: "再", sort: 2, color: null };
  const twice = await app.call(contract.createDictEntry, { body: twin }, { token: admin() });
  assert.partialDeepStrictEqual(twice, { msgCode: "COMMON_DUPLICATE", msg: "值已存在" });
});

test("PF-R88 open pages hear of every change of a dictionary: a new entry, a changed one, one that goes", async () => {
  const entry = await givenType("own_told");
  const told = async () =>
    (await app.rows(`select from live_event where payload @> '{"type": "dict.changed", "codes": ["own_told"]}'`))
      .length;
  const before = await told();
  const twin = { code: "own_told", entryValue: "Y", entryMeaning: "再", sort: 2, color: null };
  await app.call(contract.createDictEntry, { body: twin }, { token: admin() });
  assert.equal(await told(), before + 1);
  const body = { entryMeaning: "改", sort: 1, color: null, status: "ENABLED", version: 1 } as const;
  await app.call(contract.editDictEntry, { params: { id: entry.id }, body }, { token: admin() });
  assert.equal(await told(), before + 2);
  const gone = await app.call(contract.removeDictEntry, { params: { id: entry.id } }, { token: admin() });
  assert.equal(gone.success, true);
  assert.equal(await told(), before + 3);
});

test("PF-R84 a parameter takes only what its declaration accepts, and acts on the node after the commit", async () => {
  const edit = (value: string, version: number) =>
    app.call(contract.editParam, { params: { key: "probe.limit" }, body: { value, version } }, { token: admin() });
  const other = { params: { key: "notice.keepDays" }, body: { value: "80", version: 0 } };
  assert.equal((await app.call(contract.editParam, other, { token: admin() })).data.version, 1);
  for (const refused of ["10", "0", "2.5", "", "三"]) {
    assert.partialDeepStrictEqual(await edit(refused, 0), { msgCode: "COMMON_PARAM", msg: "样本上限格式不正确" });
  }
  const optional = numberParam("probe.optional", 1, { group: "样本", description: "可为零", min: 0, max: 9 });
  assert.deepEqual(["0", "9", "", " "].map(optional.parse), [0, 9, null, null], "nothing is not zero");
  assert.partialDeepStrictEqual((await edit("3", 0)).data, {
    value: "3",
    initial: "7",
    rule: "1 至 9 的整数",
    version: 1,
  });
  assert.equal((await edit("4", 0)).msgCode, "COMMON_VERSION_CONFLICT");
  for (let n = 0; n < 40 && app.node.params.get(limit) !== 3; n++) await new Promise((next) => setTimeout(next, 50));
  assert.equal(app.node.params.get(limit), 3);
});

test("PF-R88 neither a dictionary nor an entry is called like what every object inherits", async () => {
  const type = { code: "constructor", name: "自建" };
  const refusedType = await app.call(contract.createDictType, { body: type }, { token: admin() });
  assert.deepEqual([refusedType.msgCode, refusedType.msg], ["COMMON_PARAM", "字典编码格式不正确"]);
  await givenType("own_names");
  for (const entryValue of ["__proto__", "toString", "prototype"]) {
    const body = { code: "own_names", entryValue, entryMeaning: "名称", sort: 2, color: null };
    const refused = await app.call(contract.createDictEntry, { body }, { token: admin() });
    assert.deepEqual([refused.msgCode, refused.msg], ["COMMON_PARAM", "值格式不正确"]);
  }
});

test("PF-R88 types are found by a part of their code or name, in the order of their codes, and a code is taken once", async () => {
  for (const [code, name] of [
    ["find_b", "查找乙%"],
    ["find_a", "查找甲"],
    ["other_c", "查找丙"],
  ] as const) {
    const { data } = await app.call(contract.createDictType, { body: { code, name } }, { token: admin() });
    assert.partialDeepStrictEqual(data, { code, name, builtIn: false, module: "custom" });
  }
  const found = async (keyword?: string) => {
    const query = { pageSize: 100, ...(keyword ? { keyword } : {}) };
    const { data } = await app.call(contract.listDictTypes, { query }, { token: admin() });
    return data.list.map(({ code }) => code);
  };
  assert.deepEqual(await found("FIND_"), ["find_a", "find_b"]);
  assert.deepEqual(await found("查找"), ["find_a", "find_b", "other_c"]);
  assert.deepEqual(await found("%"), ["find_b"]);
  assert.ok((await found()).includes("probe_level"));
  const body = { code: "find_a", name: "再来" };
  const twice = await app.call(contract.createDictType, { body }, { token: admin() });
  assert.deepEqual([twice.msgCode, twice.msg], ["COMMON_DUPLICATE", "字典编码已存在"]);
});

test("PF-R88 an entry belongs to a type that exists; the same value may stand in another one; a change and a removal meet it alone", async () => {
  const create = (code: string, entryValue: string, sort = 3) =>
    app.call(
      contract.createDictEntry,
      { body: { code, entryValue, entryMeaning: "名", sort, color: "blue" } },
      { token: admin() },
    );
  assert.equal((await create("no_such_type", "X")).msgCode, "COMMON_NOT_FOUND");
  const first = await givenType("pair_a");
  await givenType("pair_b");
  const second = (await create("pair_a", "Y", 1)).data;
  const third = (await create("pair_a", "Z", 3)).data;
  assert.partialDeepStrictEqual(third, { code: "pair_a", entryValue: "Z", status: "ENABLED", color: "blue" });
  const of = async (code: string) => {
    const { data } = await app.call(contract.listManagedDictEntries, { query: { code } }, { token: admin() });
    return data.list.map(({ entryValue, entryMeaning, sort, version }) => [entryValue, entryMeaning, sort, version]);
  };
  const body = { entryMeaning: "改名", sort: 5, color: null, status: "ENABLED", version: 1 } as const;
  await app.call(contract.editDictEntry, { params: { id: second.id }, body }, { token: admin() });
  const late = await app.call(contract.editDictEntry, { params: { id: second.id }, body }, { token: admin() });
  assert.equal(late.msgCode, "COMMON_VERSION_CONFLICT");
  await app.call(contract.removeDictEntry, { params: { id: first.id } }, { token: admin() });
  const left = [
    ["Z", "名", 3, 1],
    ["Y", "改名", 5, 2],
  ];
  assert.deepEqual([await of("pair_a"), await of("pair_b")], [left, [["X", "未知", 1, 1]]]);
});

test("PF-R88 a start adds what modules ship, and leaves alone what administrators changed", async () => {
  const query = { code: "probe_level" };
  const listed = async () => (await app.call(contract.listManagedDictEntries, { query }, { token: admin() })).data.list;
  const b = (await listed()).find(({ entryValue }) => entryValue === "B");
  assert.ok(b);
  const body = { entryMeaning: "二级", sort: 9, color: null, status: "ENABLED", version: b.version } as const;
  await app.call(contract.editDictEntry, { params: { id: b.id }, body }, { token: admin() });
  const entries = [...dictionary.entries, ["C", "丙级", "green"]] as const;
  await app.arrange((tx) => syncDictionaries(tx, "probe", [{ ...dictionary, name: "别的名称", entries }]));
  assert.deepEqual(
    (await listed()).map(({ entryValue, entryMeaning, sort, color }) => [entryValue, entryMeaning, sort, color]),
    [
      ["A", "甲级", 1, "red"],
      ["C", "丙级", 3, "green"],
      ["B", "二级", 9, null],
    ],
  );
  const types = await app.rows("select name, module, built_in from dict_type where code = 'probe_level'");
  assert.deepEqual(types, [{ name: "样本等级", module: "probe", builtIn: true }]);
});

test("PF-R88 a retired value stays where it was held, alone or in a list, and enters nowhere else", () => {
  const refusal = notInDict("等级", "level");
  assert.deepEqual(
    [refusal.msgCode, refusal.message, refusal.data],
    ["COMMON_PARAM", "等级不在字典中", { field: "level" }],
  );
  const codes = [{ name: "level", value: "A", refusal }];
  const cases: [object | null, object | null, boolean][] = [
    [null, { level: "A" }, true],
    [null, { level: "B" }, false],
    [{ level: "A" }, { level: "A" }, false],
    [{ level: "B" }, { level: "A" }, true],
    [{ level: ["A", "B"] }, { level: ["A"] }, false],
    [{ level: ["B"] }, { level: ["A", "B"] }, true],
    [{ level: "A" }, null, false],
    [null, { other: "A" }, false],
    [null, { level: "AB" }, false],
  ];
  for (const [before, after, isRefused] of cases) {
    const act = () => refuseRetired(codes, before, after);
    if (isRefused) assert.throws(act, refusal);
    else act();
  }
});

test("PF-R84 parameters are listed with their rules and defaults; a choice takes its words, a text 2000 characters", async () => {
  const { data } = await app.call(contract.listParams, {}, { token: admin() });
  assert.partialDeepStrictEqual(
    data.find(({ key }) => key === "probe.limit"),
    { group: "样本", description: "样本上限", rule: "1 至 9 的整数", initial: "7" },
  );
  const choice = choiceParam("probe.choice", "on", { group: "样本", description: "开关", choices: ["on", "off"] });
  assert.deepEqual(
    [choice.rule, choice.parse("off"), choice.parse("OFF"), choice.parse("")],
    ["on 或 off", "off", null, null],
  );
  const free = textParam("probe.text", "", { group: "样本", description: "文字" });
  const [most, more] = ["x".repeat(2_000), "x".repeat(2_001)];
  assert.deepEqual([free.rule, free.parse(most), free.parse(more)], ["", most, null]);
  const edit = (key: string, version: number) =>
    app.call(contract.editParam, { params: { key }, body: { value: "8", version } }, { token: admin() });
  assert.equal((await edit("probe.unknown", 0)).msgCode, "COMMON_NOT_FOUND");
  const untouched = data.find(({ version }) => version === 0)?.key ?? "";
  const early = await edit("probe.limit", 99);
  assert.equal(early.msgCode, "COMMON_VERSION_CONFLICT");
  assert.equal((await app.rows("select from param where key = $1", [untouched])).length, 0);
  assert.throws(() => new ParamStore([limit, limit]), /two modules declare the same parameter/);
});
