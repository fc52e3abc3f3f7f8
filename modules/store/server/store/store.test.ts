import assert from "node:assert/strict";
import { test } from "node:test";
import { givenOrganization } from "@ops/authority/server/testing";
import { givenPartner } from "@ops/partner/server/testing";
import { newId } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { givenMove, givenSeat } from "../headcount/testing.ts";
import { givenProject, givenStore, givenStorePositions, testApp } from "../testing.ts";
import { givenCity, givenKeeper, organizationOf } from "./testing.ts";

const app = testApp();

test("ST-R1 codes run on in each city, skip those typed by hand, and are never given twice", async () => {
  const { create } = await givenKeeper(app);
  const codes: (string | null)[] = [];
  for (const storeCode of [undefined, "S430100003", undefined, undefined]) {
    codes.push((await create({ regionCode: "430102", ...(storeCode ? { storeCode } : {}) })).data.storeCode);
  }
  assert.deepEqual(codes, ["S430100001", "S430100003", "S430100002", "S430100004"]);
  const again = await create({ regionCode: "430102", storeCode: "S430100004" });
  assert.deepEqual(
    [again.msgCode, again.msg, again.data],
    ["STORE_CODE_DUP", "门店编码已存在", { field: "storeCode" }],
  );
  await app.rows("update store_code_counter set last_number = 998 where city_code = '430100'");
  assert.equal((await create({ regionCode: "430102" })).data.storeCode, "S430100999");
  const full = await create({ regionCode: "430102" });
  assert.deepEqual([full.msgCode, full.msg], ["STORE_CODE_FULL", "该城市门店编码已用完"]);
});

test("ST-R1 ten stores at the same time get ten codes", async () => {
  const { create } = await givenKeeper(app);
  const made = await Promise.all(Array.from({ length: 10 }, () => create({ regionCode: "370102" })));
  assert.deepEqual(
    made.map(({ data }) => data.storeCode).toSorted(),
    Array.from({ length: 10 }, (_, at) => `S370100${String(at + 1).padStart(3, "0")}`),
  );
});

test("ST-R1 while it is prepared a new city draws a new code; later code and city stay", async () => {
  const { client, create } = await givenKeeper(app);
  const { data: store } = await create({ regionCode: "320102" });
  const edit = (body: object) =>
    client.call(contract.editStore, { params: { id: store.id }, body: { version: 1, ...body } });
  const moved = await edit({ regionCode: "320505" });
  assert.deepEqual(
    [store.storeCode, moved.data.storeCode, moved.data.serviceCityCodes, moved.data.cityName],
    ["S320100001", "S320500001", ["320500"], "苏州市"],
  );
  assert.equal((await organizationOf(app, store.id))?.regionCode, "320505");
  const typed = await edit({ storeCode: "SZ-001", version: 2 });
  assert.equal(typed.data.storeCode, "SZ-001");
  await app.rows("update store set state = 'OPEN' where id = $1", [store.id]);
  const locked = await edit({ regionCode: "320102", version: 3 });
  assert.deepEqual(
    [locked.msgCode, locked.msg, locked.data],
    ["STORE_CODE_LOCKED", "门店编码与城市不可修改", { field: "regionCode" }],
  );
  const kept = await edit({ storeCode: "SZ-002", version: 3 });
  assert.deepEqual([kept.msgCode, kept.data], ["STORE_CODE_LOCKED", { field: "storeCode" }]);
  const district = await edit({ regionCode: "320506", storeCode: "SZ-001", version: 3 });
  assert.deepEqual([district.msg, district.data.districtCode], ["", "320506"], "another district is the same city");
  const unknown = await givenStore(app, {
    organization: await givenOrganization(app),
    storeCode: null,
    cityCode: null,
    provinceCode: null,
    serviceCityCodes: [],
  });
  const hq = await app.signIn({ boolAdmin: true });
  const complete = (body: object) =>
    hq.call(contract.editStore, { params: { id: unknown.id }, body: { version: 1, ...body } });
  assert.equal((await complete({ storeCode: "SZ-009" })).msgCode, "STORE_CODE_LOCKED", "no code without a city");
  assert.equal((await complete({ lng: 87.6, lat: 43.8 })).msg, "", "any place may be in a city that is not known");
  const found = await complete({ regionCode: "320102", version: 2, isConfirmed: true });
  assert.equal(found.data.storeCode, "S320100002", "an adopted store gets its code with its city, in any state");
});

test("ST-R2 a name is unique among the stores of a city that are not closed", async () => {
  const { client, create } = await givenKeeper(app);
  const { data: first } = await create({ name: "同名体验中心", regionCode: "330102" });
  const refused = await create({ name: "同名体验中心", regionCode: "330105" });
  assert.deepEqual(
    [refused.msgCode, refused.msg, refused.data],
    ["STORE_NAME_DUP", "同城已存在同名门店", { field: "name" }],
  );
  const { data: other } = await create({ regionCode: "330102" });
  const rename = (name: string) =>
    client.call(contract.editStore, { params: { id: other.id }, body: { name, version: other.version } });
  assert.equal((await rename("同名体验中心")).msgCode, "STORE_NAME_DUP");
  const elsewhere = await givenKeeper(app);
  const distant = await elsewhere.create({ name: "同名体验中心", regionCode: "330203" });
  assert.equal(distant.msg, "", "another city");
  const back = { params: { id: distant.data.id }, body: { regionCode: "330106", version: 1 } };
  assert.equal((await elsewhere.client.call(contract.editStore, back)).msgCode, "STORE_NAME_DUP", "it comes to theirs");
  await app.rows("update store set state = 'CLOSED' where id = $1", [first.id]);
  const third = await givenKeeper(app);
  assert.equal((await third.create({ name: "同名体验中心", regionCode: "330105" })).msg, "", "the first is closed");
});

test("ST-R3 coordinates lie in the country; neighbours and other cities are confirmed, and that is logged", async () => {
  const { client, create } = await givenKeeper(app);
  const at = (lng: number | null, lat: number | null, more: object = {}) =>
    create({ regionCode: "310109", lng, lat, ...more });
  for (const [lng, lat, field] of [
    [73.32, 31, "lng"],
    [135.06, 31, "lng"],
    [121, 3.5, "lat"],
    [121, 53.56, "lat"],
  ] as const) {
    const { msgCode, msg, data } = await at(lng, lat, { isConfirmed: true });
    assert.deepEqual([msgCode, msg, data], ["STORE_GEO_RANGE", "经纬度超出范围", { field }], `${lng} ${lat}`);
  }
  assert.equal((await at(73.33, 53.55, { isConfirmed: true })).msg, "", "the bounds belong to it");
  assert.equal((await at(135.05, 3.51, { isConfirmed: true })).msg, "");
  const [east, north] = [await at(121.48, null), await at(null, 31.2)];
  assert.deepEqual([east.msgCode, east.data, north.data], ["STORE_GEO_PAIR", { field: "lat" }, { field: "lng" }]);
  const next = await givenStore(app, { name: "邻店", lng: 121.48, lat: 31.26, state: "TRIAL" });
  await givenStore(app, { name: "筹备店", lng: 121.6, lat: 31.2, state: "PREPARING" });
  const near = await at(121.48, 31.2608);
  assert.deepEqual([near.msgCode, near.msg], ["STORE_NEAR", "100米内已有同类门店「邻店」"], "89 m");
  const [far, other] = [await at(121.48, 31.261), await at(121.48, 31.26, { storeType: "USER" })];
  assert.deepEqual([far.msg, other.msg], ["", ""], "111 m, and another type");
  const change = async (id: string, body: object) =>
    (await client.call(contract.editStore, { params: { id }, body: { version: 1, ...body } })).msgCode;
  assert.equal(await change(far.data.id, { lat: 31.2601 }), "STORE_NEAR", "it comes nearer");
  assert.equal(await change(other.data.id, { storeType: "EXPERIENCE" }), "STORE_NEAR", "it becomes one of the type");
  assert.equal(await change(other.data.id, { regionCode: "330102" }), "STORE_GEO_CITY", "it says to be elsewhere");
  const aside = await at(121.49, 31.26);
  assert.equal(await change(aside.data.id, { lng: 121.4801 }), "STORE_NEAR");
  const hq = await app.signIn({ boolAdmin: true });
  const own = { params: { id: next.id }, body: { lat: 31.2595, version: 1 } };
  assert.equal((await hq.call(contract.editStore, own)).msg, "", "no store is its own neighbour");
  await app.rows("update store set lat = 31.26 where id = $1", [next.id]);
  assert.equal((await at(121.6, 31.2)).msg, "", "the neighbour does not trade");
  const city = await at(116.4, 39.9);
  assert.deepEqual([city.msgCode, city.msg], ["STORE_GEO_CITY", "坐标不在所选城市"]);
  const kept = await at(116.4, 39.9, { isConfirmed: true });
  assert.equal(kept.msg, "");
  const [log] = await app.rows<{ reason: string }>("select reason from audit_log where biz_id = $1", [kept.data.id]);
  assert.equal(log?.reason, "仍要保存：坐标不在所选城市");
  const edit = (body: object) =>
    client.call(contract.editStore, { params: { id: kept.data.id }, body: { version: kept.data.version, ...body } });
  assert.equal((await edit({ lng: 121.48, lat: 31.2601 })).msgCode, "STORE_NEAR");
  assert.equal((await edit({ phone: "021-12345678" })).msg, "", "what was confirmed is not asked again");
});

test("ST-R6 a store comes with its organisation: below the city of its region, else below the region", async () => {
  const { region, client, create } = await givenKeeper(app);
  const city = await givenCity(app, region, "440300");
  const { data: store } = await create({
    name: "深圳测试店",
    regionCode: "440304",
    address: "深南大道1号",
    phone: "0755-12345678",
  });
  assert.deepEqual(await organizationOf(app, store.id), {
    name: "深圳测试店",
    code: store.storeCode,
    type: "STORE",
    status: "ENABLED",
    parentId: city.id,
    refModule: "store",
    address: "深南大道1号",
    regionCode: "440304",
  });
  assert.deepEqual(
    [store.state, store.provinceCode, store.cityCode, store.districtCode, store.storeLevel, store.serviceCityCodes],
    ["PREPARING", "440000", "440300", "440304", "C", ["440300"]],
  );
  const { data: delivery } = await create({
    storeType: "DELIVERY",
    regionCode: "440106",
    serviceCityCodes: ["440300"],
  });
  assert.deepEqual(delivery.serviceCityCodes, ["440100", "440300"], "the own city is always served");
  const made = await organizationOf(app, delivery.id);
  assert.deepEqual([made?.type, made?.parentId], ["DELIVERY", region.id]);
  const edited = await client.call(contract.editStore, {
    params: { id: store.id },
    body: { name: "深圳改名店", address: null, regionCode: "440106", version: store.version },
  });
  assert.equal(edited.msg, "");
  assert.ok((await app.published(contract.storeChanged)).some(({ storeId }) => storeId === store.id));
  const renamed = await organizationOf(app, store.id);
  assert.deepEqual([renamed?.name, renamed?.address, renamed?.parentId], ["深圳改名店", null, region.id]);
  const none = await create({ regionId: null });
  assert.deepEqual([none.msgCode, none.msg], ["STORE_REGION", "请选择大区"]);
  const foreign = await create({ regionId: (await givenOrganization(app, { type: "REGION" })).id });
  assert.equal(foreign.msgCode, "STORE_REGION", "a region out of scope");
  assert.equal((await create({ regionCode: "440000" })).msg, "请选择到城市或区县");
  const swapped = await client.call(contract.editStore, {
    params: { id: delivery.id },
    body: { storeType: "FULL", version: delivery.version },
  });
  assert.equal(swapped.msg, "交付中心与其他门店类型不能互换");
});

test("ST-R8 a new store begins with the seats of its template", async () => {
  await givenStorePositions(app);
  const { create } = await givenKeeper(app);
  const hq = await app.signIn({ boolAdmin: true });
  const rows = [{ positionCode: "salesAdvisor", quota: 3, minOpen: 1 }];
  const template = { storeType: "EXPERIENCE", storeLevel: "C", rows } as const;
  await hq.call(contract.saveTemplate, { body: template });
  assert.equal((await create({ storeType: "EXPERIENCE", storeLevel: "C" })).data.quota, 3);
  await hq.call(contract.saveTemplate, { body: { ...template, rows: [] } });
});

test("ST-R6 stores of partners lie below them while they come in or work, and show their legal entity", async () => {
  const { create } = await givenKeeper(app);
  const hq = await app.signIn({ boolAdmin: true });
  const under = async (state: "ONBOARDING" | "ACTIVE" | "SUSPENDED") => {
    const partner = await givenPartner(app, { state });
    const { body } = await givenKeeper(app);
    const answer = await hq.call(contract.createStore, {
      body: body({ operateMode: "PARTNER", partnerId: partner.id, regionId: null }),
    });
    return { partner, answer };
  };
  const { partner, answer } = await under("ACTIVE");
  assert.deepEqual(
    [answer.data.partnerName, answer.data.legalEntity, answer.data.licenseNo, answer.data.isPartnersEntity],
    [partner.fullName, partner.fullName, partner.uscc, true],
  );
  assert.equal((await organizationOf(app, answer.data.id))?.parentId, partner.orgId);
  assert.equal((await under("ONBOARDING")).answer.msg, "");
  const moved = { params: { id: answer.data.id }, body: { regionCode: "320102", version: answer.data.version } };
  assert.equal((await hq.call(contract.editStore, moved)).msg, "");
  assert.equal((await organizationOf(app, answer.data.id))?.parentId, partner.orgId, "in any city");
  const stopped = (await under("SUSPENDED")).answer;
  assert.deepEqual([stopped.msgCode, stopped.msg], ["STORE_PARTNER_STATE", "合作伙伴当前为【已暂停】，不能新增门店"]);
  assert.equal((await create({ operateMode: "AUTHORIZED" })).msg, "请选择合作伙伴");
  const direct = await hq.call(contract.createStore, {
    body: { ...(await givenKeeper(app)).body(), partnerId: partner.id },
  });
  assert.equal(direct.msg, "直营门店没有合作伙伴");
});

test("ST-R6 a store that was never used goes with its organisation; otherwise it stays", async () => {
  const { client, create } = await givenKeeper(app);
  const remove = ({ id, version }: { id: string; version: number }) =>
    client.call(contract.removeStore, { params: { id }, query: { version } });
  const { data: store } = await create();
  await app.rows(
    `insert into store_hours (id, created_at, created_by, updated_at, updated_by, week)
     values ($1::uuid, now(), $1, now(), $1, '[]')`,
    [store.id],
  );
  await app.rows("insert into headcount (store_id, position_code) values ($1, 'salesAdvisor')", [store.id]);
  assert.equal((await remove(store)).msg, "");
  assert.equal(await organizationOf(app, store.id), undefined);
  const rest = await app.rows(
    "select id from store_hours where id = $1 union all select store_id from headcount where store_id = $1",
    [store.id],
  );
  assert.deepEqual(rest, [], "nothing of it is left");
  assert.equal((await client.call(contract.getStore, { params: { id: store.id } })).msgCode, "COMMON_NOT_FOUND");
  const { data: used } = await create();
  const staffId = await givenSeat(app, { storeId: used.id, state: "LEFT", leaveOn: "2026-02-01" });
  const refused = await remove(used);
  assert.deepEqual([refused.msgCode, refused.msg], ["STORE_USED", "门店已有业务数据，不能删除"]);
  const { data: awaited } = await create();
  const move = { staffId, from: { storeId: used.id }, effectiveDate: "2026-03-01" };
  await givenMove(app, { ...move, to: { storeId: awaited.id }, state: "APPROVED" });
  assert.equal((await remove(awaited)).msgCode, "STORE_USED", "somebody is about to come");
  const { data: past } = await create();
  await givenMove(app, { ...move, to: { storeId: past.id }, state: "REJECTED" });
  assert.equal((await remove(past)).msgCode, "STORE_USED", "somebody should have come");
  const { data: left } = await create();
  await givenMove(app, { ...move, from: { storeId: left.id }, to: { storeId: used.id }, state: "DONE" });
  assert.equal((await remove(left)).msgCode, "STORE_USED", "somebody has left it");
  const { data: planned } = await create();
  await givenProject(app, { storeId: planned.id });
  assert.equal((await remove(planned)).msgCode, "STORE_USED", "a project builds it");
  const { data: open } = await create();
  await app.rows("update store set state = 'OPEN' where id = $1", [open.id]);
  const illegal = await remove(open);
  assert.deepEqual(
    [illegal.msgCode, illegal.msg],
    ["STORE_STATE_ILLEGAL", "门店当前状态为【营业中】，不能执行【删除】"],
  );
});

test("store 2.1 a rent ends after it begins, at most 20 cities are served, and pictures belong to their store", async () => {
  const { client, create } = await givenKeeper(app);
  const [rentStart, rentEnd] = ["2026-02-02", "2026-02-01"];
  const { msgCode, msg, data } = await create({ rentStart, rentEnd });
  assert.deepEqual([msgCode, msg, data], ["STORE_RENT_DAYS", "租期结束日期不能早于开始日期", { field: "rentEnd" }]);
  const jiangsu = Array.from({ length: 13 }, (_, at) => `32${String(at + 1).padStart(2, "0")}00`);
  const zhejiang = Array.from({ length: 7 }, (_, at) => `33${String(at + 1).padStart(2, "0")}00`);
  const many = await create({ serviceCityCodes: [...jiangsu, ...zhejiang] });
  assert.deepEqual([many.msgCode, many.msg], ["STORE_CITIES", "服务城市最多20个"], "the own city is one of them");
  const imageId = newId();
  await app.rows(
    `insert into file (id, created_at, created_by, updated_at, updated_by, file_name, ext, mime, size, sha256, category,
       biz_type, uploader_id, store, status, stored_at)
     values ($1::uuid, $3, $2, $3, $2, 'a.jpg', 'jpg', 'image/jpeg', 1, sha256(''), 'IMAGE', 'store', $2::uuid, 'pg', 'TEMP', $3)`,
    [imageId, client.user.id, app.now()],
  );
  const most = { serviceCityCodes: [...jiangsu, ...zhejiang.slice(1)], rentStart, rentEnd: rentStart };
  const made = await create({ ...most, imageIds: [imageId] });
  assert.deepEqual([made.msg, made.data.serviceCityCodes.length, made.data.files.length], ["", 20, 1]);
  const [bound] = await app.rows(`select status, biz_id as "bizId" from file where id = $1`, [imageId]);
  assert.deepEqual(bound, { status: "BOUND", bizId: made.data.id });
  const second = newId();
  await app.rows(
    `insert into file (id, created_at, created_by, updated_at, updated_by, file_name, ext, mime, size, sha256, category,
       biz_type, uploader_id, store, status, stored_at)
     select $2::uuid, created_at, created_by, updated_at, updated_by, 'b.jpg', ext, mime, size, sha256, category,
       biz_type, uploader_id, store, 'TEMP', stored_at from file where id = $1`,
    [imageId, second],
  );
  const pictures = { imageIds: [imageId, second], version: 1 };
  const more = await client.call(contract.editStore, { params: { id: made.data.id }, body: pictures });
  assert.deepEqual(more.data.files.map(({ id }) => id).toSorted(), [imageId, second].toSorted());
  const [later] = await app.rows("select status from file where id = $1", [second]);
  assert.deepEqual(later, { status: "BOUND" });
  const early = await client.call(contract.editStore, { params: { id: made.data.id }, body: { rentEnd, version: 2 } });
  assert.equal(early.msgCode, "STORE_RENT_DAYS");
});
