import { insertPastAnnouncements, type PastAnnouncement, type Tx } from "@ops/platform/server";
import type { OwnWidgetKey } from "../../../contract/index.ts";
import { db } from "../../database.ts";
import type { Calendar } from "../calendar.ts";
import { administratorId, stampedBy } from "../rows.ts";
import { idOf, seeded } from "../seeded.ts";

interface Notice {
  readonly title: string;
  readonly content: string;
  readonly daysAgo: number;
  readonly audience?: "ORGS" | "ROLES";
  readonly to?: string;
  readonly status?: "DRAFT" | "WITHDRAWN";
  readonly isPinned?: true;
  readonly mustRead?: true;
  readonly daysShown?: number;
}

const notices: readonly Notice[] = [
  {
    title: "关于启用统一登录平台的通知",
    content:
      "各单位同事：\n统一登录平台已上线，可使用手机验证码或工号登录。原账号密码登录方式继续保留。\n如登录遇到问题，请联系总部信息技术部。",
    daysAgo: 6,
    isPinned: true,
  },
  {
    title: "本周六 22:00–24:00 系统例行维护",
    content: "维护期间系统可能出现短暂中断，请提前保存正在编辑的内容。",
    daysAgo: 1,
  },
  {
    title: "第三季度账号与权限盘点安排",
    content: "请各门店在本月底前核对人员账号，离职、调岗人员请及时办理账号停用与岗位调整。",
    daysAgo: 4,
  },
  {
    title: "客户信息保护提醒",
    content: "请勿截屏或转发含客户手机号、证件号的页面。查看完整信息的操作均有记录。",
    daysAgo: 12,
  },
  {
    title: "板车运输安全须知",
    content: "发车前请核对车架号与装载顺序，运输途中不得擅自改变路线。到店后请与门店共同验车并上传照片。",
    daysAgo: 3,
    audience: "ROLES",
    to: "role:carrierDispatcher",
    mustRead: true,
  },
  {
    title: "信息技术部值班安排",
    content: "本月值班表已更新，紧急问题请拨打部门值班电话。",
    daysAgo: 2,
    audience: "ORGS",
    to: "organization:DEPT-IT",
  },
  { title: "国庆假期门店营业时间", content: "假期各门店营业时间以大区通知为准。", daysAgo: 45, daysShown: 14 },
  { title: "旧版导出功能下线通知", content: "旧版导出功能将于近期下线。", daysAgo: 20, status: "WITHDRAWN" },
  { title: "年度用户满意度调研", content: "调研方案待定稿。", daysAgo: 0, status: "DRAFT" },
];

/** The home page of auditors begins with the widgets about accounts and security. */
const auditorHome: OwnWidgetKey[] = [
  "security",
  "announcements",
  "signInTrend",
  "signInHours",
  "oversteps",
  "roleRisk",
  "todos",
  "entries",
  "recent",
  "devices",
];

/** Loads recent announcements and a home page for one position. */
export async function loadAnnouncements(tx: Tx, calendar: Calendar): Promise<void> {
  const random = seeded("announcements");
  await insertPastAnnouncements(
    tx,
    notices.map((notice, at) => rowOf(notice, at, calendar, calendar.workingTime(random, notice.daysAgo + 1))),
  );
  await db(tx).updateTable("position").set({ homeWidgets: auditorHome }).where("code", "=", "auditor").execute();
}

function rowOf(notice: Notice, at: number, calendar: Calendar, written: Date): PastAnnouncement {
  const { title, content, audience = "ALL", to, status = "PUBLISHED", daysShown } = notice;
  const isDraft = status === "DRAFT";
  return {
    id: idOf(`announcement:${at}`),
    version: 1,
    title,
    content,
    audience,
    status,
    orgId: null,
    ...stampedBy(administratorId, written),
    announcementNo: `GG${calendar.day(notice.daysAgo + 1).replaceAll("-", "")}9${String(at + 1).padStart(5, "0")}`,
    audienceIds: to ? [idOf(to)] : [],
    publishAt: isDraft ? null : written,
    expireAt: daysShown ? new Date(written.getTime() + daysShown * 86_400_000) : null,
    isPinned: notice.isPinned ?? false,
    mustRead: notice.mustRead ?? false,
    toldAt: isDraft ? null : written,
  };
}
