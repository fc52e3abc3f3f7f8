import { createdAt, dictCode, oneOf, recordId, requiredText, shape, switchStates } from "@ops/platform/contract";
import { z } from "zod";

export const thirdSystemStates = switchStates("AUTHORITY", "第三方系统");

/** How people get there: an address, an address with a one-time ticket, or the address that begins an OIDC sign-in. */
export const launchKinds = { LINK: "直接跳转", TICKET: "票据登录", OIDC: "OIDC登录" } as const;

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
  /** With whose signature the system verifies its tickets. */
  apiClientId: recordId.nullable().meta({ label: "接口账号" }),
  /** On which platform a person needs a binding. */
  bindingPlatform: dictCode("third_platform").nullable().meta({ label: "要求绑定平台" }),
  givesPhone: z.boolean("请选择").meta({ label: "提供手机号" }),
  visibleRoleIds: z.array(recordId).max(200, "最多选择200个角色").meta({ label: "可见角色" }),
  sort: z.int("排序格式不正确").min(0).max(9_999).meta({ label: "排序" }),
  status: thirdSystemStates.schema,
});

export const ThirdSystem = ThirdSystemShape.answer({
  apiClientName: z.string().nullable().meta({ label: "接口账号" }),
  /** In the order of the ids; roles that the reader does not see are 其他角色. Empty = everybody. */
  visibleRoleNames: z.array(z.string()).meta({ label: "可见角色" }),
  createdAt,
});
export type ThirdSystem = z.output<typeof ThirdSystem>;
