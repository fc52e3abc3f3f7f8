import {
  createdAt,
  dictCode,
  oneOf,
  ref,
  refName,
  refNameList,
  requiredText,
  shape,
  switchStates,
} from "@ops/platform/contract";
import { z } from "zod";
import { ApiClientRef, RoleRef } from "../refs.ts";
import { thirdErrors } from "./errors.ts";

export const thirdSystemStates = switchStates("AUTHORITY", "第三方系统");

/**
 * How people open the system: by an address, by an address with a one-time ticket, or by the address that begins an
 * OIDC sign-in.
 */
export const launchKinds = { LINK: "直接跳转", TICKET: "票据登录", OIDC: "OIDC登录" } as const;

const visibleRole = ref(RoleRef, "可见角色", { message: "编号格式不正确", refused: thirdErrors.thirdRoleUnknown });

export const ThirdSystemShape = shape("thirdSystem", "第三方系统", {
  code: z
    .string("请输入编码！")
    .trim()
    .regex(/^[A-Za-z][A-Za-z0-9_-]{1,29}$/, "编码为2–30位字母、数字、下划线或连字符，以字母开头")
    .meta({ label: "编码" }),
  name: requiredText("名称", 40),
  description: z.string().trim().max(100).nullable().meta({ label: "说明" }),
  launchKind: oneOf(launchKinds, "请选择跳转方式！").meta({ label: "跳转方式" }),
  launchUrl: z
    .string("请输入跳转地址！")
    .trim()
    .max(500)
    .regex(/^https?:\/\/[^\s/]+\S*$/, "跳转地址须以 http(s):// 开头")
    .meta({ label: "跳转地址" }),
  /** The API client with whose signature the system verifies its tickets. */
  apiClientId: ref(ApiClientRef, "接口账号", { message: "编号格式不正确" }).nullable(),
  /** The platform on which a person needs a binding to open the system. */
  bindingPlatform: dictCode("third_platform").nullable().meta({ label: "要求绑定平台" }),
  givesPhone: z.boolean("请选择").meta({ label: "提供手机号" }),
  visibleRoleIds: z.array(visibleRole).max(200, "最多选择200个角色"),
  sort: z.int("排序格式不正确").min(0).max(9_999).meta({ label: "排序" }),
  status: thirdSystemStates.schema,
});

export const ThirdSystem = ThirdSystemShape.answer({
  apiClientName: refName(ApiClientRef, "apiClientId", "接口账号").nullable(),
  /** The names in the order of the ids; roles that the reader may not see are called 其他角色. An empty list means everybody. */
  visibleRoleNames: refNameList(RoleRef, "visibleRoleIds", "可见角色"),
  createdAt,
});
export type ThirdSystem = z.output<typeof ThirdSystem>;
