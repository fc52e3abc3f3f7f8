import type { OrderDetail } from "@ops/order/contract";
import { type RecordOverview, RegionText } from "@ops/platform/web";
import { showBalance } from "../order/order-parts.tsx";
import { OrderWords } from "./OrderWords.tsx";

/** 概览 of an order: its facts and what the customer may be told. What is to be done next comes from the drawer. */
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
    { show: "balanceFen", as: showBalance },
    { show: "deliveredAt", when: ({ deliveredAt }) => deliveredAt !== null },
    { show: "tags", when: ({ tags }) => tags.length > 0 },
    { show: "remark", when: ({ remark }) => remark !== null, full: true },
  ],
  content: (order) => <OrderWords order={order} />,
};
