import type { PageTable } from "@ops/platform/web";

/** Pages of the workspace by their path in the site map. */
export const pages: PageTable = {
  "/RightCenter/CarConfigMaintain": () => import("./car-config/CarConfigMaintainPage.tsx"),
  "/RightCenter/CarMarketType": () => import("./car-market-type/CarMarketTypePage.tsx"),
};
