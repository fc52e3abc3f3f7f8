import { endpoint, listQuery, maskedPhone, moment, pageOf, wholePhone } from "@ops/platform/contract";
import { z } from "zod";

const status = z.enum(["QUEUED", "SENDING", "SENT", "FAILED"], "请选择状态").meta({ label: "状态" });

export const smsStates: Readonly<Record<z.output<typeof status>, string>> = {
  QUEUED: "待发送",
  SENDING: "发送中",
  SENT: "已发送",
  FAILED: "发送失败",
};

export const SmsMessage = z.object({
  id: z.string(),
  mobilePhone: maskedPhone,
  templateCode: z.string(),
  /** In production without the code that it carried. */
  text: z.string(),
  gateway: z.string(),
  status,
  attempts: z.int(),
  lastError: z.string().nullable(),
  createdAt: moment,
});
export type SmsMessage = z.output<typeof SmsMessage>;

/** What was sent to phones, or would have been: for those who run the product (PF-R53). */
export const listSmsMessages = endpoint({
  method: "GET",
  path: "/common/v1/smsOutbox",
  title: "短信发件箱",
  permission: "platform:smsOutbox:view",
  risk: "HIGH",
  query: listQuery.extend({
    mobilePhone: wholePhone.optional(),
    status: status.optional(),
  }),
  answer: pageOf(SmsMessage),
});
