import { dictCode, oneOf } from "@ops/platform/contract";
import { z } from "zod";
import { freezeSources, staffContractTypes } from "./states.ts";

export const STAFF_PAGE = "/Partner/staff";

/** 岗位 (dictionary `partner_position`). */
export const partnerPositions = {
  MANAGER: "店长",
  SALES: "销售顾问",
  DELIVERY: "交付专员",
  SERVICE: "服务顾问",
  INSTALLER: "安装技师",
  ADMIN: "管理员",
} as const;

/** 认证 (dictionary `partner_cert`): the certificates of partners' people. */
export const partnerCerts = {
  SALES: "销售顾问认证",
  PRODUCT: "产品知识认证",
  DELIVERY: "交付服务认证",
  SERVICE: "售后服务认证",
  ELECTRICIAN: "低压电工作业证",
  STORE: "店长认证",
} as const;

export const freezeSource = oneOf(freezeSources);
export const contractType = oneOf(staffContractTypes, "请选择用工！").meta({ label: "用工" });
export const positionCode = z
  .string("请选择岗位！")
  .min(1, "请选择岗位！")
  .max(60)
  .meta({ dict: "partner_position", label: "岗位" });
export const certCode = dictCode("partner_cert", "认证");

export const wecomUserId = z
  .string()
  .trim()
  .max(64, "企微账号最多64个字符")
  .regex(/^[\w.@-]*$/, "企微账号格式不正确")
  .nullable()
  .meta({ label: "企微账号" });
