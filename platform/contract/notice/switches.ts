import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { businessErrors } from "../errors.ts";
import { noticeCategory } from "../service/notice.ts";
import { withMeta } from "../value/field-meta.ts";

/** The other ways by which a person gets notices, and their categories (PF-R124). */
export const NoticeSwitches = z.object({
  carrier: z.string(),
  /** The name of the way, such as 企业微信. */
  label: z.string(),
  isOn: z.record(noticeCategory, z.boolean()),
});
export type NoticeSwitches = z.output<typeof NoticeSwitches>;

/** Lists the caller's own switches; empty while no module delivers notices in another way. */
export const listNoticeSwitches = endpoint({
  method: "GET",
  path: "/common/v1/notices/switches",
  title: "我的提醒方式",
  permission: "session",
  viewing: "own",
  answer: z.array(NoticeSwitches),
});

export const setNoticeSwitch = endpoint({
  method: "PUT",
  path: "/common/v1/notices/switches",
  audit: "设置提醒方式",
  permission: "session",
  body: z.object({
    carrier: withMeta(z.string("请选择提醒方式").max(100, "提醒方式不正确"), { label: "提醒方式" }),
    category: noticeCategory,
    isOn: withMeta(z.boolean("请选择是否提醒"), { label: "提醒" }),
  }),
  answer: z.array(NoticeSwitches),
});

export const noticeErrors = businessErrors("NOTICE", { carrier: "该提醒方式不存在" });
