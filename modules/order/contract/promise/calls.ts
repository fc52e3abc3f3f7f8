import { callsOf, day, moment, oneOf, reason, recordId, StoredFile, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { OrderShape, orderFrame } from "../order/shape.ts";
import { parties } from "../words.ts";

export const promiseKinds = {
  LOCK: "锁单",
  CUSTOMER: "客户原因",
  BRAND: "品牌原因",
  CONFIG: "改配",
  UNLOCK: "解锁",
} as const;
export type PromiseKind = keyof typeof promiseKinds;

const calls = callsOf(OrderShape, orderFrame);

export const Promised = z.object({
  no: z.int(),
  kind: oneOf(promiseKinds).meta({ label: "类型" }),
  promisedOn: withMeta(day.nullable(), { label: "承诺交付日" }),
  eta: withMeta(day.nullable(), { label: "预计交付" }),
  party: oneOf(parties).meta({ label: "责任方" }),
  reason: withMeta(z.string().nullable(), { label: "原因" }),
  files: z.array(StoredFile).meta({ label: "凭证" }),
  at: moment.meta({ label: "时间" }),
  byName: withMeta(z.string(), { label: "操作人" }),
});

/** Moves the day of delivery: the customer's word moves the promise, the brand's only what is expected (OR-R6). */
export const changePromise = calls.on(
  "promise",
  "变更承诺",
  {
    party: oneOf(parties, "请选择责任方").meta({ label: "责任方" }),
    day: day.meta({ label: "新的交付日" }),
    reason,
    fileIds: z.array(recordId).max(9, "凭证最多9个").default([]).meta({ label: "凭证" }),
  },
  { permission: "order:promise:change" },
);
