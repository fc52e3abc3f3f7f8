import { createdAt, day, moment, recordId, ref, requiredText, shape, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { ClientLenderRef, ClientOwnerRef, OrganizationRef } from "../refs.ts";
import { apiClientStates } from "./states.ts";

/** Another system that calls with AK and SK. The SK is shown only once, when it is made (AU-R52). */
export const ApiClientShape = shape("apiClient", "接口账号", {
  name: requiredText("名称", 60),
  ak: withMeta(z.string(), { label: "AK" }),
  /** The last characters of the SK in use, to tell keys apart. */
  skTail: withMeta(z.string(), { label: "SK尾号" }),
  ownerOrgId: ref(OrganizationRef, "归属组织"),
  ownerUserId: ref(ClientOwnerRef, "负责人"),
  actAsUserId: ref(ClientLenderRef, "代表用户", { message: "编号格式不正确" }).nullable(),
  interfaceIds: z.array(recordId).min(1, "请选择接口！").max(2_000, "最多授权2000个接口").meta({ label: "授权接口" }),
  ipAllow: z.array(z.string().trim().min(1).max(60)).max(50, "IP白名单最多50条").meta({ label: "IP白名单" }),
  ratePerMin: z
    .int("请输入每分钟调用上限！")
    .min(1, "每分钟调用上限不能小于1")
    .max(100_000, "每分钟调用上限不能超过100000")
    .meta({ label: "每分钟调用上限" }),
  validUntil: withMeta(day.nullable(), { label: "有效期至" }),
  remark: z.string().trim().max(400).nullable().meta({ label: "备注" }),
  status: apiClientStates.schema,
  disabledReason: withMeta(z.string().nullable(), { label: "停用原因" }),
});

export const ApiClient = ApiClientShape.answer({
  ...ApiClientShape.names("ownerOrgId", "ownerUserId", "actAsUserId"),
  interfaceIds: z.array(z.string()).meta({ label: "接口数" }),
  ratePerMin: withMeta(z.int(), { label: "频率(次/分)" }),
  /** The time until which the former key is still accepted after a rotation; null if it is not. */
  previousUntil: moment.nullable(),
  rotatedAt: moment.nullable(),
  lastUsedAt: withMeta(moment.nullable(), { label: "最近调用" }),
  createdAt,
});
export type ApiClient = z.output<typeof ApiClient>;

/** What all calls of API clients have in common. */
export const apiClientFrame = {
  path: "/user/v1/api-clients",
  page: "/AuthorityManagement/OtherAccountManage",
  answer: ApiClient,
  view: "authority:apiClient:list",
  edit: "authority:apiClient:edit",
} as const;
