import type { PageTable } from "@ops/platform/web";

/** Pages of the workspace by their path in the site map. */
export const pages: PageTable = {
  "/RightCenter/CarConfigMaintain": () => import("./car-config/CarConfigMaintainPage.tsx"),
  "/RightCenter/CarMarketType": () => import("./car-market-type/CarMarketTypePage.tsx"),
};

/** The drawer of a car, over any page that names one. */
export { CarOfAddress } from "./car/CarOfAddress.tsx";
/** Modules above show what they know of a car in its drawer. */
export { addCarTab, type CarTab } from "./car/car-tabs.ts";
