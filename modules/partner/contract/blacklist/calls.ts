import {
  callsOf,
  done,
  endpoint,
  idNumber,
  idParams,
  keyword,
  mobilePhone,
  versionQuery,
} from "@ops/platform/contract";
import { z } from "zod";
import { STAFF_PAGE } from "../staff/fields.ts";
import { BlacklistEntry, BlacklistShape } from "./shape.ts";

const MAINTAIN = "partner:staff:blacklist";
const calls = callsOf(BlacklistShape, {
  path: "/partner/v1/staffs/blacklist",
  page: STAFF_PAGE,
  answer: BlacklistEntry,
  view: MAINTAIN,
  edit: MAINTAIN,
});

export const listBlacklist = calls.list(
  BlacklistShape.query({ sort: ["createdAt", "untilOn"], more: { name: keyword("姓名", "姓名") } }),
  "伙伴员工限制名单",
);

const { name, reason, untilOn } = BlacklistShape.fields;

export const addToBlacklist = endpoint({
  ...calls.create({}, "加入限制名单"),
  risk: "HIGH",
  body: z
    .object({ name, idNo: idNumber.nullable(), phone: mobilePhone.nullable(), reason, untilOn })
    .refine(({ idNo, phone }) => idNo !== null || phone !== null, {
      message: "请输入身份证号或手机号！",
      path: ["idNo"],
    }),
});

export const removeFromBlacklist = endpoint({
  method: "DELETE",
  path: "/partner/v1/staffs/blacklist/{id}",
  audit: "移出限制名单",
  permission: MAINTAIN,
  page: STAFF_PAGE,
  params: idParams,
  query: versionQuery,
  answer: done,
});
