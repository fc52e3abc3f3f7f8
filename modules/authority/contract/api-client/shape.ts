import { createdAt, day, moment, recordId, requiredText, shape } from "@ops/platform/contract";
import { z } from "zod";
import { apiClientStates } from "./states.ts";

/** Another system that calls with AK and SK. The SK leaves the server once, at its making (AU-R52). */
export const ApiClientShape = shape("apiClient", "接口账号", {
  name: requiredText("名称", 60),
  ak: z.string().meta({ label: "AK" }),
  /** The last characters of the SK in use, to tell keys apart. */
  skTail: z.string().meta({ label: "SK尾号" }),
  ownerOrgId: z.uuid("请选择归属组织！").meta({ label: "归属组织" }),
  ownerUserId: z.uuid("请选择负责人！").meta({ label: "负责人" }),
  actAsUserId: recordId.nullable().meta({ label: "代表用户" }),
  interfaceIds: z.array(recordId).min(1, "请选择接口！").max(2_000, "最多授权2000个接口").meta({ label: "授权接口" }),
  ipAllow: z.array(z.string().trim().min(1).max(60)).max(50, "IP白名单最多50条").meta({ label: "IP白名单" }),
  ratePerMin: z
    .int("请输入每分钟调用上限！")
    .min(1, "每分钟调用上限不能小于1")
    .max(100_000, "每分钟调用上限不能超过100000")
    .meta({ label: "每分钟调用上限" }),
  validUntil: day.nullable().meta({ label: "有效期至" }),
  remark: z.string().trim().max(400).nullable().meta({ label: "备注" }),
  status: apiClientStates.schema,
  disabledReason: z.string().nullable().meta({ label: "停用原因" }),
});

export const ApiClient = ApiClientShape.answer({
  ownerOrgName: z.string().meta({ label: "归属组织" }),
  ownerUserName: z.string().meta({ label: "负责人" }),
  actAsUserName: z.string().nullable().meta({ label: "代表用户" }),
  interfaceIds: z.array(z.string()).meta({ label: "接口数" }),
  ratePerMin: z.int().meta({ label: "频率(次/分)" }),
  /** Until when the key before the last rotation is accepted, while it is. */
  previousUntil: moment.nullable(),
  rotatedAt: moment.nullable(),
  lastUsedAt: moment.nullable().meta({ label: "最近调用" }),
  createdAt,
});
export type ApiClient = z.output<typeof ApiClient>;

/** What all calls of API clients have in common. */
export const apiClientFrame = {
  path: "/user/v1/apiClients",
  page: "/AuthorityManagement/OtherAccountManage",
  answer: ApiClient,
  view: "authority:apiClient:list",
  edit: "authority:apiClient:edit",
} as const;
