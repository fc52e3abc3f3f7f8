import {
  businessErrors,
  endpoint,
  flag,
  idParams,
  listQuery,
  maskedPhone,
  moment,
  oneOf,
  pageOf,
  reasonBody,
  sortable,
  version,
  wholeText,
} from "@ops/platform/contract";
import { z } from "zod";
import { ofUser } from "../user/fields.ts";
import { interfaceStates } from "./states.ts";

const methodNames = { GET: "GET", POST: "POST", PUT: "PUT", DELETE: "DELETE" } as const;
export const interfaceMethod = oneOf(methodNames).meta({ label: "方法" });

/** One call of the API as the catalogue knows it; code, name and input come from the contract and are read-only (AU-R46). */
export const Interface = z.object({
  id: z.string(),
  method: interfaceMethod,
  path: z.string().meta({ label: "接口" }),
  name: z.string().meta({ label: "名称" }),
  service: z.string().meta({ label: "服务" }),
  /** A code, or PUBLIC / SESSION: the closed list of calls that ask for none (AU-R49). */
  permissionCode: z.string().meta({ label: "权限点" }),
  status: interfaceStates.schema,
  /** Every call asks for a reason and leaves an audit row, reading too (AU-R47). */
  sensitive: z.boolean().meta({ label: "敏感接口" }),
  /** What is sent and answered is kept for seven days, masked. */
  logBody: z.boolean().meta({ label: "记录报文" }),
  ratePerMin: z.int().nullable().meta({ label: "每分钟调用上限" }),
  /** Sign-in and the switches themselves: never out of service. */
  isProtected: z.boolean(),
  /** Roles that grant its code; null where no code is asked for. */
  roleCount: z.int().nullable().meta({ label: "授权角色" }),
  /** API clients in service that it is granted to. */
  clientCount: z.int().meta({ label: "接口账号" }),
  calls7d: z.int().meta({ label: "近7天调用" }),
  errors7d: z.int().meta({ label: "错误率" }),
  p95Ms: z.number().nullable().meta({ label: "P95(ms)" }),
  lastCalledAt: moment.nullable().meta({ label: "最近调用" }),
  /** Not called for the set number of days (AU-R48). */
  isIdle: z.boolean(),
  firstSeenAt: moment.meta({ label: "首次出现" }),
  lastSeenAt: moment,
  version,
});
export type Interface = z.output<typeof Interface>;

/** The closed list of calls that ask for no code (AU-R49). */
export const openCallNames: Readonly<Record<string, string>> = { PUBLIC: "公开，无需登录", SESSION: "登录即可调用" };

export const ContractField = z.object({
  place: z.enum(["PATH", "QUERY", "BODY", "ANSWER"]),
  name: z.string(),
  type: z.string(),
  required: z.boolean(),
  label: z.string().nullable(),
});
export type ContractField = z.output<typeof ContractField>;

export const InterfaceDetail = Interface.extend({
  fields: z.array(ContractField),
  /** Of those that grant its code, the ones that the reader may see. */
  roles: z.array(z.object({ id: z.string(), name: z.string(), people: z.int(), isExcluded: z.boolean() })),
  otherRoleCount: z.int(),
  /** How many people may call it now, administrators included; null = everybody. */
  peopleCount: z.int().nullable(),
});
export type InterfaceDetail = z.output<typeof InterfaceDetail>;

export const listInterfaces = endpoint({
  method: "GET",
  path: "/user/v1/interfaces",
  title: "接口目录",
  permission: "authority:interface:list",
  query: listQuery.extend({
    keyword: z.string().trim().max(100).optional().meta({ label: "路径/名称", hint: "路径或名称的一部分" }),
    service: wholeText("服务", { most: 40, hint: "完整服务名，如 user、common" }).optional(),
    method: interfaceMethod.optional(),
    permissionCode: wholeText("权限点", { most: 100, hint: "完整的权限编码，或 PUBLIC / SESSION" }).optional(),
    status: interfaceStates.schema.optional(),
    sensitive: flag.optional().meta({ label: "敏感" }),
    idle: flag.optional().meta({ label: "闲置" }),
    ...sortable("path", "name", "permissionCode", "firstSeenAt"),
  }),
  answer: pageOf(Interface),
});

export const getInterface = endpoint({
  method: "GET",
  path: "/user/v1/interfaces/{id}",
  title: "接口详情",
  permission: "authority:interface:list",
  record: "apiInterface",
  params: idParams,
  answer: InterfaceDetail,
});

export const listInterfacePeople = endpoint({
  method: "GET",
  path: "/user/v1/interfaces/{id}/people",
  title: "接口可调用人员",
  permission: "authority:interface:list",
  params: idParams,
  query: listQuery.extend({ keyword: z.string().trim().max(50).optional() }),
  answer: pageOf(
    z.object({
      id: z.string(),
      userName: z.string(),
      mobilePhone: ofUser("mobilePhone", maskedPhone),
      staffNo: ofUser("staffNo", z.string().nullable()),
      boolAdmin: z.boolean(),
      primaryPost: z.string().nullable(),
    }),
  ),
});

export const InterfaceStatistics = z.object({
  calls: z.int(),
  errors: z.int(),
  /** Business refusals: answered, but with success:false. */
  refusals: z.int(),
  p95Ms: z.number().nullable(),
  /** The last 48 hours, oldest first. */
  hours: z.array(z.object({ hour: moment, calls: z.int(), errors: z.int() })),
  /** The 20 of the reader's scope who called most in the last 7 days. */
  callers: z.array(
    z.object({ userId: z.string(), userName: z.string(), calls: z.int(), errors: z.int(), lastCalledAt: moment }),
  ),
});
export type InterfaceStatistics = z.output<typeof InterfaceStatistics>;

export const getInterfaceStatistics = endpoint({
  method: "GET",
  path: "/user/v1/interfaces/{id}/statistics",
  title: "接口调用统计",
  permission: "authority:interface:list",
  params: idParams,
  answer: InterfaceStatistics,
});

export const InterfaceBodyLog = z.object({
  id: z.string(),
  occurredAt: moment,
  /** Null for calls without a session. */
  userName: z.string().nullable(),
  status: z.int(),
  msgCode: z.string(),
  ms: z.int(),
  /** JSON, masked and cut where it is long; null, as the answer, for those who could not call it for everybody. */
  request: z.string().nullable(),
  answer: z.string().nullable(),
  traceId: z.string(),
});
export type InterfaceBodyLog = z.output<typeof InterfaceBodyLog>;

export const listInterfaceBodies = endpoint({
  method: "GET",
  path: "/user/v1/interfaces/{id}/bodies",
  title: "接口报文记录",
  permission: "authority:interface:edit",
  risk: "HIGH",
  params: idParams,
  query: listQuery,
  answer: pageOf(InterfaceBodyLog),
});

export const editInterface = endpoint({
  method: "PUT",
  path: "/user/v1/interfaces/{id}",
  audit: "设置接口",
  permission: "authority:interface:edit",
  params: idParams,
  body: z.object({
    sensitive: z.boolean("请选择是否敏感").meta({ label: "敏感接口" }),
    logBody: z.boolean("请选择是否记录报文").meta({ label: "记录报文" }),
    ratePerMin: z
      .int("每分钟调用上限格式不正确")
      .min(1, "每分钟调用上限不能小于1")
      .max(1_000_000, "每分钟调用上限不能超过1000000")
      .nullable()
      .meta({ label: "每分钟调用上限" }),
    version,
  }),
  answer: Interface,
});

export const disableInterface = endpoint({
  method: "POST",
  path: "/user/v1/interfaces/{id}/disable",
  audit: "停用接口",
  permission: "authority:interface:edit",
  params: idParams,
  body: reasonBody,
  answer: Interface,
});

export const enableInterface = endpoint({
  method: "POST",
  path: "/user/v1/interfaces/{id}/enable",
  audit: "启用接口",
  permission: "authority:interface:edit",
  params: idParams,
  body: reasonBody,
  answer: Interface,
});

export const interfaceErrors = businessErrors("INTERFACE", {
  protected: "登录相关接口不能停用",
  switchProtected: "接口管理自身的接口不能停用",
  rateFloor: "该接口受保护，每分钟调用上限不能低于{n}",
  auditProtected: "审计日志的接口只能由具有其权限的人员限制或停用",
  disabled: "该功能维护中，请稍后再试",
  secretBody: "该接口包含密码等凭据，不能记录报文",
});
