import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays, dayOf } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { givenChecks, givenNodes, givenProject, testApp } from "../testing.ts";

const app = testApp();
const permissions = ["template:list", "template:edit", "managerSetting:list", "managerSetting:edit"].map(
  (code) => `store:${code}`,
);
const client = () => app.signIn({ permissions });
const whyNot = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];
const body = { kind: "CLOSE" as const, storeType: null, nodes: givenNodes, checks: givenChecks, ver: 0 };
const [build, train, open] = givenNodes;
assert.ok(build && train && open);

test("store 12 each save of a template is the next version, and the list shows the latest", async () => {
  const me = await client();
  const save = (more: object) => me.call(contract.saveProjectTemplate, { body: { ...body, ...more } });
  const first = await save({});
  assert.deepEqual([first.msg, first.data.ver], ["", 1]);
  assert.equal((await save({ ver: 1 })).data.ver, 2);
  const stale = await save({ ver: 1 });
  assert.equal(stale.msgCode, "COMMON_VERSION_CONFLICT");
  const own = await save({ storeType: "POPUP" });
  assert.equal(own.data.ver, 1, "a type of store has versions of its own");
  const { data } = await me.call(contract.listProjectTemplates, {});
  const shown = data.filter(({ kind }) => kind === "CLOSE").map(({ storeType, ver }) => [storeType, ver]);
  assert.deepEqual(
    shown.toSorted(),
    [
      ["POPUP", 1],
      [null, 2],
    ].toSorted(),
  );
});

test("store 2.2 the points of each verification add up to 100", async () => {
  const me = await client();
  const refused = async (checks: typeof givenChecks) =>
    whyNot(await me.call(contract.saveProjectTemplate, { body: { ...body, kind: "MOVE", checks } }));
  const less = givenChecks.map((check) => ({ ...check, maxScore: 40 }));
  assert.deepEqual(await refused(less), ["STORE_CHECK_SUM", "开业验收的验收项满分合计须为100"]);
  const twice = givenChecks.map((check) => ({ ...check, code: "O1" }));
  assert.deepEqual(await refused(twice), ["STORE_CHECK_CODE", "验收项编码重复：O1"]);
});

test("ST-R20 a template with a circle, an unknown node or not exactly one opening is refused", async () => {
  const me = await client();
  const refused = async (nodes: typeof givenNodes) =>
    whyNot(await me.call(contract.saveProjectTemplate, { body: { ...body, kind: "MOVE", nodes } }));
  assert.deepEqual(await refused([{ ...build, predecessorCodes: ["OPN"] }, train, open]), [
    "STORE_NODE_CYCLE",
    "前置节点存在循环依赖：BLD→TRN→OPN→BLD",
  ]);
  assert.deepEqual(await refused([train, open]), ["STORE_NODE_UNKNOWN", "前置节点不存在：BLD"]);
  assert.deepEqual(await refused([build, build, train, open]), ["STORE_NODE_CODE", "节点编码重复：BLD"]);
  assert.deepEqual(await refused([build, train]), ["STORE_NODE_OPENING", "须有且只有一个开业阶段的节点"]);
  assert.equal((await refused([build, { ...train, stage: "OPENING" }, open]))[0], "STORE_NODE_OPENING");
});

test("ST-R26 settings of managers are saved once per person and show the load", async () => {
  const me = await client();
  const { user: person } = await app.signIn({ userName: "项目张三" });
  const today = dayOf(app.now());
  const setting = {
    regionOrgIds: [],
    cityCodes: ["310100"],
    kinds: ["NEW" as const],
    maxActive: 3,
    validFrom: today,
    validTo: null,
    isEnabled: true,
  };
  const save = (more: object, userId = person.id) =>
    me.call(contract.saveProjectManager, { params: { userId }, body: { ...setting, version: null, ...more } });
  assert.deepEqual(whyNot(await save({ validTo: addDays(today, -1) })), [
    "STORE_MANAGER_DAYS",
    "结束日期不能早于开始日期",
  ]);
  assert.equal((await save({}, newId())).msgCode, "COMMON_NOT_FOUND");
  const first = await save({});
  assert.deepEqual([first.data.userName, first.data.cityNames, first.data.active], ["项目张三", ["上海市"], 0]);
  await givenProject(app, { managerUserId: person.id });
  await givenProject(app, { managerUserId: person.id, state: "DRAFT" });
  assert.equal((await save({ maxActive: 4 })).msgCode, "COMMON_VERSION_CONFLICT");
  const second = await save({ maxActive: 4, version: 1 });
  assert.deepEqual([second.data.maxActive, second.data.active], [4, 1], "only running projects count");
  const { data } = await me.call(contract.listProjectManagers, {});
  assert.deepEqual(
    data.map(({ userId, maxActive }) => [userId, maxActive]),
    [[person.id, 4]],
  );
});
