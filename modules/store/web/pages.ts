import type { OverlayTable, PageTable } from "@ops/platform/web";

/** Pages of the workspace by their path in the site map. */
export const pages: PageTable = {
  "/StoreManage/StaffManagement": () => import("./StaffPage.tsx"),
  "/StoreManage/StaffManagementCreate/{data}": () => import("./staff/StaffFormPage.tsx"),
  "/StoreManage/StaffManagementDetail/{data}": () => import("./StaffDetailPage.tsx"),
  "/StoreManage/StoreList": () => import("./StorePage.tsx"),
  "/StoreManage/StoreProject2/trainStandardSettings/{data}": () => import("./training/TrainStandardsPage.tsx"),
  "/StoreManage/StorePosition": () => import("./headcount/PositionsPage.tsx"),
};

/** Interviews, standards and movements open over any page whose address names them. */
export const overlays: OverlayTable = {
  interview: () => import("./interview/InterviewOfAddress.tsx"),
  interviews: () => import("./interview/InterviewsOfAddress.tsx"),
  postStandards: () => import("./post-standard/StandardsOfAddress.tsx"),
  storeMovement: () => import("./movement/MovementOfAddress.tsx"),
  storeMovements: () => import("./movement/MovementsOfAddress.tsx"),
};
