import type { OverlayTable, PageTable } from "@ops/platform/web";

/** Pages of the workspace by their path in the site map. */
export const pages: PageTable = {
  "/RightCenter/CarConfigMaintain": () => import("./car-config/CarConfigMaintainPage.tsx"),
  "/RightCenter/CarMarketType": () => import("./car-market-type/CarMarketTypePage.tsx"),
};

/** The drawer of a car opens over any page whose address names one. */
export const overlays: OverlayTable = {
  car: () => import("./car/CarOfAddress.tsx"),
};
