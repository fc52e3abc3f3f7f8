import {
  businessErrors,
  callsOf,
  endpoint,
  idParams,
  keyword,
  listQuery,
  maskedIp,
  moment,
  pageOf,
  recordId,
  sortable,
  version,
} from "@ops/platform/contract";
import { z } from "zod";
import { interfaceMethod } from "../interface/shape.ts";
import { ApiClient, ApiClientShape, apiClientFrame } from "./shape.ts";

export const ApiClientDetail = ApiClient.extend({
  interfaces: z.array(z.object({ id: z.string(), method: interfaceMethod, path: z.string(), name: z.string() })),
  /** Uses of the present key and of the one before it: whether the other side has switched over (AU-R54). */
  keys: z.array(z.object({ keyNo: z.int(), isCurrent: z.boolean(), calls: z.int(), lastUsedAt: moment.nullable() })),
});
export type ApiClientDetail = z.output<typeof ApiClientDetail>;

const calls = callsOf(ApiClientShape, apiClientFrame);
const written = ApiClientShape.pick(
  "name",
  "ownerOrgId",
  "ownerUserId",
  "actAsUserId",
  "interfaceIds",
  "ipAllow",
  "ratePerMin",
  "validUntil",
  "remark",
);

export const listApiClients = calls.list(
  ApiClientShape.query({
    is: ["status"],
    more: {
      keyword: keyword("名称的一部分，或完整的 AK", "名称/AK"),
      ownerOrgId: recordId.optional(),
      interfaceId: recordId.optional(),
      ...sortable("createdAt", "lastUsedAt", "name", "validUntil"),
    },
  }),
);
export const getApiClient = endpoint({
  method: "GET",
  path: `${apiClientFrame.path}/{id}`,
  title: "接口账号详情",
  permission: apiClientFrame.view,
  params: idParams,
  answer: ApiClientDetail,
});
export const createApiClient = endpoint({
  method: "POST",
  path: apiClientFrame.path,
  audit: "新增接口账号",
  permission: "authority:apiClient:create",
  risk: "CRITICAL",
  secret: true,
  body: z.object(written),
  answer: z.object({ id: z.string(), ak: z.string(), sk: z.string() }),
});
export const editApiClient = calls.edit(written, "编辑接口账号", { risk: "HIGH" });

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
  path: `${apiClientFrame.path}/{id}/calls`,
  title: "接口账号调用日志",
  permission: apiClientFrame.view,
  params: idParams,
  query: listQuery.extend({ failed: z.stringbool().optional() }),
  answer: pageOf(ApiClientCall),
});

/** Interfaces that the operator may hand on: those that he may call himself (AU-R15). */
export const listApiClientInterfaces = endpoint({
  method: "GET",
  path: `${apiClientFrame.path}/interfaceOptions`,
  title: "可授权接口",
  permission: apiClientFrame.view,
  answer: z.array(
    z.object({ id: z.string(), method: interfaceMethod, path: z.string(), name: z.string(), service: z.string() }),
  ),
});

/** People who may own a client or lend it their rights. */
export const listApiClientPeople = endpoint({
  method: "GET",
  path: `${apiClientFrame.path}/people`,
  title: "接口账号可选人员",
  permission: apiClientFrame.view,
  query: z.object({
    keyword: z.string().trim().max(50).optional(),
    /** Those whose rights it may borrow: no administrators. */
    lends: z.stringbool().optional(),
  }),
  answer: z.array(
    z.object({ id: z.string(), userName: z.string(), userType: z.string(), primaryPost: z.string().nullable() }),
  ),
});

export const rotateApiClient = endpoint({
  method: "POST",
  path: `${apiClientFrame.path}/{id}/rotate`,
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
