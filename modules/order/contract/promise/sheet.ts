import type { ImportKind } from "@ops/platform/contract";
import { ORDER_PAGE } from "../words.ts";
import { changePromise } from "./calls.ts";

/** What the brand expects for many orders at once (section 8). */
export const promiseImport = {
  key: "order.promiseImport",
  name: "预计交付日",
  permission: changePromise.permission,
  page: ORDER_PAGE,
  byHand: changePromise,
  version: 1,
  columns: [
    { key: "orderNo", title: "订单号", required: true, max: 40 },
    { key: "eta", title: "预计交付日", required: true, kind: "day", note: "不能早于今天；承诺交付日不变" },
    { key: "reason", title: "原因", required: true, max: 200 },
  ],
} as const satisfies ImportKind;
