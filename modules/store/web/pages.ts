import type { OverlayTable, PageTable } from "@ops/platform/web";

/** Pages of the workspace by their path in the site map. */
export const pages: PageTable = {
  "/StoreManage/StaffManagement": () => import("./StaffPage.tsx"),
  "/StoreManage/StaffManagementCreate/{data}": () => import("./staff/StaffFormPage.tsx"),
  "/StoreManage/StaffManagementDetail/{data}": () => import("./StaffDetailPage.tsx"),
  "/StoreManage/StoreList": () => import("./StorePage.tsx"),
  "/StoreManage/StorePosition": () => import("./headcount/PositionsPage.tsx"),
};

/** A movement, or the list of them, opens over any page whose address names it. */
export const overlays: OverlayTable = {
  storeMovement: () => import("./movement/MovementOfAddress.tsx"),
  storeMovements: () => import("./movement/MovementsOfAddress.tsx"),
};
