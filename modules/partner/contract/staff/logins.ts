import { endpoint, idParams, listQuery, maskedIp, moment, pageOf, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { STAFF_PAGE } from "./fields.ts";

/** A sign-in with somebody's account, or one that was refused. */
export const StaffLogin = z.object({
  id: z.string(),
  occurredAt: moment.meta({ label: "时间" }),
  kind: withMeta(z.string(), { label: "方式", dict: "login_kind" }),
  result: withMeta(z.string(), { label: "结果", dict: "login_result" }),
  detail: withMeta(z.string().nullable(), { label: "说明" }),
  ip: maskedIp,
  ipRegion: withMeta(z.string(), { label: "地区" }),
  device: withMeta(z.string(), { label: "设备" }),
});

export const listStaffLogins = endpoint({
  method: "GET",
  path: "/partner/v1/staffs/{id}/logins",
  title: "伙伴员工登录记录",
  permission: "partner:staff:view",
  page: STAFF_PAGE,
  params: idParams,
  query: listQuery,
  answer: pageOf(StaffLogin),
});
