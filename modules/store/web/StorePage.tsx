import { partsOf } from "@ops/platform/web";
import { fillStores } from "./opening/fill-stores.tsx";
import { fillStoreProjects } from "./project/fill-stores.ts";
import StoreListPage from "./store/StorePage.tsx";

const StoreStatsDrawer = partsOf(() => import("./statistics/StoreStatsDrawer.tsx")).overlay("StoreStatsDrawer");

fillStores();
fillStoreProjects();

/** The list of stores with what higher rooms add. */
export default function StorePage() {
  return <StoreListPage Stats={StoreStatsDrawer} />;
}
