import type { PageTable } from "@ops/platform/web";

/** Pages of the workspace by their path in the site map. */
export const pages: PageTable = {
  "/StoreManage/StaffManagement": () => import("./staff/StaffPage.tsx"),
  "/StoreManage/StaffManagementCreate/{data}": () => import("./staff/StaffFormPage.tsx"),
  "/StoreManage/StaffManagementDetail/{data}": () => import("./staff/StaffDetailPage.tsx"),
  "/StoreManage/StorePosition": () => import("./headcount/PositionsPage.tsx"),
};
