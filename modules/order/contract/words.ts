import { framesOf } from "@ops/platform/contract";

/** The only route of the module; its parts are tabs of this page. */
export const ORDER_PAGE = "/OrderManage/OrderList";
export const orderFrames = framesOf("/order/v1", ORDER_PAGE);

/** Who is the reason: for another day, a change, a cancellation, or an appointment that is moved. */
export const parties = { CUSTOMER: "客户", BRAND: "品牌" } as const;
export type Party = keyof typeof parties;
