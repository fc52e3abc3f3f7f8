import {
  boundedText,
  day,
  done,
  endpoint,
  idParams,
  keyword,
  listQuery,
  mobilePhone,
  moment,
  pageOf,
  requiredText,
  sortable,
  version,
  versionQuery,
} from "@ops/platform/contract";
import { z } from "zod";
import { idNumber, STAFF_PAGE } from "../staff/fields.ts";

/** 限制名单: seen by those alone whose scope is everything (section 7). */
const BlacklistEntry = z.object({
  id: z.string(),
  name: z.string().meta({ label: "姓名" }),
  idNo: z.string().nullable().meta({ label: "身份证号", masked: true }),
  phone: z.string().nullable().meta({ label: "手机号", masked: true }),
  reason: z.string().meta({ label: "原因" }),
  untilOn: day.nullable().meta({ label: "限制至" }),
  createdAt: moment.meta({ label: "加入时间" }),
  version,
});

export const listBlacklist = endpoint({
  method: "GET",
  path: "/partner/v1/staffs/blacklist",
  title: "伙伴员工限制名单",
  permission: "partner:staff:blacklist",
  page: STAFF_PAGE,
  query: listQuery.extend({ name: keyword("姓名", "姓名"), ...sortable("createdAt", "untilOn") }),
  answer: pageOf(BlacklistEntry),
});

export const addToBlacklist = endpoint({
  method: "POST",
  path: "/partner/v1/staffs/blacklist",
  audit: "加入限制名单",
  permission: "partner:staff:blacklist",
  risk: "HIGH",
  page: STAFF_PAGE,
  body: z
    .object({
      name: requiredText("姓名", 40),
      idNo: idNumber.nullable(),
      phone: mobilePhone.nullable(),
      reason: boundedText("原因", 200).min(1, "请输入原因！"),
      untilOn: day.nullable().meta({ label: "限制至" }),
    })
    .refine(({ idNo, phone }) => idNo !== null || phone !== null, {
      message: "请输入身份证号或手机号！",
      path: ["idNo"],
    }),
  answer: BlacklistEntry,
});

export const removeFromBlacklist = endpoint({
  method: "DELETE",
  path: "/partner/v1/staffs/blacklist/{id}",
  audit: "移出限制名单",
  permission: "partner:staff:blacklist",
  page: STAFF_PAGE,
  params: idParams,
  query: versionQuery,
  answer: done,
});
