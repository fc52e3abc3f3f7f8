import { type ImportKind, sheet } from "@ops/platform/contract";
import { listPrices, preparePrices } from "./calls.ts";
import { priceKinds } from "./shape.ts";

export const priceSheet = sheet({
  key: "vehicle.price",
  name: "价格",
  list: listPrices,
  path: "/vehicle/v1/prices/export",
  permission: "vehicle:price:export",
  columns: {
    configCode: { width: 20 },
    configName: { width: 30 },
    kind: true,
    itemCode: "选装或颜色编码",
    itemName: true,
    amountFen: true,
    effectiveFrom: true,
    effectiveTo: true,
    state: true,
    preparedBy: true,
    createdAt: true,
    publishedAt: true,
  },
});

/** The import of 价格 (section 8) makes drafts like the form. Another person publishes them. */
export const priceImport = {
  key: "vehicle.priceImport",
  name: "价格",
  permission: preparePrices.permission,
  page: "/RightCenter/CarConfigMaintain",
  byHand: preparePrices,
  version: 1,
  mostRows: 5_000,
  columns: [
    { key: "configCode", title: "配置编码", required: true, max: 32 },
    { key: "kind", title: "价格类型", required: true, words: priceKinds },
    { key: "itemCode", title: "选装或颜色编码", max: 20, note: "基础价不填" },
    {
      key: "yuan",
      title: "价格（元）",
      required: true,
      pattern: /^\d{1,9}(\.\d{1,2})?$/,
      note: "最多两位小数",
    },
    { key: "startsOn", title: "生效日期", kind: "day", note: "当日零点生效；不填为发布后立即" },
  ],
} as const satisfies ImportKind;
