import {
  callsOf,
  dayRange,
  endpoint,
  flag,
  keyword,
  oneOf,
  reason,
  recordId,
  ref,
  withMeta,
} from "@ops/platform/contract";
import { z } from "zod";
import { membershipFields } from "../membership/shape.ts";
import { ofUser } from "../person/fields.ts";
import { OrganizationRef, PositionRef, RoleRef } from "../refs.ts";
import { User, UserShape } from "./shape.ts";

const frame = {
  path: "/user/v1/users",
  answer: User,
  view: "authority:user:list",
  edit: "authority:user:edit",
  remove: "authority:user:delete",
} as const;
const calls = callsOf(UserShape, frame);
const { staffNo, gender, email, remark, validUntil } = UserShape.fields;

/** The key figures of the home page (section 9). The list can show exactly the counted people. */
export const accountFigureNames = {
  PRESENT: "在册账号",
  ACTIVE: "近30天活跃",
  INITIAL_PASSWORD: "初始密码未改",
} as const;
const accountFigure = oneOf(accountFigureNames);
export type AccountFigure = z.output<typeof accountFigure>;

const searched = keyword("姓名 / 完整手机号 / 完整工号");
/**
 * Finds people by the organisation in which they work now or will work. Organisations below it count unless the query
 * says otherwise.
 */
const place = {
  organizationId: ref(OrganizationRef, "组织").optional(),
  withChildren: flag.optional().meta({ label: "包含下级" }),
};

export const listUsers = calls.list(
  UserShape.query({
    is: ["userType", "status"],
    within: ["lastLoginAt", "createdAt"],
    sort: ["createdAt", "lastLoginAt", "userName", "validUntil"],
    more: {
      keyword: searched,
      ...place,
      positionId: ref(PositionRef, "职位").optional(),
      roleId: ref(RoleRef, "角色").optional(),
      figure: accountFigure.optional().meta({ label: "账号指标" }),
      isLocked: flag.optional().meta({ label: "是否锁定" }),
      validUntil: withMeta(dayRange.optional(), { label: "有效期" }),
    },
  }),
  "用户列表",
);

/** 休眠账号 5.1: how long an account has been idle. */
export const idleBucketNames = { "45-59": "45–59 天", "60+": "60 天以上", "180+": "180 天以上" } as const;

export const listIdleUsers = endpoint({
  ...calls.list(
    UserShape.query({
      sort: ["createdAt", "lastLoginAt", "userName"],
      // the number of days without activity; without this filter the list shows accounts that were idle for at least 45 days
      more: { keyword: searched, ...place, idle: oneOf(idleBucketNames).optional().meta({ label: "未使用天数" }) },
    }),
    "休眠账号",
  ),
  path: `${frame.path}/idle`,
});

export const getUser = endpoint({ ...calls.get("用户详情"), permission: "authority:user:view" });

const MASKED_EMAIL = /^.{0,2}\*{3}@/;
/** An e-mail address. The form shows the stored one masked, so its mask is accepted too and leaves it unchanged. */
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

/** Fields that are left out stay as they are. */
export const editUser = calls.edit(
  {
    ...UserShape.pick("userName"),
    ...UserShape.optional("staffNo", "gender", "remark", "validUntil"),
    email: ofUser("email", keptEmail.optional()),
  },
  "编辑用户",
);

export const changePhone = calls.on("change-phone", "更换手机号", { reason, ...UserShape.pick("mobilePhone") });
export const unlockUser = calls.on("unlock", "解锁账号", { reason }, { permission: "authority:user:unlock" });

export const resetPassword = endpoint({
  ...calls.on("reset-password", "重置密码", { reason }, { permission: "authority:user:resetPwd", risk: "HIGH" }),
  secret: true,
  answer: z.object({ initialPassword: z.string() }),
});

/** The operator has to type the name of the person, so that the flag is never set by accident. */
export const setAdmin = calls.on(
  "set-admin",
  "设置管理员",
  { reason, ...UserShape.pick("boolAdmin", "userName") },
  { permission: "authority:user:setAdmin", risk: "CRITICAL" },
);

export const deleteUser = calls.remove("删除用户");
