import { boundedText, oneOf, recordId, shape, typedMoment, withMeta } from "@ops/platform/contract";
import { z } from "zod";

/** What people note before the hand-over; what the system knows by itself is not among it (OR-R12). */
export const handChecks = {
  PDI: "交付前检查",
  INSURANCE: "保险",
  HANDOVER_SIGN: "交接签字",
  LEASE_RELEASE: "放车函",
  ID_CHECK: "现场核验",
  PLATE_OR_TEMP: "牌照/临牌",
} as const;
export const handCheck = oneOf(handChecks);
export type HandCheck = z.output<typeof handCheck>;

export const CheckShape = shape("deliveryCheck", "交付核对", {
  orderId: withMeta(z.string(), { label: "订单" }),
  code: withMeta(z.string(), { label: "核对项" }),
  doneAt: typedMoment("完成时间").nullable(),
  doneBy: withMeta(z.string().nullable(), { label: "完成人" }),
  note: boundedText("说明", 200).nullable().default(null),
  fileIds: z.array(recordId).max(9, "凭证最多9个").default([]).meta({ label: "凭证" }),
});
