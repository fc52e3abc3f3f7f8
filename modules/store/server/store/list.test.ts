import assert from "node:assert/strict";
import { test } from "node:test";
import { givenOrganization } from "@ops/authority/server/testing";
import { givenPartner } from "@ops/partner/server/testing";
import { addDays, type CallInput, dayOf, searchRefs } from "@ops/platform/contract";
import * as contract from "../../contract/index.ts";
import { givenSeat } from "../headcount/testing.ts";
import { givenStore, givenStorePositions, testApp } from "../testing.ts";
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
    { cityCode: "330100" },
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
  const hq = await app.signIn({ boolAdmin: true });
  const cells = [full, short].map(({ id: storeId }) => ({ storeId, positionCode: "salesAdvisor", quota: 1 }));
  await hq.call(contract.saveQuotas, { body: { effectiveFrom: dayOf(app.now()), reason: "编制", cells } });
  await givenSeat(app, { storeId: full.id, state: "IN_POST" });
  const counts = await client.call(contract.countStores, {});
  assert.deepEqual(counts.data, { open: 2, preparing: 1, short: 1, rentEnding: 1 });
  const shown = await client.call(contract.listStores, { query: { isShort: "1" } });
  assert.deepEqual(
    shown.data.list.map(({ id, quota, occupied, vacancy }) => [id, quota, occupied, vacancy]),
    [[short.id, 1, 0, 1]],
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
