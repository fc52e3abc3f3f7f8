import { moment, oneOf, shape, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { interfaceStates } from "./states.ts";

const methodNames = { GET: "GET", POST: "POST", PUT: "PUT", DELETE: "DELETE" } as const;
export const interfaceMethod = oneOf(methodNames).meta({ label: "方法" });

/** One call of the API in the catalogue. Code, name and input come from the contract and are read-only (AU-R46). */
export const InterfaceShape = shape("apiInterface", "接口", {
  method: interfaceMethod,
  path: withMeta(z.string(), { label: "接口" }),
  name: withMeta(z.string(), { label: "名称" }),
  service: withMeta(z.string(), { label: "服务" }),
  /** A permission code, or PUBLIC or SESSION for the closed list of calls that need none (AU-R49). */
  permissionCode: withMeta(z.string(), { label: "权限点" }),
  status: interfaceStates.schema,
  /** Whether every call needs a reason and is audited, even if it only reads (AU-R47). */
  sensitive: z.boolean("请选择是否敏感").meta({ label: "敏感接口" }),
  /** Whether requests and answers are stored for seven days, masked. */
  logBody: z.boolean("请选择是否记录报文").meta({ label: "记录报文" }),
  ratePerMin: z
    .int("每分钟调用上限格式不正确")
    .min(1, "每分钟调用上限不能小于1")
    .max(1_000_000, "每分钟调用上限不能超过1000000")
    .nullable()
    .meta({ label: "每分钟调用上限" }),
});

export const Interface = InterfaceShape.answer({
  ratePerMin: withMeta(z.int().nullable(), { label: "每分钟上限" }),
  /** Sign-in and the calls that switch interfaces are protected: nobody can take them out of service. */
  isProtected: withMeta(z.boolean(), { label: "可否停用" }),
  /** The number of roles that grant its code; null if it needs no code. */
  roleCount: withMeta(z.int().nullable(), { label: "授权角色" }),
  /** The number of active API clients to which it is granted. */
  clientCount: withMeta(z.int(), { label: "接口账号" }),
  calls7d: withMeta(z.int(), { label: "近7天调用" }),
  errors7d: withMeta(z.int(), { label: "错误率" }),
  p95Ms: withMeta(z.number().nullable(), { label: "P95(ms)" }),
  lastCalledAt: withMeta(moment.nullable(), { label: "最近调用" }),
  /** Whether it has not been called for the configured number of days (AU-R48). */
  isIdle: z.boolean(),
  firstSeenAt: moment.meta({ label: "首次出现" }),
  lastSeenAt: moment.meta({ label: "最近变化" }),
});
export type Interface = z.output<typeof Interface>;

/** What all calls of the catalogue have in common. */
export const interfaceFrame = {
  path: "/user/v1/interfaces",
  answer: Interface,
  view: "authority:interface:list",
  edit: "authority:interface:edit",
} as const;
