import type { TodoSource } from "@ops/platform/server";
import { listHeadcounts, STORE_PAGE } from "../../contract/index.ts";
import { storeTable } from "../site/tables.ts";
import { shortStores } from "../store/figures.ts";

/** Stores with a free seat today, in 我的待办 of those who look after seats. */
export const shortStoresTodo: TodoSource = {
  key: "store.shortStores",
  title: "缺编门店",
  permission: listHeadcounts.permission,
  route: STORE_PAGE,
  preset: () => ({ list: STORE_PAGE, filters: { isShort: "1" } }),
  tables: [storeTable.name, "headcountQuota", "storeStaff"],
  count: async (tx) => (await shortStores(tx)).length,
};
