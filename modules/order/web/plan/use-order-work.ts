import { getOrderPapers, type OrderDetail, payGates, paySteps } from "@ops/order/contract";
import { useEndpoint } from "@ops/platform/web";

interface Work {
  readonly tab: string;
  readonly text: string;
  readonly isWrong?: boolean;
}

/** What has to be done before the order can go on, each line with the tab where it is seen: what is wrong stands first. */
export function useOrderWork(order: OrderDetail): readonly Work[] {
  const { data } = useEndpoint(getOrderPapers, { params: { id: order.id } }, { silent: true, keepPrevious: true });
  const wrong = order.issues.map(({ text }) => ({ tab: "overview", text, isWrong: true }));
  const steps = (data?.missing ?? []).map(({ step, before, ownerName }) => {
    return { tab: "papers", text: `${paySteps[step]}（${payGates[before]}前）· ${ownerName ?? "未分配负责人"}` };
  });
  return [...wrong, ...beforeLock(order), ...afterLock(order), ...steps];
}

function beforeLock(order: OrderDetail): readonly Work[] {
  const { state, carConfigId, payMode, cityCode, deliveryStoreId, isIdentityVerified } = order;
  if (state === "UNPAID") return [{ tab: "money", text: "等待客户支付定金" }];
  if (state !== "SMALL" && state !== "BIG") return [];
  const missing: readonly (readonly [boolean, Work])[] = [
    [carConfigId === null, { tab: "choice", text: "选择配置" }],
    [state === "SMALL", { tab: "money", text: "支付大定" }],
    [!isIdentityVerified, { tab: "customer", text: "核验购车人身份" }],
    [payMode === null, { tab: "overview", text: "确定付款方式" }],
    [cityCode === null, { tab: "overview", text: "填写上牌城市" }],
    [deliveryStoreId === null, { tab: "overview", text: "选择交付门店" }],
  ];
  const open = missing.flatMap(([isOpen, work]) => (isOpen ? [work] : []));
  return open.length === 0 ? [{ tab: "overview", text: "与客户锁单" }] : open;
}

function afterLock({ lockedAt, state, butlerId, deliveredAt }: OrderDetail): readonly Work[] {
  const isOver = lockedAt === null || deliveredAt !== null || state === "CANCELLED";
  return isOver || butlerId !== null ? [] : [{ tab: "overview", text: "分配交付管家" }];
}
