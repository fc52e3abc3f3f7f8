import type { OverlayTable, PageTable } from "@ops/platform/web";

/** Pages of the workspace by their path in the site map. */
export const pages: PageTable = {
  "/OrderManage/OrderList": () => import("./OrderPage.tsx"),
};

/** An order opens over any page whose address names it. */
export const overlays: OverlayTable = {
  order: () => import("./OrderOfAddress.tsx"),
};
