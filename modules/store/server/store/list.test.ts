import assert from "node:assert/strict";
import { test } from "node:test";
import { givenOrganization } from "@ops/authority/server/testing";
import { givenPartner } from "@ops/partner/server/testing";
import { addDays, type CallInput, dayOf, searchRefs, suggestAddresses } from "@ops/platform/contract";
import * as contract from "../../contract/index.ts";
import { givenSeat } from "../headcount/testing.ts";
import { givenQuota, givenStore, givenStorePositions, testApp } from "../testing.ts";
import { givenKeeper } from "./testing.ts";

const app = testApp();
type Query = NonNullable<CallInput<typeof contract.listStores>["query"]>;

/** Two stores in a region of their own, which differ in all that a list is filtered by. */
async function givenTwo() {
  const { region, client } = await givenKeeper(app);
  const today = dayOf(app.now());
  const partner = await givenPartner(app, { regionId: region.id });
  const city = await givenOrganization(app, { type: "CITY", parent: region });
  const plain = await givenStore(app, {
    organization: await givenOrganization(app, { parent: region }),
    rentEnd: addDays(today, 91),
  });
  const wanted = await givenStore(app, {
    organization: await givenOrganization(app, { parent: city }),
    storeType: "MALL",
    operateMode: "PARTNER",
    partnerId: partner.id,
    storeLevel: "S",
    state: "TRIAL",
    provinceCode: "330000",
    cityCode: "330100",
    serviceCityCodes: ["330100"],
    openedOn: "2026-03-05",
    rentEnd: addDays(today, 90),
  });
  return { client, city, plain, wanted, partner };
}

test("store 5.1 the list finds by every filter, shows organisation, city and manager, and has the same export", async () => {
  const { client, city, plain, wanted, partner } = await givenTwo();
  const found = async (query: Query) =>
    (await client.call(contract.listStores, { query })).data.list.map(({ id }) => id).toSorted();
  const [{ code } = { code: "" }] = await app.rows<{ code: string }>("select code from organization where id = $1", [
    wanted.id,
  ]);
  const asked: Query[] = [
    { keyword: wanted.storeCode ?? "" },
    { keyword: wanted.name },
    { keyword: code },
    { orgId: city.id },
    { regionCode: "330000" },
    { regionCode: "330100" },
    { storeType: "MALL" },
    { operateMode: "PARTNER" },
    { storeLevel: "S" },
    { state: "TRIAL" },
    { partnerId: partner.id },
    { openedOn: "2026-03-05,2026-03-05" },
    { isRentEnding: "1" },
  ];
  for (const query of asked) {
    assert.deepEqual(await found(query), [wanted.id], JSON.stringify(query));
  }
  assert.deepEqual(await found({ isRentEnding: "0" }), [plain.id]);
  assert.deepEqual(await found({ isIncomplete: "1" }), []);
  assert.deepEqual(await found({}), [plain.id, wanted.id].toSorted());
  const { data } = await client.call(contract.listStores, { query: { state: "TRIAL" } });
  const [row] = data.list;
  assert.deepEqual(
    [row?.orgCode, row?.cityName, row?.partnerName, row?.managerName, row?.quota],
    [code, "杭州市", partner.fullName, null, 0],
  );
  const picked = await client.call(searchRefs, {
    params: { kind: "store" },
    query: { by: contract.listStores.permission, keyword: code },
  });
  assert.deepEqual(
    picked.data.map(({ id, no }) => [id, no]),
    [[wanted.id, wanted.storeCode]],
  );
});

test("store 5.1 the cards count what is open, prepared, short of people and at the end of its rent", async () => {
  await givenStorePositions(app);
  const { region, client, create } = await givenKeeper(app);
  const [full, short] = [
    await givenStore(app, { organization: await givenOrganization(app, { parent: region }) }),
    await givenStore(app, { organization: await givenOrganization(app, { parent: region }) }),
  ];
  await create({ rentEnd: dayOf(app.now()) });
  const closed = await givenStore(app, {
    organization: await givenOrganization(app, { parent: region }),
    state: "CLOSED",
    rentEnd: dayOf(app.now()),
  });
  await app.rows("update store set rent_end = $2 where id = $1", [full.id, addDays(dayOf(app.now()), -1)]);
  const hq = await app.signIn({ boolAdmin: true });
  const elsewhere = await givenStore(app);
  await givenSeat(app, { storeId: short.id, state: "IN_POST", positionCode: "storeManager" });
  const cells = [full, short].map(({ id: storeId }) => ({
    storeId,
    positionCode: "salesAdvisor",
    quota: 1,
  }));
  await hq.call(contract.saveQuotas, { body: { effectiveFrom: dayOf(app.now()), reason: "编制", cells } });
  await givenQuota(app, closed.id, 1);
  await givenQuota(app, elsewhere.id, 1);
  await givenSeat(app, { storeId: full.id, state: "IN_POST" });
  const counts = await client.call(contract.countStores, {});
  assert.deepEqual(counts.data, { open: 2, preparing: 1, short: 1, rentEnding: 1 });
  const shown = await client.call(contract.listStores, { query: { isShort: "1" } });
  assert.deepEqual(
    shown.data.list.map(({ id, quota, occupied, vacancy }) => [id, quota, occupied, vacancy]),
    [[short.id, 1, 1, 1]],
    "a position with too many people fills no other one",
  );
  const rest = await client.call(contract.listStores, { query: { isShort: "0", state: "OPEN" } });
  assert.deepEqual(
    rest.data.list.map(({ id }) => id),
    [full.id],
  );
});

test("store 7 who may not edit the facts of a store still changes its phone and pictures", async () => {
  const store = await givenStore(app);
  const permissions = ["store:store:view", "store:store:edit"];
  const client = await app.signIn({ organization: { id: store.id }, permissions, scope: "ORG" });
  await app.rows(
    `update role set field_rules = '{"store.facts":"READ"}' where id in (select role_id from role_grant g
     join membership m on m.id = g.membership_id where m.user_id = $1)`,
    [client.user.id],
  );
  const edit = (body: object) =>
    client.call(contract.editStore, { params: { id: store.id }, body: { version: store.version, ...body } });
  const refused = await edit({ phone: "021-12345678", address: "南京路1号" });
  assert.deepEqual(
    [refused.msgCode, refused.msg],
    ["COMMON_FORBIDDEN", "您没有修改「门店资料（电话与图片除外）」的权限"],
  );
  const edited = await edit({ phone: "021-12345678", imageIds: [] });
  assert.deepEqual([edited.msg, edited.data.phone, edited.data.name], ["", "021-12345678", store.name]);
  assert.equal((await edit({ phone: "12345" })).msg, "服务电话格式不正确");
});

test("store 15 addresses of stores are suggested to those who may list them", async () => {
  const { region, client } = await givenKeeper(app);
  const place = async (name: string, wishes: object) => {
    const organization = await givenOrganization(app, { parent: region, name });
    return givenStore(app, { organization, districtCode: "310109", ...wishes });
  };
  await place("建议一店", { address: "提示路1号", lng: 121.4, lat: 31.2 });
  await place("建议二店", { address: "提示路2号", districtCode: null });
  await place("提示路店", { address: null });
  await place("建议四店", { address: "提示路4号", state: "CLOSED" });
  await givenStore(app, { address: "提示路5号" });
  const suggested = async (by: typeof client, keyword: string, cityCode?: string) => {
    const { data } = await by.call(suggestAddresses, { query: { keyword, ...(cityCode ? { cityCode } : {}) } });
    return data.map(({ name, address, regionCode, lng }) => [name, address, regionCode, lng]);
  };
  const [first, second] = [
    ["建议一店", "提示路1号", "310109", 121.4],
    ["建议二店", "提示路2号", "310100", null],
  ];
  assert.deepEqual(await suggested(client, "提示路"), [first, second]);
  assert.deepEqual(await suggested(client, "建议一"), [first], "also by the name");
  assert.deepEqual(await suggested(client, "提示路", "310100"), [first, second]);
  assert.deepEqual(await suggested(client, "提示路", "330100"), []);
  const stranger = await app.signIn({ permissions: ["store:staff:list"] });
  assert.deepEqual(await suggested(stranger, "提示路"), []);
});
