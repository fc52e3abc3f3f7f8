import type { OrderDetail } from "@ops/order/contract";
import { FILL_IN } from "../order/acting.ts";

type Asked = Pick<
  OrderDetail,
  "state" | "carConfigId" | "payMode" | "cityCode" | "deliveryStoreId" | "isIdentityVerified"
>;

/** Something that the lock needs: its words, the tab where it is seen, and the act on the order that does it. */
interface MissingForLock {
  readonly tab: string;
  readonly text: string;
  readonly act: string;
}

/** Names what an order still lacks before it can be locked (OR-R5). */
export function missingForLock(order: Asked): readonly MissingForLock[] {
  const needed: readonly (readonly [boolean, MissingForLock])[] = [
    [order.carConfigId === null, { tab: "choice", text: "选择配置", act: "编辑" }],
    [order.state === "SMALL", { tab: "money", text: "支付大定", act: "登记收款" }],
    [!order.isIdentityVerified, { tab: "customer", text: "核验购车人身份", act: "核验身份" }],
    [order.payMode === null, { tab: "overview", text: "确定付款方式", act: FILL_IN }],
    [order.cityCode === null, { tab: "overview", text: "填写上牌城市", act: FILL_IN }],
    [order.deliveryStoreId === null, { tab: "overview", text: "选择交付门店", act: FILL_IN }],
  ];
  return needed.flatMap(([isMissing, line]) => (isMissing ? [line] : []));
}
