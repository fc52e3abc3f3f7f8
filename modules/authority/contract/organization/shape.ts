import {
  boundedText,
  createdAt,
  pointer,
  regionCode,
  requiredText,
  shape,
  updatedAt,
  withMeta,
} from "@ops/platform/contract";
import { z } from "zod";
import { PersonRef } from "../refs.ts";
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
  leaderUserId: pointer(PersonRef, "负责人").nullable(),
  deputyUserIds: z.array(pointer(PersonRef, "副职")).max(20, "副职最多20人"),
  sort: z.int("排序格式不正确").min(0).max(99_999).meta({ label: "排序" }),
  regionCode: regionCode.nullable(),
  /** The name of the region when it was chosen, such as 江苏省 / 苏州市 / 昆山市. */
  regionName: z.string().nullable(),
  address: boundedText("地址", 200).nullable(),
  phone: z
    .string("电话格式不正确")
    .trim()
    .regex(/^[0-9-]{5,20}$/, "电话格式不正确")
    .nullable()
    .meta({ label: "电话" }),
  level: withMeta(z.int(), { label: "层级" }),
  status: organizationStates.schema,
});

export const OrganizationNode = z.object({
  id: z.string(),
  parentId: z.string().nullable(),
  code: withMeta(z.string(), { label: "组织编码" }),
  name: withMeta(z.string(), { label: "名称" }),
  type: organizationType,
  status: organizationStates.schema,
  leaderName: withMeta(z.string().nullable(), { label: "负责人" }),
  hasChildren: z.boolean(),
  /** The number of people with a post here. */
  ownPeople: withMeta(z.int(), { label: "人员" }),
  /** The number of people with a post here or below. */
  totalPeople: z.int(),
});
export type OrganizationNode = z.output<typeof OrganizationNode>;

export const Organization = OrganizationShape.answer({
  ...OrganizationNode.omit({ hasChildren: true }).shape,
  parentName: withMeta(z.string().nullable(), { label: "上级组织" }),
  /** The names from the root down to this organisation. */
  pathNames: z.array(z.string()).meta({ label: "组织路径" }),
  deputyNames: z.array(z.string()).meta({ label: "副职" }),
  /** The organisation into which it was merged. */
  mergedIntoName: z.string().nullable(),
  /** The page of the module that manages it; null if it is managed here. */
  managedBy: z.object({ module: z.string(), page: z.string() }).nullable(),
  /** Whether it may get another parent here: it is neither the root nor merged, and no other module moves it. */
  isMovable: z.boolean(),
  createdAt,
  updatedAt,
});
export type Organization = z.output<typeof Organization>;
