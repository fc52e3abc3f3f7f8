import { join } from "node:path";
import { defineModule, handlersOf } from "@ops/platform/server";
import { loadStoreDemo } from "./demo/load.ts";
import { storeDictionaries } from "./dictionaries.ts";
import { storeRefs } from "./site/refs.ts";

/** Stores as other modules know them: required and locked, looked up, or found by one of their codes. */
export { findStore, lookupStores, type PublishedStore, requireStore } from "./site/published.ts";

/** 门店. */
export const storeModule = defineModule({
  name: "store",
  migrations: join(import.meta.dirname, "migrations"),
  routes: handlersOf(),
  refs: storeRefs,
  dictionaries: storeDictionaries,
  demo: { load: loadStoreDemo },
});
