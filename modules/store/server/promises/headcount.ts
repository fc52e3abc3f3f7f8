import { example } from "@ops/authority/server/testing";
import { dayOf } from "@ops/platform/contract";
import * as store from "../../contract/index.ts";
import { givenStore, givenStorePositions } from "../testing.ts";

const reason = "年度编制";

example(store.editStorePosition, async (app) => {
  await givenStorePositions(app);
  const [row] = await app.rows<{ version: number }>(
    "select version from store_position where position_code = 'salesAdvisor'",
  );
  const body = { family: "SALES", sort: 2, isShown: true, version: row?.version ?? null };
  return { input: { params: { code: "salesAdvisor" }, body } };
});

example(store.saveQuotas, async (app) => {
  await givenStorePositions(app);
  const { id: storeId } = await givenStore(app);
  const cells = [{ storeId, positionCode: "salesAdvisor", quota: 5 }];
  return { input: { body: { effectiveFrom: dayOf(app.now()), reason, cells } } };
});

const template = { storeType: "FULL", storeLevel: "S" } as const;
const rows = [{ positionCode: "salesAdvisor", quota: 5, minOpen: 2 }];

example(store.saveTemplate, async (app) => {
  await givenStorePositions(app);
  return { input: { body: { ...template, rows } } };
});

example(store.applyTemplates, async (app) => {
  const { id } = await givenStore(app, template);
  await app.rows(
    `insert into headcount_template (id, created_at, created_by, updated_at, updated_by, store_type, store_level,
       position_code, quota) values ($1::uuid, now(), $1, now(), $1, $2, $3, 'salesAdvisor', 5) on conflict do nothing`,
    [id, template.storeType, template.storeLevel],
  );
  return { input: { body: { effectiveFrom: dayOf(app.now()), reason, storeIds: [id] } } };
});

const week = Array.from({ length: 7 }, () => [{ from: "10:00", until: "21:00" }]);

example(store.saveHours, async (app) => {
  const { id } = await givenStore(app);
  return { input: { params: { id }, body: { week, exceptions: [], followsHolidays: false, version: null } } };
});

example(store.copyHours, async (app) => {
  const [from, to] = [await givenStore(app), await givenStore(app)];
  await app.rows(
    `insert into store_hours (id, created_at, created_by, updated_at, updated_by, week)
     values ($1::uuid, now(), $1, now(), $1, $2)`,
    [from.id, JSON.stringify(week)],
  );
  return { input: { body: { fromStoreId: from.id, toStoreIds: [to.id] } } };
});
