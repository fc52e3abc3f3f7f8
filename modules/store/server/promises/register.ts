import { example, givenOrganization, type ProductApp, unscoped } from "@ops/authority/server/testing";
import { newId } from "@ops/platform/server";
import * as store from "../../contract/index.ts";
import { givenSeat } from "../headcount/testing.ts";
import { givenStore, givenStorePositions } from "../testing.ts";

let used = 0;

async function insertColumn(app: ProductApp): Promise<string> {
  const id = newId();
  await app.rows(
    `insert into store_ext_column (id, created_at, created_by, updated_at, updated_by, col_key, label, col_type, status)
     values ($1::uuid, now(), $1, now(), $1, $2, '样例列', 'TEXT', 'DISABLED')`,
    [id, `sample${++used}`],
  );
  return id;
}

export const extColumns = unscoped("store_ext_column", ({ app }) => insertColumn(app));

const column = {
  label: "样例列",
  colType: "TEXT",
  dictCode: null,
  isRequired: false,
  isInList: false,
  sort: 1,
} as const;

const disabled = { status: "DISABLED" } as const;
const direct = { operateMode: "DIRECT" } as const;

example(store.createExtColumn, async () => ({ input: { body: { ...column, colKey: `made${++used}` } } }));
example(store.editExtColumn, async (app) => {
  const id = await insertColumn(app);
  return { input: { params: { id }, body: { ...column, ...disabled, version: 1 } } };
});

/** Makes a store that was never used, in a region. */
async function given(app: ProductApp) {
  const region = await givenOrganization(app, { type: "REGION" });
  const organization = await givenOrganization(app, { parent: region });
  const { id } = await givenStore(app, { organization, state: "PREPARING" });
  return { id, params: { id } };
}

example(store.createStore, async (app) => {
  const { id: regionId } = await givenOrganization(app, { type: "REGION" });
  const named = { name: `样例门店${++used}`, shortName: "样例门店", storeType: "EXPERIENCE" };
  return { input: { body: { ...named, ...direct, regionId, regionCode: "310109" } } };
});
example(store.editStore, async (app) => {
  const { params } = await given(app);
  return { input: { params, body: { phone: "021-12345678", version: 1 } } };
});
example(store.removeStore, async (app) => ({ input: { params: (await given(app)).params, query: { version: 1 } } }));
example(store.moveStore, async (app) => {
  const { params } = await given(app);
  const { id: regionId } = await givenOrganization(app, { type: "REGION" });
  return { input: { params, body: { ...direct, regionId, reason: "大区调整", version: 1 } } };
});
example(store.setStoreManager, async (app) => {
  await givenStorePositions(app);
  const { id, params } = await given(app);
  const { user } = await app.signIn({ organization: { id } });
  await givenSeat(app, { storeId: id, state: "IN_POST", userId: user.id });
  return { input: { params, body: { userId: user.id, version: 1 } } };
});
