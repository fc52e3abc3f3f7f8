import { endpoint, listQuery, maskedPhone, moment, oneOf, pageOf, wholePhone, withMeta } from "@ops/platform/contract";
import { z } from "zod";

export const smsStates = { QUEUED: "待发送", SENDING: "发送中", SENT: "已发送", FAILED: "发送失败" } as const;
const status = oneOf(smsStates, "请选择状态").meta({ label: "状态" });

export const SmsMessage = z.object({
  id: z.string(),
  mobilePhone: maskedPhone,
  templateCode: z.string(),
  /** The text of the message; in production the code in it is hidden. */
  text: withMeta(z.string(), { label: "内容" }),
  gateway: withMeta(z.string(), { label: "通道" }),
  status,
  attempts: withMeta(z.int(), { label: "尝试" }),
  lastError: z.string().nullable(),
  createdAt: moment.meta({ label: "时间" }),
});
export type SmsMessage = z.output<typeof SmsMessage>;

/**
 * Messages that were sent to phones, or would have been if a provider were configured, for the operators of the product
 * (PF-R53).
 */
export const listSmsMessages = endpoint({
  method: "GET",
  path: "/common/v1/sms-outbox",
  title: "短信发件箱",
  permission: "platform:smsOutbox:view",
  risk: "HIGH",
  query: listQuery.extend({
    mobilePhone: wholePhone.optional(),
    status: status.optional(),
  }),
  answer: pageOf(SmsMessage),
});
