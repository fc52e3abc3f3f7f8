import { endpoint, idParams, moment, oneOf, reason, reasonBody, requiredText, version } from "@ops/platform/contract";
import { z } from "zod";
import { PARTNER_PAGE } from "../words.ts";
import { typedUscc } from "./acts.ts";

export const changeStates = { WAITING: "待审核", APPROVED: "已通过", REJECTED: "已驳回" } as const;

/** A request to call a company that is under way something else (PT-R19). */
export const PartnerChange = z.object({
  id: z.string(),
  partnerId: z.string(),
  fullName: z.string().meta({ label: "公司全称" }),
  shortName: z.string().meta({ label: "简称" }),
  uscc: z.string().meta({ label: "统一社会信用代码" }),
  reason: z.string().meta({ label: "原因" }),
  state: oneOf(changeStates).meta({ label: "状态" }),
  note: z.string().nullable().meta({ label: "驳回原因" }),
  createdByName: z.string().meta({ label: "申请人" }),
  createdAt: moment.meta({ label: "申请时间" }),
  reviewedByName: z.string().nullable().meta({ label: "审核人" }),
  version,
});
export type PartnerChange = z.output<typeof PartnerChange>;

export const listPartnerChanges = endpoint({
  method: "GET",
  path: "/partner/v1/partners/{id}/changes",
  title: "名称变更申请",
  permission: "partner:partner:view",
  params: idParams,
  answer: z.array(PartnerChange),
});

export const requestPartnerChange = endpoint({
  method: "POST",
  path: "/partner/v1/partners/{id}/changes",
  audit: "申请变更名称",
  permission: "partner:partner:edit",
  page: PARTNER_PAGE,
  params: idParams,
  body: z.object({
    fullName: requiredText("公司全称", 100),
    shortName: requiredText("简称", 20),
    uscc: typedUscc,
    reason,
  }),
  answer: PartnerChange,
});

export const approvePartnerChange = endpoint({
  method: "POST",
  path: "/partner/v1/partner-changes/{id}/approve",
  audit: "通过名称变更",
  permission: "partner:partner:approve",
  page: PARTNER_PAGE,
  params: idParams,
  body: z.object({ version }),
  answer: PartnerChange,
});

export const rejectPartnerChange = endpoint({
  method: "POST",
  path: "/partner/v1/partner-changes/{id}/reject",
  audit: "驳回名称变更",
  permission: "partner:partner:approve",
  page: PARTNER_PAGE,
  params: idParams,
  body: reasonBody,
  answer: PartnerChange,
});
