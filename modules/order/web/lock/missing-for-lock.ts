import type { OrderDetail } from "@ops/order/contract";

type Asked = Pick<OrderDetail, "carConfigId" | "payMode" | "cityCode" | "deliveryStoreId" | "isIdentityVerified">;

/** Names what an order still lacks before it can be locked (OR-R5). */
export function missingForLock(order: Asked): string[] {
  return [
    order.carConfigId === null ? "选择配置" : "",
    order.payMode === null ? "确定付款方式" : "",
    order.cityCode === null ? "填写上牌城市" : "",
    order.deliveryStoreId === null ? "选择交付门店" : "",
    order.isIdentityVerified ? "" : "核验购车人身份",
  ].filter(Boolean);
}
