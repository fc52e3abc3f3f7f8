import { moment, oneOf, shape } from "@ops/platform/contract";
import { z } from "zod";
import { interfaceStates } from "./states.ts";

const methodNames = { GET: "GET", POST: "POST", PUT: "PUT", DELETE: "DELETE" } as const;
export const interfaceMethod = oneOf(methodNames).meta({ label: "方法" });

/** One call of the API as the catalogue knows it; code, name and input come from the contract and are read-only (AU-R46). */
export const InterfaceShape = shape("apiInterface", "接口", {
  method: interfaceMethod,
  path: z.string().meta({ label: "接口" }),
  name: z.string().meta({ label: "名称" }),
  service: z.string().meta({ label: "服务" }),
  /** A code, or PUBLIC / SESSION: the closed list of calls that ask for none (AU-R49). */
  permissionCode: z.string().meta({ label: "权限点" }),
  status: interfaceStates.schema,
  /** Every call asks for a reason and leaves an audit row, reading too (AU-R47). */
  sensitive: z.boolean("请选择是否敏感").meta({ label: "敏感接口" }),
  /** What is sent and answered is kept for seven days, masked. */
  logBody: z.boolean("请选择是否记录报文").meta({ label: "记录报文" }),
  ratePerMin: z
    .int("每分钟调用上限格式不正确")
    .min(1, "每分钟调用上限不能小于1")
    .max(1_000_000, "每分钟调用上限不能超过1000000")
    .nullable()
    .meta({ label: "每分钟调用上限" }),
});

export const Interface = InterfaceShape.answer({
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
});
export type Interface = z.output<typeof Interface>;

/** What all calls of the catalogue have in common. */
export const interfaceFrame = {
  path: "/user/v1/interfaces",
  answer: Interface,
  view: "authority:interface:list",
  edit: "authority:interface:edit",
} as const;
