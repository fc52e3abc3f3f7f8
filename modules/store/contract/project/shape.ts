import { ActivePersonRef, OrganizationRef } from "@ops/authority/contract";
import {
  boundedText,
  createdAt,
  day,
  fen,
  oneOf,
  recordId,
  ref,
  requiredText,
  StoredFile,
  shape,
  typedMoment,
  updatedAt,
  withMeta,
} from "@ops/platform/contract";
import { z } from "zod";
import { nodeFields, TemplateCheck } from "../project-template/shape.ts";
import { projectFrames, projectKinds, projectStages } from "../project-template/words.ts";
import { StoreRef } from "../refs.ts";
import { StoreShape } from "../site/shape.ts";
import { Rectification, Verification } from "./round-shapes.ts";
import { evidenceCategories, evidenceFlags, nodeStates, projectRisks, projectStates } from "./states.ts";

const maybeDay = (label: string) => withMeta(day.nullable().default(null), { label, format: "date" });
const percent = (label: string) => withMeta(z.number(), { label });

export const ProjectShape = shape("storeProject", "门店项目", {
  projectNo: withMeta(z.string(), { label: "项目编号" }),
  name: requiredText("项目名称", 40),
  kind: oneOf(projectKinds, "请选择项目类型！").meta({ label: "项目类型" }),
  storeId: ref(StoreRef, "门店").nullable().default(null),
  orgId: ref(OrganizationRef, "所属组织"),
  ...StoreShape.required("storeType", "operateMode"),
  cityCode: StoreShape.required("cityCode").cityCode,
  templateId: recordId,
  managerUserId: ref(ActivePersonRef, "项目经理").nullable().default(null),
  /** Why this manager was matched; null for one who was chosen by hand (ST-R26). */
  managerReason: withMeta(z.string().nullable(), { label: "匹配说明" }),
  planStart: day.meta({ label: "计划开始" }),
  planOpenDate: day.meta({ label: "计划开业" }),
  baselineVer: withMeta(z.int(), { label: "基线版本" }),
  baselineOpenDate: maybeDay("基线开业"),
  forecastOpenDate: maybeDay("预测开业"),
  actualOpenDate: maybeDay("实际开业"),
  stage: withMeta(oneOf(projectStages).nullable(), { label: "阶段", words: projectStages }),
  progress: percent("进度"),
  plannedProgress: percent("计划进度"),
  risk: withMeta(oneOf(projectRisks), { label: "风险", words: projectRisks }),
  state: projectStates.schema,
  stateReason: boundedText("原因", 200).nullable(),
  pausedOn: maybeDay("暂停日期"),
  rebaselineOpenDate: maybeDay("申请的开业日期"),
  rebaselineReason: withMeta(z.string().nullable(), { label: "调整原因" }),
  budgetFen: fen.nullable().default(null).meta({ label: "预算" }),
  costFen: fen.nullable().default(null).meta({ label: "已发生费用" }),
});

/** How the nodes of a stage stand. */
export const stageStandings = { NONE: "无", WAITING: "未开始", DOING: "进行中", LATE: "逾期", DONE: "已完成" } as const;
const StageStanding = z.object({ stage: oneOf(projectStages), standing: oneOf(stageStandings) });

const shown = {
  ...ProjectShape.names("storeId", "orgId", "managerUserId"),
  cityName: withMeta(z.string(), { label: "城市" }),
  /** Days of the forecast after the baseline. */
  slip: withMeta(z.int().nullable(), { label: "偏差（天）" }),
  stages: z.array(StageStanding),
  createdAt,
  updatedAt,
};

/** A project as lists show it. */
export const Project = ProjectShape.answer(shown);
export type Project = z.output<typeof Project>;

const Step = z.strictObject({ text: requiredText("检查项", 80), done: z.boolean() });

export const ProjectNodeShape = shape("projectNode", "项目节点", {
  projectId: recordId,
  ...nodeFields,
  ownerUserId: ref(ActivePersonRef, "负责人").nullable().default(null),
  planStart: day.meta({ label: "计划开始" }),
  planEnd: day.meta({ label: "计划结束" }),
  baselineStart: maybeDay("基线开始"),
  baselineEnd: maybeDay("基线结束"),
  forecastEnd: maybeDay("预测结束"),
  actualStart: maybeDay("实际开始"),
  actualEnd: maybeDay("实际结束"),
  progress: withMeta(z.int("进度须为0-100").min(0, "进度须为0-100").max(100, "进度须为0-100"), { label: "进度" }),
  checklist: z.array(Step).max(20, "检查项最多20条").meta({ label: "检查项" }),
  state: nodeStates.schema,
  delayReason: boundedText("延期原因", 200).nullable().default(null),
  waiveReason: withMeta(z.string().nullable(), { label: "豁免原因" }),
});

export const ProjectNode = ProjectNodeShape.answer({
  ...ProjectNodeShape.names("ownerUserId"),
  overdueDays: withMeta(z.int(), { label: "逾期天数" }),
  photos: withMeta(z.int(), { label: "现场图" }),
  /** True if the reader is responsible for it, so that somebody else has to accept it. */
  isOwn: z.boolean(),
});
export type ProjectNode = z.output<typeof ProjectNode>;

export const EvidenceShape = shape("projectEvidence", "项目附件", {
  projectId: recordId,
  nodeId: recordId.meta({ label: "节点" }),
  /** The id of a file of kind `projectNode`. */
  fileId: recordId.meta({ label: "文件" }),
  fileName: withMeta(z.string(), { label: "文件名" }),
  category: oneOf(evidenceCategories, "请选择附件类别！").meta({ label: "类别" }),
  sha256: z.string(),
  takenAt: typedMoment("拍摄时间").nullable(),
  lng: withMeta(z.number().nullable(), { label: "经度" }),
  lat: withMeta(z.number().nullable(), { label: "纬度" }),
  flags: withMeta(z.array(oneOf(evidenceFlags)), { label: "标记", words: evidenceFlags }),
  note: boundedText("说明", 200).nullable().default(null),
});

export const Evidence = EvidenceShape.answer({
  createdByName: withMeta(z.string(), { label: "上传人" }),
  createdAt,
});
export type Evidence = z.output<typeof Evidence>;

export const ProjectDetail = ProjectShape.answer({
  ...shown,
  templateVer: withMeta(z.int(), { label: "模板版本" }),
  checks: z.array(TemplateCheck).meta({ label: "验收项" }),
  nodes: z.array(ProjectNode).meta({ label: "节点" }),
  evidence: z.array(Evidence).meta({ label: "附件" }),
  verifications: z.array(Verification).meta({ label: "验收" }),
  rectifications: z.array(Rectification).meta({ label: "整改项" }),
  /** The pictures and papers of all its parts. */
  files: z.array(StoredFile),
});
export type ProjectDetail = z.output<typeof ProjectDetail>;

/** What all calls of projects have in common. */
export const projectFrame = projectFrames("projects", ProjectDetail, {
  view: "store:project:view",
  edit: "store:project:edit",
  create: "store:project:create",
});

export const nodeFrame = projectFrames("nodes", ProjectNode, { view: "store:project:view", edit: "store:node:edit" });
