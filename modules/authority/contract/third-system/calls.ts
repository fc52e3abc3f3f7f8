import { businessErrors, callsOf, endpoint, idParams, keyword, moment } from "@ops/platform/contract";
import { z } from "zod";
import { ThirdSystem, ThirdSystemShape } from "./shape.ts";

const frame = {
  path: "/user/v1/thirdSystems",
  page: "/AuthorityManagement/OtherAccountManage",
  answer: ThirdSystem,
  view: "authority:thirdSystem:list",
  create: "authority:thirdSystem:create",
  edit: "authority:thirdSystem:edit",
  remove: "authority:thirdSystem:delete",
} as const;
const calls = callsOf(ThirdSystemShape, frame);
const written = ThirdSystemShape.pick(
  "name",
  "description",
  "launchKind",
  "launchUrl",
  "apiClientId",
  "bindingPlatform",
  "givesPhone",
  "visibleRoleIds",
  "sort",
  "status",
);

export const listThirdSystems = calls.list(
  ThirdSystemShape.query({
    is: ["launchKind", "status"],
    sort: ["sort", "code", "name", "createdAt"],
    more: { keyword: keyword("名称 / 编码", "名称/编码") },
  }),
);
export const createThirdSystem = calls.create({ ...ThirdSystemShape.pick("code"), ...written }, "新增第三方系统", {
  risk: "HIGH",
});
export const editThirdSystem = calls.edit(written, "编辑第三方系统", { risk: "HIGH" });
export const removeThirdSystem = calls.remove();

/** Where to go now; an address with a ticket is good once and for a minute. */
const Launch = z.object({ url: z.string(), expiresInSeconds: z.int().nullable() });
export type Launch = z.output<typeof Launch>;

/** The way there as the operator would go it, seen or not, in service or not. */
export const testThirdSystem = endpoint({
  method: "POST",
  path: `${frame.path}/{id}/test`,
  audit: "测试跳转第三方系统",
  permission: frame.edit,
  secret: true,
  params: idParams,
  answer: Launch,
});

export const MyThirdSystem = z.object({
  code: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  ...ThirdSystemShape.pick("launchKind"),
  /** Null where no binding is needed. */
  isBound: z.boolean().nullable(),
  lastUsedAt: moment.nullable(),
});
export type MyThirdSystem = z.output<typeof MyThirdSystem>;

export const listMyThirdSystems = endpoint({
  method: "GET",
  path: `${frame.path}/mine`,
  title: "我的第三方系统",
  permission: "session",
  answer: z.array(MyThirdSystem),
});

export const launchThirdSystem = endpoint({
  method: "POST",
  path: `${frame.path}/{code}/launch`,
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
  page: frame.page,
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
