import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { businessErrors } from "../errors.ts";
import { listQuery, pageOf } from "../paging.ts";
import { stateMachine } from "../record/states.ts";
import { withMeta } from "../value/field-meta.ts";
import { done, idParams, moment, typedMoment, version, versionQuery } from "../value/fields.ts";
import { requiredText } from "../value/text-width.ts";

export const announcementStates = stateMachine({
  code: "PLATFORM",
  entity: "公告",
  initial: "DRAFT",
  states: { DRAFT: "草稿", PUBLISHED: "已发布", WITHDRAWN: "已撤回" },
  moves: {
    /** A published announcement cannot be edited while people see it. It must be withdrawn first. */
    edit: { label: "编辑", from: ["DRAFT", "WITHDRAWN"], to: "DRAFT" },
    publish: { label: "发布", from: ["DRAFT", "WITHDRAWN"], to: "PUBLISHED" },
    withdraw: { label: "撤回", from: ["PUBLISHED"], to: "WITHDRAWN" },
    remove: { label: "删除", from: ["DRAFT", "WITHDRAWN"], to: "WITHDRAWN" },
  },
});

/** Whom it is for: everybody, organisations with all below them, or holders of roles. */
export const announcementAudiences = { ALL: "全部人员", ORGS: "指定组织", ROLES: "指定角色" } as const;
const audience = z.enum(["ALL", "ORGS", "ROLES"], "请选择发布范围！").meta({ label: "发布范围" });
const PERMISSION = "platform:notice:publish";

export const Announcement = z.object({
  id: z.string(),
  announcementNo: z.string(),
  title: withMeta(z.string(), { label: "标题" }),
  content: z.string(),
  audience,
  audienceIds: z.array(z.string()),
  publishAt: withMeta(moment.nullable(), { label: "发布时间" }),
  expireAt: withMeta(moment.nullable(), { label: "失效时间" }),
  isPinned: z.boolean(),
  mustRead: z.boolean(),
  status: announcementStates.schema,
  /** Published, but its time is still to come, or over. */
  isWaiting: z.boolean(),
  isExpired: z.boolean(),
  readCount: withMeta(z.int(), { label: "已读" }),
  createdByName: withMeta(z.string(), { label: "创建人" }),
  createdAt: moment,
  version,
});
export type Announcement = z.output<typeof Announcement>;

export const listAnnouncements = endpoint({
  method: "GET",
  path: "/common/v1/announcements",
  title: "公告列表",
  permission: PERMISSION,
  query: listQuery.extend({
    keyword: z.string().trim().max(50).optional().meta({ label: "关键字" }),
    status: announcementStates.schema.optional(),
  }),
  answer: pageOf(Announcement),
});

const written = {
  title: requiredText("标题", 80),
  content: requiredText("内容", 4000),
  audience,
  /** Ids of organisations or roles, depending on the audience. */
  audienceIds: z.array(z.uuid("发布范围格式不正确")).max(200, "发布范围最多选择200项").meta({ label: "范围" }),
  /** At once when empty. */
  publishAt: typedMoment("发布时间").nullable(),
  /** Never when empty. */
  expireAt: typedMoment("失效时间").nullable(),
  isPinned: z.boolean("置顶格式不正确").meta({ label: "置顶" }),
  mustRead: z.boolean("必读格式不正确").meta({ label: "必读" }),
};

export const createAnnouncement = endpoint({
  method: "POST",
  path: "/common/v1/announcements",
  audit: "新增公告",
  permission: PERMISSION,
  body: z.object(written),
  answer: Announcement,
});

export const editAnnouncement = endpoint({
  method: "PUT",
  path: "/common/v1/announcements/{id}",
  audit: "编辑公告",
  permission: PERMISSION,
  params: idParams,
  body: z.object({ ...written, version }),
  answer: Announcement,
});

export const publishAnnouncement = endpoint({
  method: "POST",
  path: "/common/v1/announcements/{id}/publish",
  audit: "发布公告",
  permission: PERMISSION,
  params: idParams,
  body: z.object({ version }),
  answer: Announcement,
});

export const withdrawAnnouncement = endpoint({
  method: "POST",
  path: "/common/v1/announcements/{id}/withdraw",
  audit: "撤回公告",
  permission: PERMISSION,
  params: idParams,
  body: z.object({ version }),
  answer: Announcement,
});

export const removeAnnouncement = endpoint({
  method: "DELETE",
  path: "/common/v1/announcements/{id}",
  audit: "删除公告",
  permission: PERMISSION,
  params: idParams,
  query: versionQuery,
  answer: done,
});

/** An announcement as its readers get it. */
export const MyAnnouncement = z.object({
  id: z.string(),
  title: z.string(),
  content: z.string(),
  publishAt: moment,
  isPinned: z.boolean(),
  mustRead: z.boolean(),
  isRead: z.boolean(),
});
export type MyAnnouncement = z.output<typeof MyAnnouncement>;

/** Lists what the caller sees now: pinned ones first, then the newest. */
export const myAnnouncements = endpoint({
  method: "GET",
  path: "/common/v1/announcements/mine",
  title: "我的公告",
  permission: "session",
  answer: z.array(MyAnnouncement),
});

export const readAnnouncement = endpoint({
  method: "POST",
  path: "/common/v1/announcements/{id}/read",
  audit: "阅读公告",
  permission: "session",
  params: idParams,
  answer: done,
});

export const announcementErrors = businessErrors("ANNOUNCEMENT", {
  audienceEmpty: "请选择发布范围！",
  audienceBeyond: "您只能向数据范围内的组织发布公告",
  timeOrder: "失效时间必须晚于发布时间",
  expired: "失效时间已过，请先修改失效时间",
});
