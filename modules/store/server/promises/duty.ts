import { example, type Kind, organizationOf, type ProductApp, scopedPlaces } from "@ops/authority/server/testing";
import { addDays, dayOf } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import * as store from "../../contract/index.ts";
import { givenMember, givenShifts, nextMonday } from "../duty/testing.ts";
import { givenStore } from "../testing.ts";
import { storeAt } from "./stores.ts";

/** People who take turns are visible in their store and for themselves. */
export const dutyMembers: Kind = {
  places: scopedPlaces,
  facts: `select id::text as id, true as exists, user_id as "ownerId", false as everywhere,
    array[store_id] as "organizationIds" from duty_member`,
  make: async ({ app, ...ground }, place, caller) => {
    if (place === "missing") return newId();
    const isSomewhere = place !== "own" && place !== "nowhere";
    const at = isSomewhere ? await storeAt(app, organizationOf(ground, place)) : await givenStore(app);
    const { id } = await givenMember(app, { storeId: at.id });
    if (place === "own") await app.rows("update duty_member set user_id = $2 where id = $1", [id, caller.userId]);
    return id;
  },
};

async function given(app: ProductApp) {
  const { id: storeId } = await givenStore(app);
  await givenShifts(app, storeId);
  const member = await givenMember(app, { storeId });
  const monday = nextMonday(app);
  const days = [{ userId: member.userId, day: monday, kind: "SHIFT" as const, shiftCode: "A" as const }];
  return { storeId, member, monday, days };
}

example(store.editDutyMember, async (app) => {
  const { member } = await given(app);
  const body = { families: ["SALES" as const], weight: 2, version: member.version };
  return { input: { params: { id: member.id }, body } };
});
example(store.pauseDutyMember, async (app) => {
  const { member } = await given(app);
  const until = addDays(dayOf(app.now()), 1);
  return { input: { params: { id: member.id }, body: { reason: "客户投诉", until, version: member.version } } };
});
example(store.resumeDutyMember, async (app) => {
  const { member } = await given(app);
  await app.rows("update duty_member set paused_reason = '投诉', paused_until = '2099-01-01' where id = $1", [
    member.id,
  ]);
  return { input: { params: { id: member.id }, body: { version: member.version } } };
});
example(store.saveDutyShifts, async (app) => {
  const { storeId } = await given(app);
  const shifts = [{ code: "C" as const, name: "中班", windows: [{ from: "11:00", until: "19:00" }] }];
  return { input: { body: { storeId, shifts } } };
});
example(store.saveDutyRoster, async (app) => {
  const { storeId, monday, days } = await given(app);
  return { input: { body: { storeId, monday, days, isPublishing: true, version: null } } };
});
example(store.copyDutyRoster, async (app) => {
  const { storeId, monday } = await given(app);
  return { input: { body: { storeId, monday, weeks: 1 } } };
});
