import { OrganizationRef } from "@ops/authority/contract";
import {
  boundedText,
  callsOf,
  endpoint,
  flag,
  idParams,
  keyword,
  oneOf,
  recordId,
  ref,
  version,
  withMeta,
} from "@ops/platform/contract";
import { z } from "zod";
import { PROJECT_PAGE, projectStages } from "../project-template/words.ts";
import { storeLevels } from "../site/words.ts";
import { Evidence, EvidenceShape, nodeFrame, Project, ProjectNodeShape, ProjectShape, projectFrame } from "./shape.ts";

const calls = callsOf(ProjectShape, projectFrame);
const lists = callsOf(ProjectShape, { ...projectFrame, answer: Project, view: "store:project:list" });

export const projectFilters = {
  keyword: keyword("项目名称 / 编号"),
  orgId: ref(OrganizationRef, "所属组织").optional(),
  /** The stage or a later one has begun, and the project was not given up: what the funnel counts. */
  reached: oneOf(projectStages).optional().meta({ label: "到达阶段" }),
  isOpen: withMeta(flag.optional(), { label: "未结束" }),
  /** Of its store. */
  storeLevel: oneOf(storeLevels).optional().meta({ label: "门店等级" }),
};

export const listProjects = lists.list(
  ProjectShape.query({
    is: ["kind", "state", "stage", "risk", "managerUserId", "storeId", "storeType", "operateMode"],
    within: ["planOpenDate", "forecastOpenDate"],
    sort: ["planOpenDate", "forecastOpenDate", "progress", "updatedAt"],
    more: projectFilters,
  }),
);
export const getProject = calls.get();

const written = ProjectShape.pick("name", "storeId", "managerUserId", "planStart", "planOpenDate", "budgetFen");

export const createProject = calls.create({
  ...written,
  ...ProjectShape.pick("kind"),
  /** Asked for as long as there is no store. */
  ...ProjectShape.optional("orgId", "storeType", "operateMode", "cityCode"),
});

export const editProject = calls.edit({
  ...written,
  ...ProjectShape.pick("costFen"),
  /** Whether unfinished nodes follow a new opening day; a running project has to say so. */
  isShifting: z.boolean().default(false).meta({ label: "顺延未完成节点" }),
});

/** Asks for a new baseline with this opening day: the plan of unfinished nodes follows it (ST-R29). */
export const rebaselineProject = calls.on(
  "rebaseline",
  "申请调整基线",
  {
    ...ProjectShape.pick("planOpenDate"),
    reason: boundedText("调整原因", 200).min(1, "请输入调整原因！"),
  },
  { requires: ["store:project:list"] },
);

export const PROJECT_APPROVE = "store:project:approve";
export const rebaselineVerdicts = { APPROVE: "通过", REJECT: "驳回" } as const;

export const decideRebaseline = calls.on(
  "rebaseline/decide",
  "审批基线调整",
  {
    verdict: oneOf(rebaselineVerdicts, "请选择审批结果！").meta({ label: "审批结果" }),
    note: boundedText("审批意见", 200).optional(),
  },
  { permission: PROJECT_APPROVE, risk: "HIGH", requires: ["store:project:list"] },
);

const changed = z.strictObject({
  id: recordId,
  version,
  ...ProjectNodeShape.optional("ownerUserId", "planStart", "planEnd", "progress", "checklist", "delayReason"),
  /** Before the start alone, as nodes come and go. */
  ...ProjectNodeShape.optional("predecessorCodes"),
});
export const AddedNode = z.strictObject({
  ...ProjectNodeShape.pick("code", "stage", "name", "isMilestone", "weight", "predecessorCodes", "evidenceMin"),
  ...ProjectNodeShape.pick("standardText", "checklist", "ownerUserId", "planStart", "planEnd"),
});
export type ChangedNode = z.output<typeof changed>;
export type AddedNode = z.output<typeof AddedNode>;

/** Progress, dates, owners and checklists; before the start nodes are added and removed too. */
export const saveProjectNodes = endpoint({
  method: "PUT",
  path: "/store/v1/projects/{id}/nodes",
  audit: "保存项目进度",
  permission: nodeFrame.edit,
  requires: ["store:project:list"],
  page: PROJECT_PAGE,
  changes: ProjectNodeShape.table,
  params: idParams,
  body: z.strictObject({
    changed: z
      .array(changed)
      .max(100, "一次最多保存100个节点")
      .default([])
      .meta({ label: "修改的节点", examples: [[]] }),
    added: z
      .array(AddedNode)
      .max(100, "节点最多100个")
      .default([])
      .meta({ label: "新增的节点", examples: [[]] }),
    removedIds: z
      .array(recordId)
      .max(100)
      .default([])
      .meta({ label: "删除的节点", examples: [[]] }),
  }),
  answer: projectFrame.answer,
});

const nodes = callsOf(ProjectNodeShape, nodeFrame);

export const nodeVerdicts = { ACCEPT: "通过", RETURN: "退回" } as const;
/** 验收 of one node; whoever sends it back says why. */
export const reviewNode = nodes.on(
  "review",
  "验收节点",
  {
    verdict: oneOf(nodeVerdicts, "请选择验收结果！").meta({ label: "验收结果" }),
    note: boundedText("验收意见", 200).optional(),
  },
  { permission: "store:node:accept", requires: ["store:project:list"] },
);

export const addEvidence = endpoint({
  method: "POST",
  path: "/store/v1/nodes/{id}/evidence",
  audit: "上传项目附件",
  permission: nodeFrame.edit,
  requires: ["store:project:list"],
  page: PROJECT_PAGE,
  params: idParams,
  body: z.strictObject(EvidenceShape.pick("fileId", "category", "note")),
  answer: Evidence,
});

export const removeEvidence = callsOf(EvidenceShape, {
  ...nodeFrame,
  path: "/store/v1/evidence",
  answer: Evidence,
}).remove("删除项目附件");

const counted = withMeta(z.int(), { label: "项目数" });
const rate = z.object({ part: z.int(), whole: z.int() });
export const projectShares = { RISK: "风险", KIND: "项目类型", REGION: "大区", MODE: "经营模式" } as const;

/** Figures of the projects that the reader sees (section 9). */
export const getProjectStats = lists.beside("stats", "项目统计", {
  answer: z.object({
    /** Projects with a node of the stage or a later one begun. */
    funnel: z.array(z.object({ stage: Project.shape.stage.unwrap(), count: counted })),
    /** Projects that are not over, by what they are. */
    shares: z.array(z.object({ by: oneOf(projectShares), key: z.string(), name: z.string(), count: counted })),
    months: z.array(z.object({ month: z.string(), planned: counted, forecast: counted })),
    onTime: rate,
    firstPass: rate,
  }),
});
