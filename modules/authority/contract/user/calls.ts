import {
  boundedText,
  day,
  dayRange,
  dictCode,
  done,
  endpoint,
  flag,
  idParams,
  keyword,
  listQuery,
  maskedEmail,
  maskedPhone,
  mobilePhone,
  moment,
  oneOf,
  pageOf,
  reasonBody,
  recordId,
  requiredText,
  sortable,
  version,
  versionQuery,
} from "@ops/platform/contract";
import { z } from "zod";
import { membershipFields } from "../membership/calls.ts";
import { risk } from "../rights/permission.ts";
import { ofUser } from "./fields.ts";
import { userStates } from "./states.ts";

export const userSources = { MANUAL: "手工新增", IMPORT: "导入", SSO: "统一登录", STAFF: "员工管理" } as const;

export const genderNames = { MALE: "男", FEMALE: "女" } as const;
const gender = z.enum(["MALE", "FEMALE"], "请选择性别").nullable().meta({ label: "性别", words: genderNames });

export const User = z.object({
  id: z.string(),
  userName: z.string().meta({ label: "姓名" }),
  mobilePhone: ofUser("mobilePhone", maskedPhone),
  staffNo: ofUser("staffNo", z.string().nullable()),
  userType: dictCode("user_type", "用户类型"),
  gender,
  boolAdmin: z.boolean().meta({ label: "管理员" }),
  status: userStates.schema,
  /** `组织(职位)` of the primary membership. */
  primaryPost: z.string().nullable().meta({ label: "主组织(职位)" }),
  /** Memberships that have not ended. */
  membershipCount: z.int().meta({ label: "任职数" }),
  /** Names of the roles that are granted at present, each once, as far as the reader sees them; the others counted. */
  roleNames: z.array(z.string()).meta({ label: "角色" }),
  otherRoleCount: z.int(),
  /** That of the riskiest role that is granted at present (AU-R32); administrators hold everything. */
  risk,
  /** Until when sign-in is locked after wrong passwords. */
  lockedUntil: moment.nullable(),
  mustChangePwd: z.boolean().meta({ label: "须修改密码" }),
  validUntil: ofUser("validUntil", day.nullable()),
  /** Whole days without activity. */
  idleDays: z.int(),
  email: ofUser("email", maskedEmail.nullable()),
  remark: ofUser("remark", z.string().nullable()),
  /** STAFF: name, phone and main membership come from the staff module and are read-only here (AU-R11). */
  source: oneOf(userSources).meta({ label: "来源" }),
  lastLoginAt: moment.nullable().meta({ label: "最后登录" }),
  createdAt: moment.meta({ label: "创建时间" }),
  version,
});
export type User = z.output<typeof User>;

/** What the key figures of the home page count (section 9); the list shows exactly these people. */
export const accountFigureNames = {
  PRESENT: "在册账号",
  ACTIVE: "近30天活跃",
  INITIAL_PASSWORD: "初始密码未改",
} as const;
const accountFigure = z.enum(["PRESENT", "ACTIVE", "INITIAL_PASSWORD"]);
export type AccountFigure = z.output<typeof accountFigure>;

export const listUsers = endpoint({
  method: "GET",
  path: "/user/v1/users",
  title: "用户列表",
  permission: "authority:user:list",
  query: listQuery.extend({
    keyword: keyword("姓名 / 完整手机号 / 完整工号"),
    userType: dictCode("user_type", "用户类型").optional(),
    status: userStates.schema.optional(),
    /** Where people work now or will work; with the organisations below unless said otherwise. */
    organizationId: recordId.optional(),
    withChildren: flag.optional(),
    positionId: recordId.optional(),
    roleId: recordId.optional(),
    figure: accountFigure.optional().meta({ label: "账号指标", words: accountFigureNames }),
    isLocked: flag.optional().meta({ label: "是否锁定" }),
    lastLoginAt: dayRange.optional().meta({ label: "最后登录" }),
    validUntil: dayRange.optional().meta({ label: "有效期" }),
    createdAt: dayRange.optional().meta({ label: "创建时间" }),
    ...sortable("createdAt", "lastLoginAt", "userName", "validUntil"),
  }),
  answer: pageOf(User),
});

/** 休眠账号 5.1: how long an account has been idle. */
const idleBuckets = ["45-59", "60+", "180+"] as const;
export const idleBucketNames = { "45-59": "45–59 天", "60+": "60 天以上", "180+": "180 天以上" } as const;

export const listIdleUsers = endpoint({
  method: "GET",
  path: "/user/v1/users/idle",
  title: "休眠账号",
  permission: "authority:user:list",
  query: listQuery.extend({
    keyword: keyword("姓名 / 完整手机号 / 完整工号"),
    organizationId: recordId.optional(),
    withChildren: flag.optional(),
    /** Days without activity; 45 and more without it. */
    idle: z.enum(idleBuckets).optional(),
    ...sortable("createdAt", "lastLoginAt", "userName"),
  }),
  answer: pageOf(User),
});

export const getUser = endpoint({
  method: "GET",
  path: "/user/v1/users/{id}",
  title: "用户详情",
  permission: "authority:user:detail",
  record: "appUser",
  params: idParams,
  answer: User,
});

const staffNo = z
  .string("工号格式不正确")
  .trim()
  .regex(/^[A-Za-z0-9]{3,20}$/, "工号格式不正确")
  .nullable();
const email = z.email("邮箱格式不正确").max(100).nullable();
const remark = boundedText("备注", 400).nullable();

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
  path: "/user/v1/users",
  audit: "新增用户",
  permission: "authority:user:create",
  secret: true,
  body: z.object({
    userName: requiredText("姓名", 40),
    mobilePhone: ofUser("mobilePhone", mobilePhone),
    staffNo: ofUser("staffNo", staffNo.default(null)),
    userType: z
      .string("请选择用户类型！")
      .min(1, "请选择用户类型！")
      .max(60)
      .meta({ dict: "user_type", label: "用户类型" }),
    validUntil: ofUser("validUntil", day.nullable().default(null)),
    gender: gender.default(null),
    email: ofUser("email", email.default(null)),
    remark: ofUser("remark", remark.default(null)),
    memberships: z
      .array(z.strictObject({ ...membershipFields, roleIds: z.array(recordId).max(50).meta({ label: "角色" }) }))
      .max(20, "每人最多20个任职")
      .meta({ label: "任职" }),
  }),
  answer: z.object({ id: z.string(), initialPassword: z.string() }),
});

export const editUser = endpoint({
  method: "PUT",
  path: "/user/v1/users/{id}",
  audit: "编辑用户",
  permission: "authority:user:edit",
  params: idParams,
  body: z.object({
    userName: requiredText("姓名", 40),
    /** From here on, what is left out stays as it is. */
    staffNo: ofUser("staffNo", staffNo.optional()),
    gender: gender.optional(),
    email: ofUser("email", keptEmail.optional()),
    remark: ofUser("remark", remark.optional()),
    validUntil: ofUser("validUntil", day.nullable().optional()),
    version,
  }),
  answer: User,
});

export const disableUser = endpoint({
  method: "POST",
  path: "/user/v1/users/{id}/disable",
  audit: "停用账号",
  permission: "authority:user:disable",
  params: idParams,
  body: reasonBody,
  answer: User,
});

export const enableUser = endpoint({
  method: "POST",
  path: "/user/v1/users/{id}/enable",
  audit: "启用账号",
  permission: "authority:user:disable",
  params: idParams,
  body: reasonBody,
  answer: User,
});

export const changePhone = endpoint({
  method: "POST",
  path: "/user/v1/users/{id}/changePhone",
  audit: "更换手机号",
  permission: "authority:user:edit",
  params: idParams,
  body: reasonBody.extend({ mobilePhone: ofUser("mobilePhone", mobilePhone) }),
  answer: User,
});

export const unlockUser = endpoint({
  method: "POST",
  path: "/user/v1/users/{id}/unlock",
  audit: "解锁账号",
  permission: "authority:user:unlock",
  params: idParams,
  body: reasonBody,
  answer: User,
});

export const resetPassword = endpoint({
  method: "POST",
  path: "/user/v1/users/{id}/resetPassword",
  audit: "重置密码",
  permission: "authority:user:resetPwd",
  risk: "HIGH",
  secret: true,
  params: idParams,
  body: reasonBody,
  answer: z.object({ initialPassword: z.string() }),
});

export const setAdmin = endpoint({
  method: "POST",
  path: "/user/v1/users/{id}/setAdmin",
  audit: "设置管理员",
  permission: "authority:user:setAdmin",
  risk: "CRITICAL",
  params: idParams,
  body: reasonBody.extend({
    boolAdmin: z.boolean("请选择").meta({ label: "管理员" }),
    /** The name of the person, typed by the operator. */
    userName: requiredText("姓名", 40),
  }),
  answer: User,
});

export const deleteUser = endpoint({
  method: "DELETE",
  path: "/user/v1/users/{id}",
  audit: "删除用户",
  permission: "authority:user:delete",
  params: idParams,
  query: versionQuery,
  answer: done,
});
