import assert from "node:assert/strict";
import { test } from "node:test";
import * as contract from "@ops/platform/contract";
import type { DataScope } from "../actor.ts";
import { newId } from "../secret/crypto.ts";
import { listProbes, type ProbePerson, probeApp } from "../start/probe.ts";

const app = probeApp();
const LIST = listProbes.path;
const absent = "数据不存在或已被删除";
const forbidden = "您没有该操作的权限，请联系管理员！";
let people = 0;

interface Given extends Partial<ProbePerson> {
  readonly sharer?: boolean;
}

/** Makes a person who reads the list and works in an organisation. */
function person({ sharer = false, organizationId = newId(), permissions = ["probe:probe:list"], ...more }: Given = {}) {
  const userId = newId();
  const held = sharer ? [...permissions, contract.SHARE_FILTERS] : permissions;
  const token = app.admit(`keeper ${++people}`, { userId, organizationId, permissions: held, ...more });
  return { userId, organizationId, token };
}
type Person = ReturnType<typeof person>;
type NewFilter = contract.BodyInputOf<typeof contract.createSavedFilter>;

const save = ({ token }: Person, given: Partial<NewFilter> = {}) =>
  app.call(
    contract.createSavedFilter,
    { body: { list: LIST, name: "甲级", filters: { level: "A" }, isShared: false, ...given } },
    { token },
  );
const shown = async ({ token }: Person) =>
  (await app.call(contract.listSavedFilters, { query: { list: LIST } }, { token })).data;
const namesOf = async (who: Person) => (await shown(who)).map(({ name }) => name);
const edit = (
  { token }: Person,
  { id, version }: contract.SavedFilter,
  changes: Omit<contract.BodyInputOf<typeof contract.editSavedFilter>, "version">,
) => app.call(contract.editSavedFilter, { params: { id }, body: { ...changes, version } }, { token });
const remove = ({ token }: Person, { id, version }: contract.SavedFilter) =>
  app.call(contract.removeSavedFilter, { params: { id }, query: { version } }, { token });
const choose = ({ token }: Person, { id }: contract.SavedFilter, isDefault = true) =>
  app.call(contract.chooseDefaultFilter, { params: { id }, body: { isDefault } }, { token });
const defaults = async ({ token }: Person) => (await app.call(contract.listDefaultFilters, {}, { token })).data;

test("PF-R131 a filter is kept with its name for one person and one list, by name; nobody else sees it", async () => {
  const organizationId = newId();
  const [mine, colleague] = [person({ organizationId }), person({ organizationId, sharer: true })];
  const { data: saved } = await save(mine, { name: " 乙级 ", filters: { level: "B", keyword: "张" } });
  await save(mine);
  await save(mine, { name: "失败的任务", list: contract.listTasks.path, filters: { status: "FAILED" } });
  const { id, makerName, ...facts } = saved;
  assert.deepEqual(facts, {
    name: "乙级",
    filters: { level: "B", keyword: "张" },
    isShared: false,
    isDefault: false,
    isOwn: true,
    mayChange: true,
    version: 1,
  });
  assert.deepEqual(await namesOf(mine), ["乙级", "甲级"].toSorted());
  assert.deepEqual(await shown(colleague), []);
  assert.equal((await edit(colleague, saved, { name: "别人的" })).msg, absent);
  assert.equal((await remove(colleague, saved)).msg, absent);
  assert.equal((await choose(colleague, saved)).msg, absent);
});

test("PF-R131 renamed, overwritten, deleted: what is left out stays, and of two who change it at once the second is told", async () => {
  const mine = person();
  const { data: saved } = await save(mine);
  const { data: renamed } = await edit(mine, saved, { name: "重点" });
  assert.partialDeepStrictEqual(renamed, { name: "重点", filters: { level: "A" }, isShared: false, version: 2 });
  const { data: overwritten } = await edit(mine, renamed, { filters: { keyword: "李" } });
  assert.partialDeepStrictEqual(overwritten, { name: "重点", filters: { keyword: "李" }, version: 3 });
  assert.equal((await edit(mine, saved, { name: "晚了" })).msgCode, "COMMON_VERSION_CONFLICT");
  assert.equal((await remove(mine, saved)).msgCode, "COMMON_VERSION_CONFLICT");
  assert.equal((await remove(mine, overwritten)).success, true);
  assert.deepEqual(await shown(mine), []);
});

test("PF-R131 no two filters of a person have one name in a list; those of others may", async () => {
  const [mine, other] = [person(), person()];
  await save(mine);
  assert.equal((await save(mine)).msg, "已有名为「甲级」的常用筛选");
  const { data: second } = await save(mine, { name: "乙级" });
  assert.equal((await edit(mine, second, { name: "甲级" })).msg, "已有名为「甲级」的常用筛选");
  assert.equal((await edit(mine, second, { name: "乙级", filters: { level: "C" } })).success, true);
  const { data: theirs } = await save(other);
  assert.equal(theirs.name, "甲级");
  assert.equal(
    (await edit(other, theirs, { name: "乙级" })).msg,
    "",
    "nor does one of somebody else hinder a new name",
  );
  const elsewhere = { list: contract.listTasks.path, filters: { status: "FAILED" } };
  assert.equal((await save(mine, { name: "任务", ...elsewhere })).msg, "");
  assert.equal((await edit(mine, second, { name: "任务" })).msgCode, "COMMON_VERSION_CONFLICT");
  assert.equal((await edit(mine, { ...second, version: 2 }, { name: "任务" })).msg, "", "nor one of another list");
  const [first, again] = await Promise.all([save(mine, { name: "同时" }), save(mine, { name: "同时" })]);
  assert.deepEqual([first.success, again.success].toSorted(), [false, true]);
});

test("PF-R131 at most 20 per list and person, also for two who save the last one at once; what was deleted makes room", async () => {
  const [mine, other] = [person(), person()];
  for (let n = 1; n < contract.MOST_SAVED_FILTERS; n++) await save(mine, { name: `筛选${n}` });
  const both = await Promise.all([save(mine, { name: "其一" }), save(mine, { name: "其二" })]);
  assert.deepEqual(both.map(({ success }) => success).toSorted(), [false, true]);
  const told = "每个列表最多保存20个常用筛选，请先删除或覆盖已有的";
  assert.equal(both.find(({ success }) => !success)?.msg, told);
  const all = await shown(mine);
  assert.equal(all.length, 20);
  assert.equal((await save(mine, { name: "再多", isShared: false })).msg, told);
  assert.equal(
    (await save(mine, { name: "别的列表", list: contract.listTasks.path, filters: { status: "FAILED" } })).msg,
    "",
  );
  assert.equal((await save(other)).success, true);
  const [first] = all;
  assert.ok(first);
  assert.equal((await edit(mine, first, { filters: { level: "Z" } })).success, true);
  assert.equal((await remove(mine, { ...first, version: 2 })).success, true);
  assert.equal((await save(mine, { name: "又有位置" })).success, true);
});

test("PF-R131 sharing asks for the code; shared with the organisation itself, seen by those who work in it now", async () => {
  const organizationId = newId();
  const [maker, plain] = [person({ organizationId, sharer: true }), person({ organizationId })];
  const [elsewhere, both] = [person(), person({ actor: { organizationIds: [newId(), organizationId] } })];
  assert.equal((await save(plain, { isShared: true })).msg, forbidden);
  const { data: own } = await save(plain, { name: "自用" });
  assert.equal((await edit(plain, own, { isShared: true })).msg, forbidden);
  const looker = person({ organizationId, sharer: true, actor: { isReadOnly: true } });
  assert.equal((await save(looker, { isShared: true })).msg, forbidden);
  const nowhere = person({ sharer: true, actor: { organizationIds: [] } });
  assert.equal((await save(nowhere, { isShared: true })).msg, "您当前不在任何组织，不能共享");

  const { data: shared } = await save(maker, { name: "全店", isShared: true });
  const [seen] = (await shown(plain)).filter(({ name }) => name === "全店");
  assert.partialDeepStrictEqual(seen, { isShared: true, isOwn: false, mayChange: false });
  assert.deepEqual(await namesOf(both), ["全店"]);
  assert.deepEqual(await namesOf(elsewhere), []);
  const { data: back } = await edit(maker, shared, { isShared: false });
  assert.equal(back.isShared, false);
  assert.deepEqual(await namesOf(plain), ["自用"]);
  assert.equal((await edit(maker, back, { isShared: true })).data.isShared, true);
  assert.deepEqual(await namesOf(both), ["全店"]);
});

test("PF-R131 a shared one is changed by its maker and by holders of the code whose scope reaches the organisation, by nobody else", async () => {
  const organizationId = newId();
  const maker = person({ organizationId, sharer: true });
  const { data: shared } = await save(maker, { isShared: true });
  const plain = person({ organizationId });
  assert.equal((await edit(plain, shared, { name: "改名" })).msg, forbidden);
  assert.equal((await remove(plain, shared)).msg, forbidden);
  const ownOnly: DataScope = { all: false, organizations: null, selfId: newId() };
  const short = person({ organizationId, sharer: true, scope: ownOnly });
  assert.equal((await edit(short, shared, { name: "改名" })).msg, forbidden);
  const keeper = person({ organizationId, sharer: true });
  assert.equal((await shown(keeper))[0]?.mayChange, true);
  const { data: changed } = await edit(keeper, shared, { name: "由他人改" });
  assert.equal(changed.name, "由他人改");
  const outside = person({ sharer: true });
  assert.equal((await edit(outside, changed, { name: "外人" })).msg, absent);
  assert.equal((await remove(keeper, changed)).success, true);

  const { data: left } = await save(maker, { name: "留下", isShared: true });
  const moved = {
    ...maker,
    token: app.admit("keeper moved", { ...maker, organizationId: newId(), permissions: ["probe:probe:list"] }),
  };
  assert.equal((await edit(moved, left, { name: "仍是我的" })).success, true);
});

test("PF-R131 one default per person and list: the newer takes the place of the older, each person has an own one", async () => {
  const organizationId = newId();
  const [maker, reader] = [person({ organizationId, sharer: true }), person({ organizationId })];
  const { data: shared } = await save(maker, { name: "全店", isShared: true });
  const { data: own } = await save(reader, { name: "自用", filters: { level: "B" } });
  await choose(reader, own);
  await choose(reader, shared);
  assert.deepEqual(await defaults(reader), [{ list: LIST, filters: { level: "A" } }]);
  assert.deepEqual(
    (await shown(reader)).map(({ name, isDefault }) => [name, isDefault]).toSorted(),
    [
      ["全店", true],
      ["自用", false],
    ].toSorted(),
  );
  assert.deepEqual(await defaults(maker), []);
  assert.deepEqual(
    (await shown(maker)).map(({ isDefault }) => isDefault),
    [false],
  );
  await choose(reader, own, false); // was not the default: nothing changes
  assert.equal((await defaults(reader)).length, 1);
  await choose(reader, shared, false);
  assert.deepEqual(await defaults(reader), []);
  await choose(reader, shared);
  await edit(maker, shared, { isShared: false });
  assert.deepEqual(await defaults(reader), [], "what is no longer shared opens no list");
  await choose(reader, own);
  await remove(reader, own);
  assert.deepEqual(await defaults(reader), []);
});

test("PF-R131 only a list of the product that the person may read takes filters, and only what it is filtered by", async () => {
  const mine = person();
  const refusal = async (given: Partial<NewFilter>) => (await save(mine, given)).msg;
  assert.equal(await refusal({ list: "/probe/v1/nothing" }), "该列表不存在，不能保存筛选");
  assert.equal(await refusal({ list: "/probe/v1/probes/{id}" }), "该列表不存在，不能保存筛选");
  assert.equal(await refusal({ list: contract.countUnreadNotices.path }), "该列表不存在，不能保存筛选");
  assert.equal((await save(person({ permissions: [] }))).msg, forbidden);
  const asked = await app.call(contract.listSavedFilters, { query: { list: LIST } }, person({ permissions: [] }));
  assert.equal(asked.msg, forbidden);
  assert.equal(await refusal({ filters: {} }), "没有可以保存的筛选条件");
  assert.equal(await refusal({ filters: { colour: "红" } }), "该列表没有这个筛选条件");
  for (const turning of ["pageNo", "pageSize", "sortBy", "sortOrder"]) {
    assert.equal(await refusal({ filters: { [turning]: "1" } }), "该列表没有这个筛选条件");
  }
  assert.equal(await refusal({ filters: { keyword: "长".repeat(51) } }), "keyword的筛选值不正确");
  const { data: saved } = await save(mine);
  assert.equal((await edit(mine, saved, { filters: { colour: "红" } })).msg, "该列表没有这个筛选条件");
});

test("PF-R131 what names somebody is never kept: whole values, and numbers of people in any text", async () => {
  const mine = person();
  const told = (label: string) => `${label}含个人信息或须按完整号码查询，不能保存`;
  assert.equal((await save(mine, { filters: { level: "A", phone: "13812345678" } })).msg, told("手机号"));
  for (const text of ["13812345678", "11010119900101002X", "li@example.com"]) {
    assert.equal((await save(mine, { filters: { keyword: `找 ${text}` } })).msg, told("keyword"));
  }
  assert.deepEqual(await shown(mine), []);
});

test("PF-R131 of a filter that was saved long ago, only what the list still takes is applied", async () => {
  const mine = person();
  const { data: saved } = await save(mine, { filters: { level: "A" } });
  const old = { level: "A", gone: "x", keyword: "长".repeat(51), phone: "13812345678", pageNo: "7" };
  await app.rows("update saved_filter set filters = $1 where id = $2", [JSON.stringify(old), saved.id]);
  await choose(mine, saved);
  assert.deepEqual((await shown(mine))[0]?.filters, { level: "A" });
  assert.deepEqual(await defaults(mine), [{ list: LIST, filters: { level: "A" } }]);
  await app.rows("update saved_filter_default set list = '/gone' where filter_id = $1", [saved.id]);
  await app.rows("update saved_filter set list = '/gone' where id = $1", [saved.id]);
  assert.deepEqual(await defaults(mine), [], "a list that has gone opens with nothing");
  await app.rows("update saved_filter set list = $1 where id = $2", [LIST, saved.id]);
  const moved = { ...mine, token: app.admit("keeper without", { ...mine, permissions: [] }) };
  assert.deepEqual(await defaults(moved), [], "nor does one that the person may no longer read");
});
