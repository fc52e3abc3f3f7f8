import { join } from "node:path";
import { defineModule, handlersOf } from "@ops/platform/server";
import { loadStoreDemo } from "./demo/load.ts";

/** 门店. */
export const storeModule = defineModule({
  name: "store",
  migrations: join(import.meta.dirname, "migrations"),
  routes: handlersOf(),
  demo: { load: loadStoreDemo },
});
