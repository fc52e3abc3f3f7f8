import assert from "node:assert/strict";
import { test } from "node:test";
import { createOrganization, editOrganization, getOrganization } from "@ops/authority/contract";
import { addPost } from "@ops/authority/server";
import { type GivenOrganization, givenOrganization, givenUser } from "@ops/authority/server/testing";
import { givenPartner, givenStaff } from "@ops/partner/server/testing";
import { dayOf } from "@ops/platform/contract";
import { storesIn } from "../index.ts";
import { givenStorePositions, testApp } from "../testing.ts";
import { adoptStores } from "./stores.ts";

const app = testApp();
const adopt = () => app.arrange(adoptStores);

interface Adopted {
  readonly storeCode: string | null;
  readonly name: string;
  readonly storeType: string;
  readonly operateMode: string;
  readonly cityCode: string | null;
  readonly state: string;
  readonly openedOn: string | null;
  readonly closedOn: string | null;
  readonly version: number;
}

async function storeOf({ id }: { id: string }): Promise<Adopted | undefined> {
  const [row] = await app.rows<Adopted>(
    `select store_code as "storeCode", name, store_type as "storeType", operate_mode as "operateMode", city_code as "cityCode",
       state, opened_on as "openedOn", closed_on as "closedOn", version from store where id = $1`,
    [id],
  );
  return row;
}

const setRegion = ({ id }: { id: string }, code: string) =>
  app.rows("update organization set region_code = $2 where id = $1", [id, code]);

const asParent = async (id: string | null): Promise<GivenOrganization> => {
  const [found] = await app.rows<GivenOrganization>("select id, name, path, level from organization where id = $1", [
    id,
  ]);
  assert.ok(found);
  return found;
};

test("ST-R32 city and type of adopted stores: own division, CITY above, partner's first city, else 待补充", async () => {
  const city = await givenOrganization(app, { type: "CITY" });
  await setRegion(city, "440300");
  const own = await givenOrganization(app, { parent: city, name: "福州用户中心" });
  await setRegion(own, "350102");
  const below = await givenOrganization(app, { parent: city, name: "深圳湾体验中心" });
  const partner = await givenPartner(app, { cityCodes: ["510100", "500100"] });
  const partners = await givenOrganization(app, { parent: await asParent(partner.orgId), name: "成都伙伴综合店" });
  const region = await givenOrganization(app, { type: "REGION" });
  await setRegion(region, "110100");
  const lost = await givenOrganization(app, { parent: region, type: "DELIVERY", name: "无名交付用户中心" });
  await adopt();
  const facts = async (organization: { id: string }) => {
    const { cityCode, storeCode, storeType, operateMode, state } = (await storeOf(organization)) ?? {};
    return [cityCode, storeCode, storeType, operateMode, state];
  };
  assert.deepEqual(await facts(own), ["350100", "S350100001", "USER", "DIRECT", "OPEN"]);
  assert.deepEqual(await facts(below), ["440300", "S440300001", "EXPERIENCE", "DIRECT", "OPEN"]);
  assert.deepEqual(await facts(partners), ["510100", "S510100001", "FULL", "PARTNER", "OPEN"]);
  assert.deepEqual(await facts(lost), [null, null, "DELIVERY", "DIRECT", "OPEN"]);
  assert.equal((await storeOf(own))?.openedOn, dayOf(app.now()), "the day of its creation");
  const served = await app.arrange((tx) => storesIn(tx, { cityCode: "440300" }));
  assert.deepEqual(
    served.map(({ id }) => id),
    [below.id],
  );
});

test("ST-R32 a store below a partner that comes in is prepared, a disabled one is closed, and names stay apart", async () => {
  const partner = await givenPartner(app, { state: "ONBOARDING", cityCodes: ["420100"] });
  const coming = await givenOrganization(app, { parent: await asParent(partner.orgId) });
  const disabled = await givenOrganization(app, { status: "DISABLED" });
  const [first, second] = [
    await givenOrganization(app, { parent: await givenOrganization(app, { type: "REGION" }), name: "光谷店" }),
    await givenOrganization(app, { parent: await givenOrganization(app, { type: "REGION" }), name: "光谷店" }),
  ];
  const parent = await givenOrganization(app, { type: "REGION" });
  const over = await givenOrganization(app, { parent, name: "光谷店", status: "DISABLED" });
  for (const organization of [first, second, over]) await setRegion(organization, "420100");
  await adopt();
  const prepared = await storeOf(coming);
  assert.deepEqual([prepared?.state, prepared?.openedOn], ["PREPARING", null]);
  const closed = await storeOf(disabled);
  assert.deepEqual([closed?.state, closed?.closedOn], ["CLOSED", dayOf(app.now())]);
  const [{ code } = { code: "" }] = await app.rows<{ code: string }>("select code from organization where id = $1", [
    second.id,
  ]);
  assert.deepEqual([(await storeOf(first))?.name, (await storeOf(second))?.name], ["光谷店", `光谷店（${code}）`]);
  assert.equal((await storeOf(over))?.name, "光谷店", "a closed store occupies no name");
  assert.equal((await storeOf(first))?.closedOn, null);
});

test("ST-R32 people there are seated, and a second start changes nothing; two nodes make one row each", async () => {
  await givenStorePositions(app);
  const organization = await givenOrganization(app);
  await setRegion(organization, "610102");
  const user = await givenUser(app, { userType: "STORE" });
  await app.arrange((tx) =>
    addPost(tx, { userId: user.id, organizationId: organization.id, positionCode: "salesAdvisor", isPrimary: true }),
  );
  const partner = await givenPartner(app);
  const theirs = await givenOrganization(app, { parent: await asParent(partner.orgId) });
  for (const _ of [1, 2]) await givenStaff(app, { partner, storeId: theirs.id });
  const before = async () =>
    app.rows(
      "select s.id, s.version, s.updated_at, q.position_code, q.quota, q.source from store s left join headcount_quota q on q.store_id = s.id order by s.id, q.position_code",
    );
  await Promise.all([adopt(), adopt()]);
  const once = await before();
  await adopt();
  assert.deepEqual(await before(), once);
  const quotas = (id: string) =>
    app.rows("select position_code as code, quota, source from headcount_quota where store_id = $1", [id]);
  const members = await app.rows("select user_id from duty_member where store_id = $1", [organization.id]);
  assert.deepEqual(members, [{ userId: user.id }]);
  assert.deepEqual(await quotas(organization.id), [{ code: "salesAdvisor", quota: 1, source: "ADOPTED" }]);
  assert.deepEqual(await quotas(theirs.id), [{ code: "salesAdvisor", quota: 2, source: "ADOPTED" }]);
  const [owner] = await app.rows<{ module: string; ref: string }>(
    "select ref_module as module, ref_id as ref from organization where id = $1",
    [organization.id],
  );
  assert.deepEqual(owner, { module: "store", ref: organization.id });
  const admin = await app.signIn({ boolAdmin: true });
  const { data: shown } = await admin.call(getOrganization, { params: { id: organization.id } });
  assert.deepEqual([shown.managedBy?.module, shown.isMovable], ["门店管理", false], "from now on nobody else moves it");
  const { leaderUserId, deputyUserIds, sort, version } = shown;
  const blank = { shortName: null, regionCode: null, address: null, phone: null };
  const renamed = await admin.call(editOrganization, {
    params: { id: organization.id },
    body: { ...blank, name: "改名", leaderUserId, deputyUserIds, sort, version },
  });
  const made = await admin.call(createOrganization, {
    body: { ...blank, name: "新店", type: "STORE", parentId: shown.parentId ?? "", code: null, sort: 0 },
  });
  assert.deepEqual([renamed.msgCode, made.msgCode], ["ORG_MANAGED", "ORG_MANAGED"]);
});
