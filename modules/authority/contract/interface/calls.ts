import {
  businessErrors,
  callsOf,
  endpoint,
  flag,
  idParams,
  listQuery,
  maskedPhone,
  moment,
  pageOf,
  sortable,
  wholeText,
} from "@ops/platform/contract";
import { z } from "zod";
import { ofUser } from "../person/fields.ts";
import { Interface, InterfaceShape, interfaceFrame } from "./shape.ts";

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

const calls = callsOf(InterfaceShape, interfaceFrame);

export const listInterfaces = calls.list(
  InterfaceShape.query({
    is: ["method", "status"],
    more: {
      keyword: z.string().trim().max(100).optional().meta({ label: "路径/名称", hint: "路径或名称的一部分" }),
      service: wholeText("服务", { most: 40, hint: "完整服务名，如 user、common" }).optional(),
      permissionCode: wholeText("权限点", { most: 100, hint: "完整的权限编码，或 PUBLIC / SESSION" }).optional(),
      sensitive: flag.optional().meta({ label: "敏感" }),
      idle: flag.optional().meta({ label: "闲置" }),
      ...sortable("path", "name", "permissionCode", "firstSeenAt"),
    },
  }),
  "接口目录",
);
export const getInterface = callsOf(InterfaceShape, { ...interfaceFrame, answer: InterfaceDetail }).get();
export const editInterface = calls.edit(InterfaceShape.pick("sensitive", "logBody", "ratePerMin"), "设置接口");

export const listInterfacePeople = endpoint({
  method: "GET",
  path: `${interfaceFrame.path}/{id}/people`,
  title: "接口可调用人员",
  permission: interfaceFrame.view,
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
  path: `${interfaceFrame.path}/{id}/statistics`,
  title: "接口调用统计",
  permission: interfaceFrame.view,
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
  path: `${interfaceFrame.path}/{id}/bodies`,
  title: "接口报文记录",
  permission: interfaceFrame.edit,
  risk: "HIGH",
  params: idParams,
  query: listQuery,
  answer: pageOf(InterfaceBodyLog),
});

export const interfaceErrors = businessErrors("INTERFACE", {
  protected: "登录相关接口不能停用",
  switchProtected: "接口管理自身的接口不能停用",
  rateFloor: "该接口受保护，每分钟调用上限不能低于{n}",
  auditProtected: "审计日志的接口只能由具有其权限的人员限制或停用",
  disabled: "该功能维护中，请稍后再试",
  secretBody: "该接口包含密码等凭据，不能记录报文",
});
