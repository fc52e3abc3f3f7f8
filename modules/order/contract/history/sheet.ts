import { type ImportKind, masks, PHONE_FORM } from "@ops/platform/contract";
import { StoreRef } from "@ops/store/contract";
import { CarConfigRef, SeriesRef } from "@ops/vehicle/contract";
import { createOrder } from "../order/calls.ts";
import { orderSources } from "../order/states.ts";
import { ORDER_PAGE } from "../words.ts";

const YUAN = /^\d{1,8}(\.\d{1,2})?$/;
const timeNote = "如 2025-03-01 或 2025-03-01 14:30";

/** Orders of the time before the product (section 8). A known number gets only what it lacks, and only with 覆盖. */
export const historyImport = {
  key: "order.historyImport",
  name: "历史订单",
  permission: "order:order:import",
  page: ORDER_PAGE,
  byHand: createOrder,
  version: 1,
  mostRows: 20_000,
  columns: [
    { key: "orderNo", title: "订单号", required: true, max: 40 },
    { key: "source", title: "来源", required: true, words: orderSources },
    { key: "name", title: "姓名", required: true, max: 120 },
    {
      key: "phone",
      title: "手机号",
      required: true,
      pattern: PHONE_FORM,
      whole: { mask: masks.phone, tables: ["customer"] },
    },
    { key: "seriesId", title: "车系", required: true, max: 40, ref: SeriesRef },
    { key: "carConfigId", title: "配置编码", required: true, max: 60, ref: CarConfigRef },
    { key: "state", title: "状态", required: true, max: 20, note: "如 已锁单、已交付；退订审核中的订单请先处理完毕" },
    { key: "createdAt", title: "下单时间", required: true, max: 20, note: timeNote },
    { key: "lockedAt", title: "锁单时间", max: 20, note: "已锁单的订单必填；来源为导入时可不填" },
    { key: "promise", title: "承诺交付日", kind: "day", note: "不填时按车系规则由锁单日推算" },
    { key: "deliveredAt", title: "交付时间", max: 20, note: "已交付的订单必填" },
    { key: "vin", title: "VIN", max: 40, note: "已下线及以后的订单必填" },
    { key: "storeId", title: "门店编码", required: true, max: 60, ref: StoreRef, note: "门店编码或名称" },
    { key: "due", title: "应付金额", pattern: YUAN, note: "元；不填时与已付金额相同" },
    { key: "paid", title: "已付金额", pattern: YUAN, note: "元" },
  ],
  options: [
    { key: "overwrite", label: "覆盖", note: "已有的订单号补充锁单时间、承诺交付日、VIN与金额中的空项；不勾选时跳过" },
  ],
} as const satisfies ImportKind;
