import { ActivePersonRef, EnabledOrganizationRef } from "@ops/authority/contract";
import {
  boundedText,
  CityRef,
  createdAt,
  day,
  dictCode,
  oneOf,
  ref,
  refNameList,
  requiredText,
  shape,
  withMeta,
} from "@ops/platform/contract";
import { z } from "zod";
import { projectKinds, projectStages, verificationKinds } from "./words.ts";

const whole = (label: string, least: number, most: number) =>
  withMeta(
    z
      .int(`${label}须为${least}-${most}`)
      .min(least, `${label}须为${least}-${most}`)
      .max(most, `${label}须为${least}-${most}`),
    { label },
  );

export const nodeCode = withMeta(
  z.string("节点编码格式不正确").regex(/^[A-Z][A-Z0-9]{1,9}$/, "节点编码为2–10位大写字母和数字"),
  { label: "节点编码", examples: ["SITE1"] },
);

/** What a node of a template and a node of a project have in common. */
export const nodeFields = {
  code: nodeCode,
  stage: oneOf(projectStages, "请选择阶段！").meta({ label: "阶段" }),
  name: requiredText("节点名称", 40),
  isMilestone: z.boolean().default(false).meta({ label: "里程碑" }),
  durationDays: whole("工期（天）", 1, 400),
  weight: whole("权重", 1, 100),
  predecessorCodes: z.array(nodeCode).max(20, "前置节点最多20个").default([]).meta({ label: "前置节点" }),
  evidenceMin: whole("现场图片最少张数", 0, 20).default(0),
  standardText: boundedText("标准要求", 600).default(""),
};

export const TemplateNode = z.strictObject({
  ...nodeFields,
  /** How many days before the opening it ends (ST-R18). */
  offsetEnd: whole("距开业天数", 0, 400),
  checklist: z.array(requiredText("检查项", 80)).max(20, "检查项最多20条").default([]).meta({ label: "检查项" }),
});
export type TemplateNode = z.output<typeof TemplateNode>;

export const TemplateCheck = z.strictObject({
  kind: oneOf(verificationKinds, "请选择验收类型！").meta({ label: "验收类型" }),
  code: withMeta(z.string("验收项编码格式不正确").regex(/^[A-Z][A-Z0-9]{1,9}$/, "验收项编码为2–10位大写字母和数字"), {
    label: "验收项编码",
    examples: ["B1"],
  }),
  text: requiredText("验收项", 120),
  maxScore: whole("满分", 1, 100),
  isVeto: z.boolean().default(false).meta({ label: "一票否决" }),
});
export type TemplateCheck = z.output<typeof TemplateCheck>;

export const ProjectTemplateShape = shape("projectTemplate", "节点模板", {
  kind: oneOf(projectKinds, "请选择项目类型！").meta({ label: "项目类型" }),
  storeType: dictCode("store_type", "门店类型").nullable().default(null),
  ver: withMeta(z.int().min(1), { label: "模板版本" }),
  nodes: z.array(TemplateNode).min(1, "请至少添加一个节点").max(100, "节点最多100个").meta({ label: "节点" }),
  checks: z.array(TemplateCheck).max(150, "验收项最多150个").meta({ label: "验收项" }),
});

export const ProjectTemplate = ProjectTemplateShape.answer({
  createdByName: withMeta(z.string(), { label: "保存人" }),
  createdAt,
});
export type ProjectTemplate = z.output<typeof ProjectTemplate>;

export const ProjectManagerShape = shape("projectManager", "项目经理设置", {
  userId: ref(ActivePersonRef, "项目经理"),
  regionOrgIds: z.array(ref(EnabledOrganizationRef, "负责大区")).max(50).default([]).meta({ label: "负责大区" }),
  cityCodes: z.array(ref(CityRef, "负责城市")).max(100).default([]).meta({ label: "负责城市" }),
  kinds: withMeta(z.array(oneOf(projectKinds)).max(4).default([]), { label: "项目类型", words: projectKinds }),
  maxActive: whole("最多在管项目", 1, 30).default(8),
  validFrom: day.meta({ label: "开始日期" }),
  validTo: day.nullable().default(null).meta({ label: "结束日期" }),
  isEnabled: z.boolean().default(true).meta({ label: "启用" }),
});

export const ProjectManager = ProjectManagerShape.answer({
  ...ProjectManagerShape.names("userId"),
  regionOrgNames: refNameList(EnabledOrganizationRef, "regionOrgIds", "负责大区"),
  cityNames: refNameList(CityRef, "cityCodes", "负责城市"),
  active: withMeta(z.int(), { label: "在管项目" }),
});
export type ProjectManager = z.output<typeof ProjectManager>;
