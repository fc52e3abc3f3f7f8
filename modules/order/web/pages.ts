import type { OverlayTable, PageTable } from "@ops/platform/web";

/** Pages of the workspace by their path in the site map. */
export const pages: PageTable = {
  "/OrderManage/OrderList": () => import("./OrderPage.tsx"),
};

/** An order, a change, a cancellation and a refund open over any page whose address names them. */
export const overlays: OverlayTable = {
  orderChange: () => import("./change/ChangeOfAddress.tsx"),
  order: () => import("./OrderOfAddress.tsx"),
  orderCancel: () => import("./cancel/CancelOfAddress.tsx"),
  orderRefund: () => import("./refund/RefundOfAddress.tsx"),
};
