import type { OverlayTable, PageTable } from "@ops/platform/web";

/** Pages of the workspace by their path in the site map. */
export const pages: PageTable = {
  "/Partner/list": () => import("./partner/PartnerPage.tsx"),
  "/Partner/staff": () => import("./staff/StaffPage.tsx"),
};

/** A contract opens over any page whose address names one. */
export const overlays: OverlayTable = {
  partnerContract: () => import("./contract/ContractOfAddress.tsx"),
};
