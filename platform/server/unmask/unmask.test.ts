import assert from "node:assert/strict";
import { test } from "node:test";
import { editParam, type FieldMode, listParams, unmask, wholeValueGuessed } from "@ops/platform/contract";
import { sql } from "kysely";
import { type DataScope, everything, nothing, systemActor } from "../actor.ts";
import { newId } from "../secret/crypto.ts";
import { createProbe, listProbes, type ProbePerson, probeApp, removeProbe } from "../start/probe.ts";
import { refuseGuesser } from "./tries.ts";

const app = probeApp();
const [list, edit, inClear] = ["probe:probe:list", "probe:probe:edit", "probe:probe:unmask"];
let people = 0;

/** Makes a person with these codes and further properties. */
function person(permissions: readonly string[], more: Partial<ProbePerson> = {}) {
  const userId = newId();
  const token = app.admit(`person ${++people}`, { userId, organizationId: newId(), permissions, ...more });
  return { userId, token };
}

/** Reaches other records with the code of unmasking than with that of the list. */
const unequal = (ofList: DataScope, ofUnmask: DataScope) => ({
  actor: { scopeOf: (code: string) => (code === inClear ? ofUnmask : ofList) },
});

async function givenProbe(phone: string, level = "A") {
  const { token } = person([edit]);
  return (await app.call(createProbe, { body: { name: "甲", phone, level } }, { token })).data;
}

async function setParam(key: string, value: number) {
  const { token } = person(["platform:param:edit"]);
  const { data } = await app.call(listParams, {}, { token });
  const version = data.find((one) => one.key === key)?.version ?? 0;
  const { success } = await app.call(editParam, { params: { key }, body: { value: `${value}`, version } }, { token });
  assert.equal(success, true);
  await app.node.params.load(app.node.database.reader);
}

const shown = async (
  token: string,
  bizId: string,
  more: { bizType?: string; field?: string; reason?: string } = {},
) => {
  const { data, msg } = await app.call(
    unmask,
    { body: { bizType: "probe", bizId, field: "phone", ...more } },
    { token },
  );
  return data ? data.value : msg;
};
const forbidden = "您没有该操作的权限，请联系管理员！";
const absent = "数据不存在或已被删除";

test("PF-R104 one field in clear for a holder of the code who may read the record; each look stands in the log", async () => {
  const { id } = await givenProbe("13812345678");
  const { token, userId } = person([list, inClear]);
  assert.equal(await shown(token, id, { reason: "客户来电" }), "13812345678");
  assert.equal(await shown(token, id), "13812345678");
  const rows = await app.rows(
    `select actor_id as "by", biz_no as "bizNo", action_name as "actionName", summary, reason
      from audit_log where biz_id = $1 and summary is not null order by id`,
    [id],
  );
  const row = { by: userId, bizNo: "甲", actionName: "查看明文", summary: "查看手机号明文" };
  assert.deepEqual(rows, [
    { ...row, reason: "客户来电" },
    { ...row, reason: null },
  ]);
});

test("PF-R104 nobody else sees it: no code, no reading, out of either scope, withheld, hidden by a role, not declared", async () => {
  const { id } = await givenProbe("13812345678");
  const secret = await givenProbe("13812345678", "密");
  const fieldMode = (mode: FieldMode) => ({ fieldMode: () => mode });
  const both = [list, inClear];
  const table: [string, { token: string }, string][] = [
    ["without the code", person([list]), forbidden],
    ["without reading", person([inClear]), forbidden],
    ["out of the scope of the list", person(both, unequal(nothing, everything)), absent],
    ["out of the scope of the code", person(both, unequal(everything, nothing)), absent],
    ["hidden by a role", person(both, fieldMode("HIDE")), forbidden],
    ["masked by a role", person(both, fieldMode("MASK")), "13812345678"],
  ];
  for (const [who, { token }, answer] of table) assert.equal(await shown(token, id), answer, who);
  const { token } = person(both);
  assert.equal(await shown(token, secret.id), forbidden, "withheld by its table");
  assert.equal(await shown(token, newId()), absent);
  for (const field of ["name", "constructor"]) assert.equal(await shown(token, id, { field }), forbidden, field);
  assert.equal(await shown(token, id, { bizType: "param" }), forbidden);
  assert.equal(await shown(token, id, { bizType: "nowhere" }), forbidden);
});

test("PF-R104 a person looks so often a day and no more; others go on, and so does the next day", async () => {
  const { id } = await givenProbe("13812345678");
  await setParam("mask.dailyLimit", 2);
  const [one, two] = [person([list, inClear]), person([list, inClear])];
  for (let n = 0; n < 2; n++) assert.equal(await shown(one.token, id), "13812345678");
  assert.equal(await shown(one.token, id), "今日查看明文次数已达上限");
  assert.equal(await shown(two.token, id), "13812345678");
  app.passTime(24 * 3_600);
  assert.equal(await shown(one.token, id), "13812345678");
});

/** How many are found by a whole phone, or the refusal. */
const search = async (token: string, phone: string) => {
  const { success, data, msg } = await app.call(listProbes, { query: { phone } }, { token });
  return success ? data.total : msg;
};
const searchesOf = (userId: string) =>
  app.rows<{ bizId: string }>(
    `select biz_type as "bizType", biz_id as "bizId", summary, result, module, action
      from audit_log where actor_id = $1 and action_name = '按完整号码查询' order by id`,
    [userId],
  );
const refused = "今日按完整号码查询的次数已达上限，请明天再试或联系管理员";
const numbers = (count: number) => Array.from({ length: count }, (_, n) => `1390000${String(1000 + n)}`);

test("PF-R104 a search by a whole phone finds what is in scope and not deleted, and stands in the log under the mask", async () => {
  const { id } = await givenProbe("13700000001");
  const twin = await givenProbe("13700000001");
  await givenProbe("13700000002");
  const { token, userId } = person([list]);
  assert.equal(await search(token, "13700000001"), 2);
  assert.equal(await search(token, "13700000003"), 0);
  const blind = person([list], { scope: nothing });
  assert.equal(await search(blind.token, "13700000001"), 0);
  const row = { bizType: "probe", bizId: "", result: "SUCCESS", module: "platform", action: "SEARCH wholeValue" };
  const [found, missed] = await searchesOf(userId);
  assert.deepEqual(missed, { ...row, summary: "手机号 137****0003：未找到" });
  assert.partialDeepStrictEqual(found, { ...row, bizId: found?.bizId, summary: "手机号 137****0001：找到2条" });
  assert.ok([id, twin.id].includes(found?.bizId ?? ""));
  assert.deepEqual(await searchesOf(blind.userId), [{ ...row, summary: "手机号 137****0001：未找到" }]);
});

test("PF-R104 of numbers that nobody has, so many different ones a day are answered; then every search of the person is refused", async () => {
  await givenProbe("13600000001");
  await setParam("mask.searchMisses", 3);
  const { token, userId } = person([list]);
  const [a = "", b = "", c = "", d = ""] = numbers(4);
  const guesser = { ...systemActor, userId };
  const guess = () => app.arrange((tx) => refuseGuesser({ ...tx, actor: guesser }));
  for (const phone of [a, a, b, b, a]) assert.equal(await search(token, phone), 0, phone);
  assert.equal(await search(token, "13600000001"), 1);
  await guess();
  assert.deepEqual(await app.published(wholeValueGuessed), []);
  assert.equal(await search(token, c), 0);
  const told = { userId, name: "李四", limit: 3 };
  assert.deepEqual(await app.published(wholeValueGuessed), [told]);
  await assert.rejects(guess, { message: refused });
  assert.equal(await search(token, a), 0, "what was answered before tells nothing new");
  for (const phone of ["13600000001", d, d, a]) assert.equal(await search(token, phone), refused, phone);
  assert.deepEqual(await app.published(wholeValueGuessed), [told]);
  const last = { bizId: "", summary: `手机号 139****1000：已达上限，未查询`, result: "REFUSED" };
  assert.partialDeepStrictEqual((await searchesOf(userId)).at(-1), last);
  assert.equal(await search(person([list]).token, a), 0, "others go on");
  app.passTime(24 * 3_600);
  assert.equal(await search(token, "13600000001"), 1);
  await guess();
});

test("PF-R104 whoever looks through somebody's eyes guesses on the own account", async () => {
  await setParam("mask.searchMisses", 1);
  const viewer = { ...systemActor, userId: newId() };
  const { token } = person([list], { actor: { seenBy: viewer } });
  const [a = "", b = ""] = numbers(2);
  assert.deepEqual([await search(token, a), await search(token, b)], [0, refused]);
  const other = person([list], { actor: { seenBy: viewer } });
  assert.equal(await search(other.token, b), refused);
});

test("PF-R104 with many keys nobody guesses more often: a system counts for the people behind it", async () => {
  await setParam("mask.searchMisses", 2);
  const owner = person([list]);
  const keyOf = () => person([list], { actor: { standsFor: [owner.userId] } });
  const [a = "", b = "", c = ""] = numbers(3);
  assert.deepEqual(
    [await search(keyOf().token, a), await search(keyOf().token, a)],
    [0, 0],
    "the same is no further try",
  );
  assert.equal(await search(keyOf().token, b), 0);
  assert.deepEqual([await search(keyOf().token, c), await search(owner.token, c)], [refused, refused]);
  assert.equal(await search(person([list]).token, c), 0);
});

test("PF-R104 free for whoever may unmask every record that the list shows, and for nobody else", async () => {
  await setParam("mask.searchMisses", 1);
  const org = newId();
  const places = (...ids: string[]): DataScope => ({
    all: false,
    organizations: sql`select unnest(${ids}::uuid[])`,
    selfId: null,
  });
  const own = (selfId: string): DataScope => ({ all: false, organizations: null, selfId });
  const all = [list, edit, inClear];
  const me = newId();
  const table: [string, { token: string }, boolean][] = [
    ["all of it", person(all), true],
    ["the same scope", person(all, { scope: places(org) }), true],
    ["a wider scope of the code", person(all, unequal(places(org), places(org, newId()))), true],
    ["a narrower one", person(all, unequal(places(org, newId()), places(org))), false],
    ["some places of all", person(all, unequal(everything, places(org))), false],
    ["the own records, unmasked", person(all, unequal(own(me), own(me))), true],
    ["the own records, masked", person(all, unequal(own(me), places(org))), false],
    ["nothing but the own ones unmasked", person(all, unequal(places(org), own(me))), false],
    ["without the code", person([list, edit]), false],
    ["some records withheld", person([list, inClear]), false],
  ];
  const phones = numbers(3);
  for (const [who, { token }, isFree] of table) {
    const answers = [];
    for (const phone of phones) answers.push(await search(token, phone));
    assert.deepEqual(answers, isFree ? [0, 0, 0] : [0, refused, refused], who);
  }
});

test("PF-R104 what was removed is found by nobody any more", async () => {
  const { id } = await givenProbe("13500000001");
  const { token } = person([list, edit, inClear]);
  assert.equal(await search(token, "13500000001"), 1);
  await app.call(removeProbe, { params: { id } }, { token });
  assert.equal(await search(token, "13500000001"), 0);
  assert.equal(await shown(token, id), absent);
});
