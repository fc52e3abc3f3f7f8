import assert from "node:assert/strict";
import { test } from "node:test";
import { givenPaper, givenPartner, givenStore as givenPartnerStore, givenStaff } from "@ops/partner/server/testing";
import { addDays, dayOf } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { givenSeat } from "../headcount/testing.ts";
import type { StoreRow } from "../site/tables.ts";
import { givenFile, givenProject, givenStore, givenStorePositions, givenStoreStaff, testApp } from "../testing.ts";

const app = testApp();
const permissions = ["store:store:list", "store:store:view", "store:store:open"];
const client = () => app.signIn({ permissions, scope: "ALL" });
type Client = Awaited<ReturnType<typeof client>>;

const itemsOf = async (by: Client, { id }: Pick<StoreRow, "id">) =>
  (await by.call(contract.getReadiness, { params: { id } })).data;
const missingOf = async (by: Client, store: Pick<StoreRow, "id">) =>
  (await itemsOf(by, store)).flatMap(({ no, isReady, note }) => (isReady ? [] : [[no, note]]));
const change = ({ id }: Pick<StoreRow, "id">, set: string, ...values: unknown[]) =>
  app.rows(`update store set ${set} where id = $1`, [id, ...values]);
const keepHours = (id: string) =>
  app.rows(
    "insert into store_hours (id, created_at, created_by, updated_at, updated_by, week) values ($1::uuid, now(), $1, now(), $1, '[]')",
    [id],
  );
async function givenTemplate(storeType: string, positionCode: string, minOpen: number) {
  const id = newId();
  await app.rows(
    `insert into headcount_template (id, created_at, created_by, updated_at, updated_by, store_type, store_level, position_code, quota, min_open)
     values ($1::uuid, now(), $1, now(), $1, $2, 'C', $3, 9, $4)`,
    [id, storeType, positionCode, minOpen],
  );
}

test("ST-R4 readiness names each thing that is missing with its number, and a store opens when nothing is", async () => {
  await givenStorePositions(app);
  await givenTemplate("USER", "salesAdvisor", 2);
  await givenTemplate("USER", "deliverySpecialist", 0);
  const [me, store] = [await client(), await givenStore(app, { state: "PREPARING", storeType: "USER" })];
  assert.deepEqual(await missingOf(me, store), [
    [1, "缺少地址、坐标、服务电话"],
    [2, "未维护，当前为默认营业时间"],
    [3, "缺少主体名称、统一社会信用代码、营业执照"],
    [4, "未设置店长"],
    [5, "销售顾问 0/2"],
  ]);
  const list = "地址、坐标与服务电话、营业时间已维护、主体与营业执照、店长在岗、各岗位在岗人数";
  for (const act of [contract.startTrial, contract.openStore]) {
    const refused = await me.call(act, { params: { id: store.id }, body: { version: 1 } });
    assert.deepEqual([refused.msgCode, refused.msg], ["STORE_OPEN_NOT_READY", `开业条件未满足：${list}`]);
  }

  await change(store, "address = '南京路1号', lng = 121.4, lat = 31.2");
  assert.deepEqual((await missingOf(me, store))[0], [1, "缺少服务电话"]);
  await change(store, "phone = '4001234567', legal_entity = '某公司', license_no = '91350100M000100Y43'");
  await keepHours(store.id);
  assert.deepEqual((await missingOf(me, store))[0], [3, "缺少营业执照"]);
  await change(store, "license_file_id = $2", await givenFile(app, "store", store.id));

  const leader = (await app.signIn()).user.id;
  await givenSeat(app, { storeId: store.id, state: "IN_POST" });
  await app.rows("update organization set leader_user_id = $2 where id = $1", [store.id, leader]);
  assert.deepEqual(await missingOf(me, store), [
    [4, "店长不是本店在岗人员"],
    [5, "销售顾问 1/2"],
  ]);
  const person = await givenSeat(app, { storeId: store.id, state: "TRAINING", userId: leader });
  assert.deepEqual((await missingOf(me, store)).length, 2, "somebody in training is not in post");
  await app.rows("update store_staff set state = 'IN_POST' where id = $1", [person]);
  assert.deepEqual(await missingOf(me, store), []);
  assert.equal((await itemsOf(me, store)).find(({ key }) => key === "HEADS")?.note, "销售顾问 2/2");

  const project = await givenProject(app, { storeId: store.id });
  assert.deepEqual(await missingOf(me, store), [[6, "尚未验收"]]);
  const unverified = await me.call(contract.openStore, { params: { id: store.id }, body: { version: 1 } });
  assert.equal(unverified.msgCode, "STORE_OPEN_NOT_READY", "a trial needs no verification, the opening does");
  const trial = await me.call(contract.startTrial, { params: { id: store.id }, body: { version: 1 } });
  assert.deepEqual([trial.msg, trial.data.state, trial.data.openedOn], ["", "TRIAL", null]);
  await app.rows("update store_project set state = 'TERMINATED' where id = $1", [project.id]);
  const opened = await me.call(contract.openStore, { params: { id: store.id }, body: { version: 2 } });
  assert.deepEqual([opened.data.state, opened.data.openedOn], ["OPEN", dayOf(app.now())]);
  const told = (await app.published(contract.storeOpened)).filter(({ storeId }) => storeId === store.id);
  assert.deepEqual(
    told.map((one) => one.trial),
    [true, false],
  );
  const again = await me.call(contract.openStore, { params: { id: store.id }, body: { version: 3 } });
  assert.equal(again.msg, "门店当前状态为【营业中】，不能执行【开业】");
});

test("ST-R4 a store of a partner counts the people of its partner and trades under the partner's licence", async () => {
  await givenStorePositions(app);
  await givenTemplate("MALL", "salesAdvisor", 1);
  const partner = await givenPartner(app);
  await givenPaper(app, partner, { kind: "LICENSE" });
  const organization = await givenPartnerStore(app, partner);
  const facts = { address: "路1号", lng: 121.4, lat: 31.2, phone: "4001234567" };
  const own = { organization, operateMode: "PARTNER", partnerId: partner.id, state: "PREPARING" } as const;
  const store = await givenStore(app, { ...facts, ...own, storeType: "MALL" });
  await keepHours(store.id);
  const [me, leader] = [await client(), await givenStaff(app, { partner, storeId: store.id, roleIds: [] })];
  assert.deepEqual(await missingOf(me, store), [[4, "未设置店长"]]);
  await app.rows("update organization set leader_user_id = $2 where id = $1", [store.id, leader.userId]);
  assert.deepEqual(await missingOf(me, store), []);
  await app.rows("update partner_staff set state = 'LEAVING', leave_on = current_date where id = $1", [leader.id]);
  assert.deepEqual(
    (await missingOf(me, store)).map(([no]) => no),
    [4, 5],
  );
});

test("ST-R4 the share of certified people of each training standard is the seventh item", async () => {
  await givenStorePositions(app);
  const [me, store] = [await client(), await givenStore(app, { state: "PREPARING", storeType: "SERVICE" })];
  const itemOf = async () => (await itemsOf(me, store)).find(({ key }) => key === "CERTS");
  assert.partialDeepStrictEqual(await itemOf(), { no: 7, isReady: true, note: "没有认证率要求" });
  await app.rows(
    `insert into train_standard (id, created_at, created_by, updated_at, updated_by, store_type, store_level, position_code, min_heads,
       min_cert_pct, lead_days)
     values ($1::uuid, now(), $1, now(), $1, 'SERVICE', 'C', 'salesAdvisor', 9, 50, 10)`,
    [newId()],
  );
  const person = (certState: "CERTIFIED" | "EXPIRED") => givenStoreStaff(app, { storeId: store.id, certState });
  await person("EXPIRED");
  assert.partialDeepStrictEqual(await itemOf(), { isReady: false, note: "销售顾问 0/1" });
  await person("CERTIFIED");
  assert.partialDeepStrictEqual(await itemOf(), { isReady: true, note: "销售顾问 1/2" });
  await person("EXPIRED");
  assert.partialDeepStrictEqual(await itemOf(), { isReady: false, note: "销售顾问 1/3" });
});

test("ST-R4 the licence of a partner counts once it is checked and as long as it is valid, whatever the partner's state", async () => {
  const [me, today] = [await client(), dayOf(app.now())];
  for (const state of ["ONBOARDING", "ACTIVE"] as const) {
    const partner = await givenPartner(app, { state });
    const organization = await givenPartnerStore(app, partner);
    const own = { organization, operateMode: "PARTNER", partnerId: partner.id, state: "PREPARING" } as const;
    const store = await givenStore(app, own);
    const license = async () => (await itemsOf(me, store)).find(({ key }) => key === "LICENSE");
    const lacking = { no: 3, isReady: false, note: `合作伙伴${partner.shortName}没有有效的营业执照` };
    assert.partialDeepStrictEqual(await license(), lacking, "nothing was uploaded");
    await givenPaper(app, partner, { kind: "ACCOUNT" });
    await givenPaper(app, partner, { kind: "LICENSE", state: "WAITING" });
    await givenPaper(app, partner, { kind: "LICENSE", expireOn: addDays(today, -1) });
    assert.partialDeepStrictEqual(await license(), lacking, "one waits for its review, one has ended");
    await givenPaper(app, partner, { kind: "LICENSE", expireOn: today });
    const held = { no: 3, isReady: true, note: `使用合作伙伴${partner.shortName}的主体` };
    assert.partialDeepStrictEqual(await license(), held);
  }
});
