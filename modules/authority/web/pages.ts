import type { OverlayTable, PageTable } from "@ops/platform/web";

/** Pages of the workspace by their path in the site map. */
export const pages: PageTable = {
  "/home": () => import("./home/HomePage.tsx"),
  "/thirdLogin": () => import("./home/ThirdLoginPage.tsx"),
  "/NotOpenYet": () => import("./home/errors/NotOpenYetPage.tsx"),
  "/AuthorityManagement/UserManagement": () => import("./user/UserManagementPage.tsx"),
  "/AuthorityManagement/UserManagementDetail/{data}": () => import("./user/UserPage.tsx"),
  "/AuthorityManagement/MenuManagement": () => import("./menu/MenuListPage.tsx"),
  "/AuthorityManagement/MenuManagementDetail/{data}": () => import("./menu/MenuDetailPage.tsx"),
  "/AuthorityManagement/OrgManagement": () => import("./org-change/OrgManagementPage.tsx"),
  "/AuthorityManagement/OrgManagementDetail/{data}": () => import("./org-change/OrgDetailPage.tsx"),
  "/AuthorityManagement/InterfaceAuthority": () => import("./interface/InterfacePage.tsx"),
  "/AuthorityManagement/InterfaceAuthority/{data}": () => import("./interface/InterfaceDetailPage.tsx"),
  "/AuthorityManagement/OtherAccountManage": () => import("./other-account/OtherAccountPage.tsx"),
  "/AuthorityManagement/RoleManagement": () => import("./role/RoleManagementPage.tsx"),
  "/AuthorityManagement/RoleManagementDetail/{data}": () => import("./role/RoleDetailPage.tsx"),
  "/error403": () => import("./home/errors/Error403Page.tsx"),
  "/error404": () => import("./home/errors/Error404Page.tsx"),
  "/error500": () => import("./home/errors/Error500Page.tsx"),
};

/** 系统设置 opens over any page whose address names one of its parts. */
export const overlays: OverlayTable = {
  settings: () => import("./home/SettingsOfAddress.tsx"),
};
