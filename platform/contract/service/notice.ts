import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { listQuery, pageOf } from "../paging.ts";
import { moment } from "../value/fields.ts";

/** The subjects of notices. Announcements are not among them, because they have a table of their own. */
export const noticeCategories = { TASK: "任务", APPROVAL: "审批", WARNING: "预警", SYSTEM: "系统" } as const;
export const noticeLevels = { INFO: "普通", WARN: "提醒", ERROR: "严重" } as const;
export const noticeCategory = z
  .enum(["TASK", "APPROVAL", "WARNING", "SYSTEM"], "通知分类不正确")
  .meta({ label: "分类" });
const level = z.enum(["INFO", "WARN", "ERROR"]);
export type NoticeCategory = z.output<typeof noticeCategory>;
export type NoticeLevel = z.output<typeof level>;

/** A message to one person, kept until it has been read and for a while after (PF-R100). */
export const Notice = z.object({
  id: z.string(),
  category: noticeCategory,
  level,
  title: z.string(),
  content: z.string(),
  /** The page that it is about; whether the reader may see it is found out when it is opened. */
  route: z.string().nullable(),
  isRead: z.boolean(),
  createdAt: moment,
});
export type Notice = z.output<typeof Notice>;

export const listNotices = endpoint({
  method: "GET",
  path: "/common/v1/notices",
  title: "我的通知",
  permission: "session",
  viewing: "own",
  query: listQuery.extend({
    category: noticeCategory.optional(),
    isUnread: z.stringbool().optional().meta({ label: "仅未读" }),
  }),
  answer: pageOf(Notice),
});

export const countUnreadNotices = endpoint({
  method: "GET",
  path: "/common/v1/notices/unread",
  title: "未读通知数",
  permission: "session",
  viewing: "own",
  answer: z.object({ total: z.int(), byCategory: z.record(noticeCategory, z.int()) }),
});

/** These, or all of a category, or all. Those of other people are not touched and not mentioned. */
export const readNotices = endpoint({
  method: "POST",
  path: "/common/v1/notices/read",
  audit: "阅读通知",
  permission: "session",
  body: z.object({
    ids: z
      .array(z.uuid("通知编号格式不正确"))
      .min(1, "请选择通知")
      .max(100, "单次最多标记100条")
      .optional()
      .meta({ label: "通知" }),
    category: noticeCategory.optional(),
  }),
  answer: z.object({ read: z.int() }),
});
