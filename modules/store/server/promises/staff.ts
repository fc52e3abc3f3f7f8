import { example, type Kind, organizationOf, type ProductApp, scopedPlaces } from "@ops/authority/server/testing";
import { newId } from "@ops/platform/server";
import * as store from "../../contract/index.ts";
import { givenNumbers, givenQuota, givenStore, givenStorePositions, givenStoreStaff } from "../testing.ts";

const reason = "原因";

/** The store of an organisation, which several records share. */
async function storeAt(app: ProductApp, organization: Parameters<typeof organizationOf>[0]["at"]["home"]) {
  const [known] = await app.rows<{ id: string }>("select id from store where id = $1", [organization.id]);
  return known ?? givenStore(app, { organization });
}

/** People are visible in their store and for themselves. */
export const storeStaffs: Kind = {
  places: scopedPlaces,
  facts: `select id::text as id, true as exists, user_id as "ownerId", false as everywhere,
    array[store_id] as "organizationIds" from store_staff`,
  make: async (ground, place, caller) => {
    if (place === "missing") return newId();
    const isSomewhere = place !== "own" && place !== "nowhere";
    const at = isSomewhere ? await storeAt(ground.app, organizationOf(ground, place)) : await givenStore(ground.app);
    const own = place === "own" ? { userId: caller.userId } : {};
    const { id } = await givenStoreStaff(ground.app, { storeId: at.id, state: "CANDIDATE", ...own });
    return id;
  },
};

async function formOf(app: ProductApp) {
  await givenStorePositions(app);
  const { id: storeId } = await givenStore(app);
  await givenQuota(app, storeId, 5);
  const entryDate = "2026-01-05";
  const work = { storeId, positionCode: "salesAdvisor", employType: "FULL", entryDate, source: "SITE" } as const;
  return { ...work, name: "王小满" };
}

async function given(app: ProductApp, wishes: Parameters<typeof givenStoreStaff>[1]) {
  const form = await formOf(app);
  const { id, version } = await givenStoreStaff(app, { entryDate: form.entryDate, ...wishes, storeId: form.storeId });
  return { form, params: { id }, version };
}

example(store.createStaff, async (app) => ({ input: { body: { ...(await formOf(app)), ...givenNumbers() } } }));
example(store.editStaff, async (app) => {
  const { form, params, version } = await given(app, { state: "CANDIDATE" });
  return { input: { params, body: { ...form, version } } };
});
example(store.enterStaffDirectly, async (app) => {
  const { form, params, version } = await given(app, { state: "CANDIDATE" });
  return { input: { params, body: { entryDate: form.entryDate, reason, version } } };
});
example(store.onboardStaff, async (app) => {
  const { params, version } = await given(app, { state: "TO_JOIN" });
  return { input: { params, body: { version } } };
});
example(store.rejectStaff, async (app) => {
  const { params, version } = await given(app, { state: "CANDIDATE" });
  return { input: { params, body: { reason, version } } };
});
example(store.rehireStaff, async (app) => {
  const { form, params, version } = await given(app, { state: "LEFT" });
  return { input: { params, body: { ...form, version } } };
});
example(store.resetStaffPassword, async (app) => {
  const { params, version } = await given(app, { state: "IN_POST" });
  return { input: { params, body: { reason, version } } };
});
