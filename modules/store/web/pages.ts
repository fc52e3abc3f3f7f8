import type { OverlayTable, PageTable } from "@ops/platform/web";

/** Pages of the workspace by their path in the site map. */
export const pages: PageTable = {
  "/StoreManage/StaffManagement": () => import("./StaffPage.tsx"),
  "/StoreManage/StaffManagementCreate/{data}": () => import("./staff/StaffFormPage.tsx"),
  "/StoreManage/StaffManagementDetail/{data}": () => import("./StaffDetailPage.tsx"),
  "/StoreManage/StoreList": () => import("./StorePage.tsx"),
  "/StoreManage/StoreProject": () => import("./ProjectPage.tsx"),
  "/StoreManage/StoreProject1/edit/{data}": () => import("./project/ProjectForm.tsx"),
  "/StoreManage/StoreProject2/progressEdit/{data}": () => import("./project/progress/ProgressPage.tsx"),
  "/StoreManage/StoreProject2/projectManagerSettings/{data}": () => import("./project-template/ManagersPage.tsx"),
  "/StoreManage/StoreProject2/trainStandardSettings/{data}": () => import("./training/TrainStandardsPage.tsx"),
  "/StoreManage/StorePosition": () => import("./headcount/PositionsPage.tsx"),
};

/** Interviews and their arrangement, standards, projects and movements open over any page whose address names them. */
export const overlays: OverlayTable = {
  arrangeInterview: () => import("./interview/ArrangeOfAddress.tsx"),
  interview: () => import("./interview/InterviewOfAddress.tsx"),
  interviews: () => import("./interview/InterviewsOfAddress.tsx"),
  postStandards: () => import("./post-standard/StandardsOfAddress.tsx"),
  storeMovement: () => import("./movement/MovementOfAddress.tsx"),
  storeProject: () => import("./ProjectOfAddress.tsx"),
  storeMovements: () => import("./movement/MovementsOfAddress.tsx"),
};
