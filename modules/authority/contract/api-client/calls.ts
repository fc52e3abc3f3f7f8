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
  withMeta,
} from "@ops/platform/contract";
import { z } from "zod";
import { InterfaceShape } from "../interface/shape.ts";
import { ApiClient, ApiClientShape, apiClientFrame } from "./shape.ts";

const granted = { id: z.string(), ...InterfaceShape.pick("method", "path", "name") };

export const ApiClientDetail = ApiClient.extend({
  interfaces: z.array(z.object(granted)),
  /**
   * How often and when the present key and the one before it were used. This tells whether the other side has switched to
   * the new one (AU-R54).
   */
  keys: z.array(
    z.object({
      keyNo: withMeta(z.int(), { label: "密钥" }),
      isCurrent: z.boolean(),
      calls: withMeta(z.int(), { label: "调用次数" }),
      lastUsedAt: withMeta(moment.nullable(), { label: "最近使用" }),
    }),
  ),
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
      ownerOrgId: withMeta(recordId.optional(), { label: "归属组织" }),
      interfaceId: withMeta(recordId.optional(), { label: "授权接口" }),
      ...sortable("createdAt", "lastUsedAt", "name", "validUntil"),
    },
  }),
);
export const getApiClient = endpoint({
  method: "GET",
  path: `${apiClientFrame.path}/{id}`,
  title: "接口账号详情",
  permission: apiClientFrame.view,
  record: "apiClient",
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
  occurredAt: moment.meta({ label: "时间" }),
  method: z.string(),
  path: withMeta(z.string(), { label: "接口" }),
  name: withMeta(z.string(), { label: "名称" }),
  status: z.int(),
  msgCode: withMeta(z.string(), { label: "结果" }),
  ip: maskedIp,
  ms: withMeta(z.int(), { label: "耗时(ms)" }),
  /** The key that signed the call; null if the signature was wrong. */
  keyNo: withMeta(z.int().nullable(), { label: "密钥" }),
});
export type ApiClientCall = z.output<typeof ApiClientCall>;

export const listApiClientCalls = calls.part("calls", "接口账号调用日志", {
  query: listQuery.extend({ failed: z.stringbool().optional().meta({ label: "仅失败" }) }),
  answer: pageOf(ApiClientCall),
});

/** Lists interfaces that the operator may grant, which are those that the operator may call (AU-R15). */
export const listApiClientInterfaces = calls.beside("interface-options", "可授权接口", {
  answer: z.array(z.object({ ...granted, service: z.string() })),
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
