import type { OrderDetail } from "@ops/order/contract";
import { type RecordOverview, RegionText } from "@ops/platform/web";

/** 概览 of an order: its facts, and what is to be done next. */
export const orderOverview: RecordOverview<OrderDetail> = {
  title: "概览",
  fields: [
    "source",
    { show: "externalNo", when: ({ externalNo }) => externalNo !== null },
    "createdAt",
    "seriesName",
    "carConfigName",
    { show: "cityCode", as: ({ cityCode }) => <RegionText code={cityCode} /> },
    "payMode",
    { show: "loanState", when: ({ payMode }) => payMode === "LOAN" },
    "path",
    "marketTypeName",
    "stageAt",
    "lockedAt",
    { show: "promiseOriginal", when: ({ promiseOriginal, promiseEffective }) => promiseOriginal !== promiseEffective },
    "vin",
    { show: "appointmentAt", when: ({ appointmentAt }) => appointmentAt !== null },
    "butlerWhy",
    "balanceFen",
    { show: "deliveredAt", when: ({ deliveredAt }) => deliveredAt !== null },
    { show: "tags", when: ({ tags }) => tags.length > 0 },
    { show: "remark", when: ({ remark }) => remark !== null, full: true },
  ],
  work: openWork,
};

interface Work {
  readonly tab: string;
  readonly text: string;
}

/** What has to be done before the order can go on, each line with the tab where it is seen. */
function openWork(order: OrderDetail): readonly Work[] {
  return [...order.issues.map(({ text }) => ({ tab: "overview", text })), ...beforeLock(order), ...afterLock(order)];
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

function afterLock({ lockedAt, state, butlerId, balanceFen, deliveredAt }: OrderDetail): readonly Work[] {
  if (lockedAt === null || deliveredAt !== null || state === "CANCELLED") return [];
  return [
    ...(butlerId === null ? [{ tab: "overview", text: "分配交付管家" }] : []),
    ...(balanceFen > 0 ? [{ tab: "money", text: "收取待付款" }] : []),
  ];
}
