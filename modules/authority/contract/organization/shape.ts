import { boundedText, createdAt, recordId, regionCode, requiredText, shape, updatedAt } from "@ops/platform/contract";
import { z } from "zod";
import { organizationStates } from "./states.ts";

export const organizationType = z
  .enum(["GROUP", "REGION", "CITY", "STORE", "DELIVERY", "DEPT", "PARTNER", "CARRIER"], "请选择组织类型！")
  .meta({ dict: "organization_type", label: "类型" });
export type OrganizationTypeCode = z.output<typeof organizationType>;

export const OrganizationShape = shape("organization", "组织", {
  code: z
    .string("组织编码格式不正确")
    .trim()
    .regex(/^[A-Z0-9_-]{2,30}$/, "组织编码为2–30位大写字母、数字、横线或下划线")
    .meta({ label: "组织编码" }),
  name: requiredText("组织名称", 60),
  shortName: boundedText("简称", 30).nullable(),
  type: organizationType,
  leaderUserId: recordId.nullable().meta({ label: "负责人" }),
  deputyUserIds: z.array(recordId).max(20, "副职最多20人").meta({ label: "副职" }),
  sort: z.int("排序格式不正确").min(0).max(99_999).meta({ label: "排序" }),
  regionCode: regionCode.nullable(),
  /** 江苏省 / 苏州市 / 昆山市, as it was called when it was chosen. */
  regionName: z.string().nullable(),
  address: boundedText("地址", 200).nullable(),
  phone: z
    .string("电话格式不正确")
    .trim()
    .regex(/^[0-9-]{5,20}$/, "电话格式不正确")
    .nullable()
    .meta({ label: "电话" }),
  level: z.int().meta({ label: "层级" }),
  status: organizationStates.schema,
});

export const OrganizationNode = z.object({
  id: z.string(),
  parentId: z.string().nullable(),
  code: z.string().meta({ label: "组织编码" }),
  name: z.string().meta({ label: "名称" }),
  type: organizationType,
  status: organizationStates.schema,
  leaderName: z.string().nullable().meta({ label: "负责人" }),
  hasChildren: z.boolean(),
  /** People in office here. */
  ownPeople: z.int().meta({ label: "人员" }),
  /** People in office here or below. */
  totalPeople: z.int(),
});
export type OrganizationNode = z.output<typeof OrganizationNode>;

export const Organization = OrganizationShape.answer({
  ...OrganizationNode.omit({ hasChildren: true }).shape,
  parentName: z.string().nullable().meta({ label: "上级组织" }),
  /** Names from the root to here. */
  pathNames: z.array(z.string()).meta({ label: "组织路径" }),
  deputyNames: z.array(z.string()).meta({ label: "副职" }),
  /** Where it went when it was merged into another one. */
  mergedIntoName: z.string().nullable(),
  /** The page of the module that looks after it; null when it is looked after here. */
  managedBy: z.object({ module: z.string(), page: z.string() }).nullable(),
  createdAt,
  updatedAt,
});
export type Organization = z.output<typeof Organization>;
