import {
  businessErrors,
  dayRange,
  dictCode,
  endpoint,
  idParams,
  listQuery,
  maskedPhone,
  moment,
  pageOf,
  requiredText,
  sortable,
  version,
} from "@ops/platform/contract";
import { z } from "zod";
import { userStates } from "./user.states.ts";

export const User = z.object({
  id: z.string(),
  userName: z.string().meta({ label: "姓名" }),
  mobilePhone: maskedPhone,
  staffNo: z.string().nullable().meta({ label: "工号" }),
  userType: dictCode("user_type"),
  boolAdmin: z.boolean().meta({ label: "管理员" }),
  status: userStates.schema,
  /** `组织(职位)` of the primary membership. */
  primaryPost: z.string().nullable(),
  email: z.string().nullable().meta({ label: "邮箱" }),
  remark: z.string().nullable().meta({ label: "备注" }),
  lastLoginAt: moment.nullable(),
  createdAt: moment,
  version,
});
export type User = z.output<typeof User>;

export const listUsers = endpoint({
  method: "GET",
  path: "/user/v1/users",
  title: "用户列表",
  permission: "authority:user:list",
  query: listQuery.extend({
    keyword: z.string().trim().max(50).optional(),
    userType: dictCode("user_type").optional(),
    status: userStates.schema.optional(),
    createdAt: dayRange.optional(),
    ...sortable("createdAt", "lastLoginAt", "userName"),
  }),
  answer: pageOf(User),
});

export const getUser = endpoint({
  method: "GET",
  path: "/user/v1/users/{id}",
  title: "用户详情",
  permission: "authority:user:detail",
  params: idParams,
  answer: User,
});

export const editUser = endpoint({
  method: "PUT",
  path: "/user/v1/users/{id}",
  audit: "编辑用户",
  permission: "authority:user:edit",
  params: idParams,
  body: z.object({
    userName: requiredText("姓名", 40),
    staffNo: z
      .string("工号格式不正确")
      .trim()
      .regex(/^[A-Za-z0-9]{3,20}$/, "工号格式不正确")
      .nullable()
      .meta({ label: "工号" }),
    email: z.email("邮箱格式不正确").max(100).nullable().meta({ label: "邮箱" }),
    remark: z.string().trim().max(400).nullable().meta({ label: "备注" }),
    version,
  }),
  answer: User,
});

const reasonBody = z.object({
  reason: requiredText("原因", 200),
  version,
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

export const userErrors = businessErrors("USER", {
  self: "不能操作自己的账号",
  staffnoExists: "工号已存在",
  lastAdmin: "系统至少保留一名可用的管理员",
  adminProtected: "无权操作管理员账号",
  outOfDate: "账号已过有效期，请先修改有效期",
});
