import {
  businessErrors,
  dictCode,
  done,
  endpoint,
  idParams,
  keyword,
  listQuery,
  moment,
  oneOf,
  pageOf,
  recordId,
  requiredText,
  sortable,
  switchStates,
  version,
  versionQuery,
} from "@ops/platform/contract";
import { z } from "zod";

const page = "/AuthorityManagement/OtherAccountManage";
const base = "/user/v1/thirdSystems";

export const thirdSystemStates = switchStates("AUTHORITY", "第三方系统");

/** How people get there: an address, an address with a one-time ticket, or the address that begins an OIDC sign-in. */
export const launchKinds = { LINK: "直接跳转", TICKET: "票据登录", OIDC: "OIDC登录" } as const;
const launchKind = oneOf(launchKinds, "请选择跳转方式！").meta({ label: "跳转方式" });

export const ThirdSystem = z.object({
  id: z.string(),
  code: z.string().meta({ label: "编码" }),
  name: z.string().meta({ label: "名称" }),
  description: z.string().nullable(),
  launchKind,
  launchUrl: z.string().meta({ label: "跳转地址" }),
  apiClientId: z.string().nullable(),
  apiClientName: z.string().nullable().meta({ label: "接口账号" }),
  bindingPlatform: dictCode("third_platform").nullable(),
  givesPhone: z.boolean().meta({ label: "提供手机号" }),
  visibleRoleIds: z.array(z.string()),
  /** In the order of the ids; roles that the reader does not see are 其他角色. Empty = everybody. */
  visibleRoleNames: z.array(z.string()).meta({ label: "可见角色" }),
  sort: z.int().meta({ label: "排序" }),
  status: thirdSystemStates.schema,
  createdAt: moment.meta({ label: "创建时间" }),
  version,
});
export type ThirdSystem = z.output<typeof ThirdSystem>;

export const listThirdSystems = endpoint({
  method: "GET",
  path: base,
  title: "第三方系统列表",
  permission: "authority:thirdSystem:list",
  page,
  query: listQuery.extend({
    keyword: keyword("名称 / 编码", "名称/编码"),
    launchKind: launchKind.optional(),
    status: thirdSystemStates.schema.optional(),
    ...sortable("sort", "code", "name", "createdAt"),
  }),
  answer: pageOf(ThirdSystem),
});

const fields = {
  name: requiredText("名称", 40),
  description: z.string().trim().max(100).nullable().meta({ label: "说明" }),
  launchKind,
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
  status: thirdSystemStates.schema.meta({ label: "状态" }),
};

export const createThirdSystem = endpoint({
  method: "POST",
  path: base,
  audit: "新增第三方系统",
  permission: "authority:thirdSystem:create",
  risk: "HIGH",
  body: z.object({
    code: z
      .string("请输入编码！")
      .trim()
      .regex(/^[A-Za-z][A-Za-z0-9_-]{1,29}$/, "编码为2–30位字母、数字、下划线或连字符，以字母开头")
      .meta({ label: "编码" }),
    ...fields,
  }),
  answer: ThirdSystem,
});

export const editThirdSystem = endpoint({
  method: "PUT",
  path: `${base}/{id}`,
  audit: "编辑第三方系统",
  permission: "authority:thirdSystem:edit",
  risk: "HIGH",
  params: idParams,
  body: z.object({ ...fields, version }),
  answer: ThirdSystem,
});

export const removeThirdSystem = endpoint({
  method: "DELETE",
  path: `${base}/{id}`,
  audit: "删除第三方系统",
  permission: "authority:thirdSystem:delete",
  params: idParams,
  query: versionQuery,
  answer: done,
});

/** Where to go now; an address with a ticket is good once and for a minute. */
const Launch = z.object({ url: z.string(), expiresInSeconds: z.int().nullable() });
export type Launch = z.output<typeof Launch>;

/** The way there as the operator would go it, seen or not, in service or not. */
export const testThirdSystem = endpoint({
  method: "POST",
  path: `${base}/{id}/test`,
  audit: "测试跳转第三方系统",
  permission: "authority:thirdSystem:edit",
  secret: true,
  params: idParams,
  answer: Launch,
});

export const MyThirdSystem = z.object({
  code: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  launchKind,
  /** Null where no binding is needed. */
  isBound: z.boolean().nullable(),
  lastUsedAt: moment.nullable(),
});
export type MyThirdSystem = z.output<typeof MyThirdSystem>;

export const listMyThirdSystems = endpoint({
  method: "GET",
  path: `${base}/mine`,
  title: "我的第三方系统",
  permission: "session",
  answer: z.array(MyThirdSystem),
});

export const launchThirdSystem = endpoint({
  method: "POST",
  path: `${base}/{code}/launch`,
  audit: "进入第三方系统",
  permission: "session",
  secret: true,
  params: z.object({ code: z.string().min(2).max(30) }),
  answer: Launch,
});

/** Asked by the system itself, with its signature: who came with this ticket (AU-R56). */
export const verifyTicket = endpoint({
  method: "POST",
  path: "/open/v1/tickets/verify",
  audit: "校验第三方票据",
  permission: "authority:ticket:verify",
  page,
  secret: true,
  body: z.object({ ticket: z.string("请输入票据！").min(1, "请输入票据！").max(200).meta({ label: "票据" }) }),
  answer: z.object({
    systemCode: z.string(),
    id: z.string(),
    name: z.string(),
    staffNo: z.string().nullable(),
    /** The person's account at the system's platform, where one is bound. */
    externalId: z.string().nullable(),
    /** Only for systems that are marked so. */
    phone: z.string().nullable(),
  }),
});

export const thirdErrors = businessErrors("", {
  thirdUnbound: "您尚未绑定{system}账号，请联系管理员",
  thirdDisabled: "该系统已停用",
  thirdClientMissing: "票据登录须选择接口账号",
  thirdClientUnfit: "该接口账号未授权「校验第三方票据」接口",
  thirdRolesMissing: "请选择可见角色！对全部人员开放须由全部数据范围的管理员设置",
  thirdPhone: "提供手机号须具有全部人员的「查看用户明文」权限",
  thirdRoleUnknown: "所选角色不存在或不在您的可见范围内",
  ticketInvalid: "票据无效或已过期",
});
