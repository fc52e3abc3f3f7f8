import {
  callsOf,
  dayRange,
  done,
  endpoint,
  flag,
  idParams,
  keyword,
  reason,
  recordId,
  versionQuery,
} from "@ops/platform/contract";
import { z } from "zod";
import { membershipFields } from "../membership/shape.ts";
import { ofUser } from "../person/fields.ts";
import { User, UserShape } from "./shape.ts";

const frame = {
  path: "/user/v1/users",
  answer: User,
  view: "authority:user:list",
  edit: "authority:user:edit",
} as const;
const calls = callsOf(UserShape, frame);
const { staffNo, gender, email, remark, validUntil } = UserShape.fields;

/** What the key figures of the home page count (section 9); the list shows exactly these people. */
export const accountFigureNames = {
  PRESENT: "在册账号",
  ACTIVE: "近30天活跃",
  INITIAL_PASSWORD: "初始密码未改",
} as const;
const accountFigure = z.enum(["PRESENT", "ACTIVE", "INITIAL_PASSWORD"]);
export type AccountFigure = z.output<typeof accountFigure>;

const searched = keyword("姓名 / 完整手机号 / 完整工号");
/** Where people work now or will work; with the organisations below unless said otherwise. */
const place = { organizationId: recordId.optional(), withChildren: flag.optional() };

export const listUsers = calls.list(
  UserShape.query({
    is: ["userType", "status"],
    within: ["lastLoginAt", "createdAt"],
    sort: ["createdAt", "lastLoginAt", "userName", "validUntil"],
    more: {
      keyword: searched,
      ...place,
      positionId: recordId.optional(),
      roleId: recordId.optional(),
      figure: accountFigure.optional().meta({ label: "账号指标", words: accountFigureNames }),
      isLocked: flag.optional().meta({ label: "是否锁定" }),
      validUntil: dayRange.optional().meta({ label: "有效期" }),
    },
  }),
  "用户列表",
);

/** 休眠账号 5.1: how long an account has been idle. */
const idleBuckets = ["45-59", "60+", "180+"] as const;
export const idleBucketNames = { "45-59": "45–59 天", "60+": "60 天以上", "180+": "180 天以上" } as const;

export const listIdleUsers = endpoint({
  ...calls.list(
    UserShape.query({
      sort: ["createdAt", "lastLoginAt", "userName"],
      // days without activity; 45 and more without it
      more: { keyword: searched, ...place, idle: z.enum(idleBuckets).optional() },
    }),
    "休眠账号",
  ),
  path: `${frame.path}/idle`,
});

export const getUser = endpoint({ ...calls.get("用户详情"), permission: "authority:user:detail" });

const MASKED_EMAIL = /^.{0,2}\*{3}@/;
/** An address, or the mask of the present one as the form shows it, which keeps it. */
const keptEmail = z
  .string("邮箱格式不正确")
  .trim()
  .max(100, "邮箱格式不正确")
  .refine((text) => MASKED_EMAIL.test(text) || z.email().safeParse(text).success, "邮箱格式不正确")
  .nullable();

export const createUser = endpoint({
  method: "POST",
  path: frame.path,
  audit: "新增用户",
  permission: "authority:user:create",
  secret: true,
  body: z.object({
    ...UserShape.pick("userName", "mobilePhone", "userType"),
    staffNo: staffNo.default(null),
    validUntil: validUntil.default(null),
    gender: gender.default(null),
    email: email.default(null),
    remark: remark.default(null),
    memberships: z
      .array(z.strictObject({ ...membershipFields, roleIds: z.array(recordId).max(50).meta({ label: "角色" }) }))
      .max(20, "每人最多20个任职")
      .meta({ label: "任职" }),
  }),
  answer: z.object({ id: z.string(), initialPassword: z.string() }),
});

/** What is left out stays as it is. */
export const editUser = calls.edit(
  {
    ...UserShape.pick("userName"),
    ...UserShape.optional("staffNo", "gender", "remark", "validUntil"),
    email: ofUser("email", keptEmail.optional()),
  },
  "编辑用户",
);

const DISABLE = "authority:user:disable";
const asked = { reason };

export const disableUser = endpoint({ ...calls.on("disable", "停用账号", asked), permission: DISABLE });
export const enableUser = endpoint({ ...calls.on("enable", "启用账号", asked), permission: DISABLE });
export const changePhone = calls.on("changePhone", "更换手机号", { reason, ...UserShape.pick("mobilePhone") });
export const unlockUser = endpoint({ ...calls.on("unlock", "解锁账号", asked), permission: "authority:user:unlock" });

export const resetPassword = endpoint({
  ...calls.on("resetPassword", "重置密码", asked),
  permission: "authority:user:resetPwd",
  risk: "HIGH",
  secret: true,
  answer: z.object({ initialPassword: z.string() }),
});

/** The operator types the name of the person. */
export const setAdmin = endpoint({
  ...calls.on("setAdmin", "设置管理员", { reason, ...UserShape.pick("boolAdmin", "userName") }),
  permission: "authority:user:setAdmin",
  risk: "CRITICAL",
});

export const deleteUser = endpoint({
  method: "DELETE",
  path: `${frame.path}/{id}`,
  audit: "删除用户",
  permission: "authority:user:delete",
  params: idParams,
  query: versionQuery,
  answer: done,
});
