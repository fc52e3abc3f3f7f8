import { partsOf } from "@ops/platform/web";
import { listProjects } from "@ops/store/contract";
import { storeTabs } from "../store/store-slots.ts";

const StoreProjectsTab = partsOf(() => import("./StoreProjectsTab.tsx")).standing("StoreProjectsTab");

/** Puts the projects of a store into its drawer. */
export function fillStoreProjects(): void {
  storeTabs.fill({ key: "projects", title: "项目", order: 20, needs: listProjects, Body: StoreProjectsTab })();
}
