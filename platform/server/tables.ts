import {
  announcementAudiences,
  announcementStates,
  HolidayShape,
  outsideStates,
  regionStatuses,
  taskStates,
} from "@ops/platform/contract";
import { databaseOf, type JsonColumns, type Table } from "./db/record/table.ts";
import type { PlatformTables } from "./tables.generated.ts";

type Tables = JsonColumns<
  PlatformTables,
  {
    approval: { facts: { label: string; text: string }[] };
    savedFilter: { filters: Record<string, string> };
    batchRow: { before: Record<string, string>; after: Record<string, string> };
  }
>;

const { table, tableOf, db } = databaseOf<Tables>({
  auditLog: "written by the kernel; read through authority's own permission",
  auditSeal: "sums over the log; only how an entry stands is shown",
  auditSealOpen: "numbers of the log that are awaited",
  auditSealFault: "as audit_seal",
  auditKeep: "one number: how long the log is kept at least",
  fileChunk: "contents; read with their file",
  eventOutbox: "events between modules; nobody reads it through the API",
  eventDelivery: "as event_outbox",
  declaredWork: "names in the code of the server",
  timer: "work of the modules at times to come; nobody reads it through the API",
  liveEvent: "addressed to one session or person, who alone hears it",
  numberSequence: "counters",
  rateCounter: "counters",
  stageCount: "counts of other tables; read through the scope of these",
  stageTotal: "as stage_count",
  stageDelta: "as stage_count",
  dayFigure: "figures of modules; read through the scope of their permission",
  idempotencyKey: "found by the actor's own id only",
  serverSecret: "keys of the server; never leaves it",
  scheduleRun: "counters",
  appRelease: "one line about the server itself",
  workHandOver: "what jobs have handed over; nobody reads it through the API",
  announcementRead: "counted for those who see the announcement; else one's own",
  importDraft: "found by its owner alone",
  batchRow: "read with its task, by the owner alone",
  importFailure: "read with its task, by the owner alone",
  importSecret: "sealed; leaves in the encrypted file of its task alone",
  approval: "found by its applicant and its deciders, and by the scope of its record (approval/boxes.ts)",
  approvalDecision: "read with its request",
  notice: "addressed to one person, who alone reads it",
  noticeSwitchOff: "found by the person's own id only",
  savedFilterDefault: "found by the person's own id only",
});

export { db };

const forAll = { unscoped: "every organisation shares it" };

export const dictTypes = table("dictType", {
  entity: "字典类型",
  scope: forAll,
  number: "code",
  labels: { code: "字典编码", name: "字典名称" },
});

export const dictEntries = table("dictEntry", {
  entity: "字典项",
  scope: forAll,
  number: "entryValue",
  labels: { entryMeaning: "名称", entryValue: "值", sort: "排序", color: "颜色", status: "状态" },
});
export type DictEntryRow = typeof dictEntries extends Table<infer Row> ? Row : never;

export const announcements = table("announcement", {
  entity: "公告",
  scope: { organization: "orgId" },
  read: "platform:notice:publish",
  number: "announcementNo",
  labels: {
    title: "标题",
    content: "内容",
    audience: "发布范围",
    publishAt: "发布时间",
    expireAt: "失效时间",
    isPinned: "置顶",
    mustRead: "必读",
    status: "状态",
  },
  words: { audience: announcementAudiences, status: announcementStates.states },
});
export type AnnouncementRow = typeof announcements extends Table<infer Row> ? Row : never;

export const files = table("file", {
  entity: "附件",
  scope: { unscoped: "seen by whoever sees its record" },
  number: "fileName",
  // its state follows from what is done with the record that names it, whose log tells that
  labels: { fileName: "文件名", size: "大小" },
});
export type FileRow = typeof files extends Table<infer Row> ? Row : never;

export const regions = table("region", {
  entity: "行政区划",
  scope: { unscoped: "public knowledge" },
  number: "code",
  labels: { name: "名称", status: "状态", replacedBy: "替换为", lng: "中心经度", lat: "中心纬度" },
  words: { status: regionStatuses },
});
export type RegionRow = typeof regions extends Table<infer Row> ? Row : never;

export const holidays = tableOf(HolidayShape, {
  scope: { unscoped: "public knowledge" },
  number: "day",
});
export type HolidayRow = typeof holidays extends Table<infer Row> ? Row : never;

export const numberRules = table("numberRule", {
  entity: "单号规则",
  scope: forAll,
  number: "kind",
  labels: { prefix: "前缀", seqLength: "流水位数" },
});
export type NumberRuleRow = typeof numberRules extends Table<infer Row> ? Row : never;

export const outsideCalls = table("outsideCall", {
  entity: "外部调用",
  scope: { unscoped: "work of the machine, of no organisation; what was asked stays sealed" },
  number: "key",
  labels: { state: "状态" },
  words: { state: outsideStates },
});
export type OutsideCallRow = typeof outsideCalls extends Table<infer Row> ? Row : never;

/** Seen and ended by the two people themselves. */
export const approvalDelegations = table("approvalDelegation", {
  entity: "审批委托",
  scope: { unscoped: "found by the two people themselves" },
  days: ["startsOn", "endsOn"],
  labels: { startsOn: "开始日期", endsOn: "结束日期", reason: "原因", endedAt: "结束时间" },
});
export type ApprovalDelegationRow = typeof approvalDelegations extends Table<infer Row> ? Row : never;

/** Seen by its maker and by the people of the organisation that it is shared with. */
export const savedFilters = table("savedFilter", {
  entity: "常用筛选",
  scope: { unscoped: "found by its maker and in the organisation that it is shared with (saved-filter/)" },
  number: "name",
  json: ["filters"],
  labels: { name: "名称", filters: "筛选条件", orgId: "共享组织" },
});
export type SavedFilterRow = typeof savedFilters extends Table<infer Row> ? Row : never;

export const params = table("param", { entity: "系统参数", scope: forAll, number: "key", labels: { value: "参数值" } });

/** People see their own tasks. With the permission to list all, they see those of the organisations in scope. */
export const tasks = table("task", {
  entity: "任务",
  scope: { organization: "orgId", owner: "ownerId" },
  number: "taskNo",
  json: ["params", "conditions"],
  labels: { fileName: "文件名称", status: "状态" },
  words: { status: taskStates.states },
});
export type TaskRow = typeof tasks extends Table<infer Row> ? Row : never;
