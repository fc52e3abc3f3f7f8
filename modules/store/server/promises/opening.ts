import { example, type ProductApp } from "@ops/authority/server/testing";
import { addDays, dayOf } from "@ops/platform/contract";
import * as store from "../../contract/index.ts";
import type { StoreRow } from "../site/tables.ts";
import { givenFile, givenStore } from "../testing.ts";

const reason = "原因";

async function given(app: ProductApp, wishes: Partial<StoreRow>) {
  const { id, version } = await givenStore(app, wishes);
  return { params: { id }, version };
}

/** A store that may open: the person who leads it is in post, and nothing else is missing. */
async function givenReady(app: ProductApp) {
  const { user } = await app.signIn();
  const licenseFileId = await givenFile(app, "store", user.id);
  const license = { legalEntity: "某公司", licenseNo: "91350100M000100Y43", licenseFileId };
  const place = { address: "南京路1号", lng: 121.4, lat: 31.2, phone: "4001234567" };
  const ready = await given(app, { ...license, ...place, state: "PREPARING", storeType: "POPUP" });
  const { id } = ready.params;
  await app.rows("update organization set leader_user_id = $2 where id = $1", [id, user.id]);
  await app.rows(
    `insert into store_hours (id, created_at, created_by, updated_at, updated_by, week)
     values ($1::uuid, now(), $1, now(), $1, '[[],[],[],[],[],[],[]]')`,
    [id],
  );
  await app.rows(
    `insert into store_staff (id, created_at, created_by, updated_at, updated_by, name, phone_cipher, phone_hash,
       phone_masked, person_key, staff_no, store_id, position_code, source, state, entry_date, user_id)
     values ($1::uuid, now(), $1, now(), $1, '店长', '', decode(replace($1::text, '-', ''), 'hex'), '', '', $1::text, $1,
       'storeManager', 'SITE', 'IN_POST', current_date, $2)`,
    [id, user.id],
  );
  return ready;
}

example(store.startTrial, async (app) => {
  const { params, version } = await givenReady(app);
  return { input: { params, body: { version } } };
});
example(store.openStore, async (app) => {
  const { params, version } = await givenReady(app);
  return { input: { params, body: { version } } };
});
example(store.suspendStore, async (app) => {
  const { params, version } = await given(app, { state: "OPEN" });
  return { input: { params, body: { reason, resumeOn: addDays(dayOf(app.now()), 7), version } } };
});
example(store.resumeStore, async (app) => {
  const suspended = { state: "SUSPENDED", stateBefore: "OPEN", suspendSource: "MANUAL" } as const;
  const { params, version } = await given(app, suspended);
  return { input: { params, body: { version } } };
});
example(store.closeStore, async (app) => {
  const { params, version } = await given(app, { state: "OPEN" });
  return { input: { params, body: { reason, version } } };
});
example(store.reopenStore, async (app) => {
  const { params, version } = await given(app, { state: "CLOSED" });
  return { input: { params, body: { reason, version } } };
});
