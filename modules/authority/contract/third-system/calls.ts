import { callsOf, endpoint, idParams, keyword, moment } from "@ops/platform/contract";
import { z } from "zod";
import { ThirdSystem, ThirdSystemShape } from "./shape.ts";

const frame = {
  path: "/user/v1/third-systems",
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

/** The address to open. With a ticket in it, it works once and for one minute. */
const Launch = z.object({ url: z.string(), expiresInSeconds: z.int().nullable() });
export type Launch = z.output<typeof Launch>;

/** Tests the launch of the system as an operator would do it, even if the system is disabled or hidden. */
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
  /** Null if no binding is needed. */
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

/** Tells a system, which asks with its signature, who came with this ticket (AU-R56). */
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
    /** The phone, only for systems that are marked to get it. */
    phone: z.string().nullable(),
  }),
});
