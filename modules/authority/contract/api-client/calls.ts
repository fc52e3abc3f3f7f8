import {
  businessErrors,
  day,
  endpoint,
  idParams,
  keyword,
  listQuery,
  maskedIp,
  moment,
  pageOf,
  reasonBody,
  recordId,
  requiredText,
  sortable,
  version,
} from "@ops/platform/contract";
import { z } from "zod";
import { interfaceMethod } from "../interface/calls.ts";
import { apiClientStates } from "./states.ts";

const page = "/AuthorityManagement/OtherAccountManage";
const base = "/user/v1/apiClients";

/** Another system that calls with AK and SK. The SK leaves the server once, at its making (AU-R52). */
export const ApiClient = z.object({
  id: z.string(),
  name: z.string().meta({ label: "名称" }),
  ak: z.string().meta({ label: "AK" }),
  /** The last characters of the SK in use, to tell keys apart. */
  skTail: z.string(),
  ownerOrgId: z.string(),
  ownerOrgName: z.string().meta({ label: "归属组织" }),
  ownerUserId: z.string(),
  ownerUserName: z.string().meta({ label: "负责人" }),
  actAsUserId: z.string().nullable(),
  actAsUserName: z.string().nullable().meta({ label: "代表用户" }),
  interfaceIds: z.array(z.string()).meta({ label: "接口数" }),
  ipAllow: z.array(z.string()).meta({ label: "IP白名单" }),
  ratePerMin: z.int().meta({ label: "频率(次/分)" }),
  validUntil: day.nullable().meta({ label: "有效期至" }),
  remark: z.string().nullable(),
  status: apiClientStates.schema,
  disabledReason: z.string().nullable(),
  /** Until when the key before the last rotation is accepted, while it is. */
  previousUntil: moment.nullable(),
  rotatedAt: moment.nullable(),
  lastUsedAt: moment.nullable().meta({ label: "最近调用" }),
  createdAt: moment.meta({ label: "创建时间" }),
  version,
});
export type ApiClient = z.output<typeof ApiClient>;

export const ApiClientDetail = ApiClient.extend({
  interfaces: z.array(z.object({ id: z.string(), method: interfaceMethod, path: z.string(), name: z.string() })),
  /** Uses of the present key and of the one before it: whether the other side has switched over (AU-R54). */
  keys: z.array(z.object({ keyNo: z.int(), isCurrent: z.boolean(), calls: z.int(), lastUsedAt: moment.nullable() })),
});
export type ApiClientDetail = z.output<typeof ApiClientDetail>;

export const listApiClients = endpoint({
  method: "GET",
  path: base,
  title: "接口账号列表",
  permission: "authority:apiClient:list",
  page,
  query: listQuery.extend({
    keyword: keyword("名称的一部分，或完整的 AK", "名称/AK"),
    status: apiClientStates.schema.optional(),
    ownerOrgId: recordId.optional(),
    interfaceId: recordId.optional(),
    ...sortable("createdAt", "lastUsedAt", "name", "validUntil"),
  }),
  answer: pageOf(ApiClient),
});

export const getApiClient = endpoint({
  method: "GET",
  path: `${base}/{id}`,
  title: "接口账号详情",
  permission: "authority:apiClient:list",
  params: idParams,
  answer: ApiClientDetail,
});

export const ApiClientCall = z.object({
  id: z.string(),
  occurredAt: moment,
  method: z.string(),
  path: z.string(),
  name: z.string(),
  status: z.int(),
  msgCode: z.string(),
  ip: maskedIp,
  ms: z.int(),
  /** Which of its keys signed; null when the signature was wrong. */
  keyNo: z.int().nullable(),
});
export type ApiClientCall = z.output<typeof ApiClientCall>;

export const listApiClientCalls = endpoint({
  method: "GET",
  path: `${base}/{id}/calls`,
  title: "接口账号调用日志",
  permission: "authority:apiClient:list",
  params: idParams,
  query: listQuery.extend({ failed: z.stringbool().optional() }),
  answer: pageOf(ApiClientCall),
});

/** Interfaces that the operator may hand on: those that he may call himself (AU-R15). */
export const listApiClientInterfaces = endpoint({
  method: "GET",
  path: `${base}/interfaceOptions`,
  title: "可授权接口",
  permission: "authority:apiClient:list",
  answer: z.array(
    z.object({ id: z.string(), method: interfaceMethod, path: z.string(), name: z.string(), service: z.string() }),
  ),
});

/** People who may own a client or lend it their rights. */
export const listApiClientPeople = endpoint({
  method: "GET",
  path: `${base}/people`,
  title: "接口账号可选人员",
  permission: "authority:apiClient:list",
  query: z.object({
    keyword: z.string().trim().max(50).optional(),
    /** Those whose rights it may borrow: no administrators. */
    lends: z.stringbool().optional(),
  }),
  answer: z.array(
    z.object({ id: z.string(), userName: z.string(), userType: z.string(), primaryPost: z.string().nullable() }),
  ),
});

const fields = {
  name: requiredText("名称", 60),
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
};

export const createApiClient = endpoint({
  method: "POST",
  path: base,
  audit: "新增接口账号",
  permission: "authority:apiClient:create",
  risk: "CRITICAL",
  secret: true,
  body: z.object(fields),
  answer: z.object({ id: z.string(), ak: z.string(), sk: z.string() }),
});

export const editApiClient = endpoint({
  method: "PUT",
  path: `${base}/{id}`,
  audit: "编辑接口账号",
  permission: "authority:apiClient:edit",
  risk: "HIGH",
  params: idParams,
  body: z.object({ ...fields, version }),
  answer: ApiClient,
});

export const rotateApiClient = endpoint({
  method: "POST",
  path: `${base}/{id}/rotate`,
  audit: "轮换接口账号密钥",
  permission: "authority:apiClient:rotate",
  risk: "HIGH",
  secret: true,
  params: idParams,
  body: z.object({
    overlapHours: z
      .int("请输入旧密钥保留小时数！")
      .min(0, "旧密钥保留时间为0–168小时")
      .max(168, "旧密钥保留时间为0–168小时")
      .default(24)
      .meta({ label: "旧密钥保留小时" }),
    version,
  }),
  answer: z.object({ ak: z.string(), sk: z.string(), previousUntil: moment.nullable() }),
});

export const disableApiClient = endpoint({
  method: "POST",
  path: `${base}/{id}/disable`,
  audit: "停用接口账号",
  permission: "authority:apiClient:disable",
  params: idParams,
  body: reasonBody,
  answer: ApiClient,
});

export const enableApiClient = endpoint({
  method: "POST",
  path: `${base}/{id}/enable`,
  audit: "启用接口账号",
  permission: "authority:apiClient:disable",
  params: idParams,
  body: reasonBody,
  answer: ApiClient,
});

/** One address or network, IPv4 or IPv6. */
const ipOrNetwork = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);
export const isIpOrNetwork = (text: string): boolean => ipOrNetwork.safeParse(text).success;

export const apiClientErrors = businessErrors(
  "",
  {
    ipFormat: "IP白名单格式不正确",
    grantExceeds: "您不能授予超出自身权限的接口：{name}",
    apiClientExists: "接口账号名称已存在",
    apiClientOwnerOff: "负责人账号不可用，请选择在职人员",
    apiClientOrgOff: "归属组织不存在、已停用或不在您的管理范围内",
    apiClientActAs: "代表用户不可用：须为可用的非管理员账号",
    apiClientInterfaceGone: "所选接口不存在、已下线或不能授权给接口账号",
    apiClientValidPast: "有效期不能早于今天",
  },
  ["grantExceeds"],
);
