import {
  boundedText,
  createdAt,
  day,
  maskedEmail,
  maskedPhone,
  mobilePhone,
  moment,
  oneOf,
  requiredText,
  shape,
  typedMoment,
  withMeta,
} from "@ops/platform/contract";
import { z } from "zod";
import { ofUser } from "../person/fields.ts";
import { userStates } from "../person/states.ts";
import { risk } from "../rights/permission.ts";

export const userSources = { MANUAL: "手工新增", IMPORT: "导入", SSO: "统一登录", STAFF: "员工管理" } as const;

export const genderNames = { MALE: "男", FEMALE: "女" } as const;

const staffNo = z
  .string("工号格式不正确")
  .trim()
  .regex(/^[A-Za-z0-9]{3,20}$/, "工号格式不正确")
  .nullable();
const userType = z.string("请选择用户类型！").min(1, "请选择用户类型！").max(60);

export const UserShape = shape("appUser", "账号", {
  userName: requiredText("姓名", 40),
  mobilePhone: ofUser("mobilePhone", mobilePhone),
  staffNo: ofUser("staffNo", staffNo),
  userType: userType.meta({ dict: "user_type", label: "用户类型" }),
  gender: oneOf(genderNames, "请选择性别").nullable().meta({ label: "性别" }),
  boolAdmin: z.boolean("请选择").meta({ label: "管理员" }),
  status: userStates.schema,
  mustChangePwd: withMeta(z.boolean(), { label: "须修改密码" }),
  validUntil: ofUser("validUntil", day.nullable()),
  email: ofUser("email", z.email("邮箱格式不正确").max(100).nullable()),
  remark: ofUser("remark", boundedText("备注", 400).nullable()),
  /** For STAFF, name, phone and main membership come from the staff module and are read-only here (AU-R11). */
  source: oneOf(userSources).meta({ label: "来源" }),
  lastLoginAt: typedMoment("最后登录").nullable(),
});

export const User = UserShape.answer({
  mobilePhone: ofUser("mobilePhone", maskedPhone),
  email: ofUser("email", maskedEmail.nullable()),
  /** The primary membership as `组织(职位)`. */
  primaryPost: withMeta(z.string().nullable(), { label: "主组织(职位)" }),
  /** The number of memberships that have not ended. */
  membershipCount: withMeta(z.int(), { label: "任职数" }),
  /** The names of the roles that are granted at present, each once. Roles that the reader may not see are only counted. */
  roleNames: z.array(z.string()).meta({ label: "角色" }),
  otherRoleCount: z.int(),
  /** The risk level of the riskiest role that is granted at present (AU-R32); administrators have the highest one. */
  risk,
  /** The end of the lock after wrong passwords; null while sign-in is not locked. */
  lockedUntil: moment.nullable(),
  /** Whole days without activity. */
  idleDays: withMeta(z.int(), { label: "未使用天数" }),
  createdAt,
});
export type User = z.output<typeof User>;
