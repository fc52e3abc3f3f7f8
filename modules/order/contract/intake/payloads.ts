import { day, typedMoment } from "@ops/platform/contract";
import { z } from "zod";
import { PaymentShape } from "../payment/shape.ts";
import type { PushedType } from "./states.ts";

const paid = {
  ...PaymentShape.pick("kind", "channel", "amountFen", "txnNo", "remark"),
  /** Empty: when it happened. */
  paidAt: typedMoment("付款时间").optional(),
};

/** What each message has to say besides its number, its time and its order. */
export const eventPayloads = {
  "payment.succeeded": z.strictObject(paid),
  "payment.failed": z.strictObject(paid),
  "customer.locked": z.strictObject({}),
  "customer.cancel": z.strictObject({ remark: z.string().trim().max(200).optional() }),
  "factory.scheduled": z.strictObject({ eta: day.optional() }),
  "loan.decided": z.strictObject({ decision: z.enum(["APPROVED", "REJECTED", "RELEASED"]) }),
} as const satisfies Record<PushedType, z.ZodObject>;
