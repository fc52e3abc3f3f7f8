import assert from "node:assert/strict";
import { test } from "node:test";
import * as contract from "@ops/platform/contract";
import { newId } from "../crypto.ts";
import { numberParam } from "../params/declare.ts";
import { probeApp, probeModule } from "../probe.ts";

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
