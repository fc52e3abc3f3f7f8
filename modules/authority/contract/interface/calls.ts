import {
  businessErrors,
  callsOf,
  flag,
  listQuery,
  maskedPhone,
  moment,
  oneOf,
  pageOf,
  sortable,
  wholeText,
  withMeta,
} from "@ops/platform/contract";
import { z } from "zod";
import { ofUser } from "../person/fields.ts";
import { Interface, InterfaceShape, interfaceFrame } from "./shape.ts";

/** The fixed list of calls that need no permission (AU-R49). */
export const openCallNames: Readonly<Record<string, string>> = { PUBLIC: "公开，无需登录", SESSION: "登录即可调用" };

export const ContractField = z.object({
  place: oneOf({ PATH: "路径", QUERY: "查询", BODY: "正文", ANSWER: "返回" }).meta({ label: "位置" }),
  name: withMeta(z.string(), { label: "字段" }),
  type: withMeta(z.string(), { label: "类型" }),
  required: withMeta(z.boolean(), { label: "必填" }),
  label: withMeta(z.string().nullable(), { label: "含义" }),
});
export type ContractField = z.output<typeof ContractField>;

export const GrantingRole = z.object({
  id: z.string(),
  name: withMeta(z.string(), { label: "角色" }),
  people: withMeta(z.int(), { label: "人数" }),
  isExcluded: withMeta(z.boolean(), { label: "状态" }),
});

export const InterfaceDetail = Interface.extend({
  fields: z.array(ContractField),
  /** The roles that grant the code of this call, as far as the reader may see them. */
  roles: z.array(GrantingRole),
  otherRoleCount: z.int(),
  /** How many people may call it now, including administrators; null means everybody. */
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

export const listInterfacePeople = calls.part("people", "接口可调用人员", {
  query: listQuery.extend({ keyword: z.string().trim().max(50).optional().meta({ label: "姓名" }) }),
  answer: pageOf(
    z.object({
      id: z.string(),
      userName: withMeta(z.string(), { label: "姓名" }),
      mobilePhone: ofUser("mobilePhone", maskedPhone),
      staffNo: ofUser("staffNo", z.string().nullable()),
      boolAdmin: z.boolean(),
      primaryPost: withMeta(z.string().nullable(), { label: "主组织(职位)" }),
    }),
  ),
});

const counted = { calls: withMeta(z.int(), { label: "调用" }), errors: withMeta(z.int(), { label: "错误" }) };

export const InterfaceCaller = z.object({
  userId: z.string(),
  userName: withMeta(z.string(), { label: "调用人" }),
  ...counted,
  lastCalledAt: moment.meta({ label: "最近调用" }),
});

export const InterfaceStatistics = z.object({
  calls: z.int(),
  errors: z.int(),
  /** Calls that a business rule refused, so that they were answered with success:false. */
  refusals: z.int(),
  p95Ms: z.number().nullable(),
  /** The last 48 hours, oldest first. */
  hours: z.array(z.object({ hour: moment, ...counted })),
  /** The 20 people in the reader's scope who called it most often in the last 7 days. */
  callers: z.array(InterfaceCaller),
});
export type InterfaceStatistics = z.output<typeof InterfaceStatistics>;

export const getInterfaceStatistics = calls.part("statistics", "接口调用统计", { answer: InterfaceStatistics });

export const InterfaceBodyLog = z.object({
  id: z.string(),
  occurredAt: moment.meta({ label: "时间" }),
  /** Null for calls without a session. */
  userName: withMeta(z.string().nullable(), { label: "调用人" }),
  status: z.int(),
  msgCode: withMeta(z.string(), { label: "结果" }),
  ms: withMeta(z.int(), { label: "耗时(ms)" }),
  /**
   * The body that was sent, as masked JSON that is cut where it is long. Request and answer are null for readers whose
   * scope for this call is not everything.
   */
  request: z.string().nullable(),
  answer: z.string().nullable(),
  traceId: withMeta(z.string(), { label: "请求编号" }),
});
export type InterfaceBodyLog = z.output<typeof InterfaceBodyLog>;

export const listInterfaceBodies = calls.part("bodies", "接口报文记录", {
  permission: interfaceFrame.edit,
  risk: "HIGH",
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
