import {
  boundedText,
  endpoint,
  idParams,
  moment,
  oneOf,
  reason,
  reasonBody,
  recordId,
  requiredText,
  shape,
  version,
  withMeta,
} from "@ops/platform/contract";
import { z } from "zod";
import { PARTNER_PAGE } from "../words.ts";
import { typedUscc } from "./application.ts";

export const changeStates = { WAITING: "待审核", APPROVED: "已通过", REJECTED: "已驳回" } as const;

/** A request to change the name or code of a company that is past its draft (PT-R19). */
export const PartnerChangeShape = shape("partnerChange", "名称变更申请", {
  partnerId: recordId,
  fullName: requiredText("公司全称", 100),
  shortName: requiredText("简称", 20),
  uscc: typedUscc,
  reason,
  state: oneOf(changeStates).meta({ label: "状态" }),
  note: boundedText("驳回原因", 200).nullable(),
});

export const PartnerChange = PartnerChangeShape.answer({
  createdByName: withMeta(z.string(), { label: "申请人" }),
  createdAt: moment.meta({ label: "申请时间" }),
  reviewedByName: withMeta(z.string().nullable(), { label: "审核人" }),
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
  body: z.object(PartnerChangeShape.pick("fullName", "shortName", "uscc", "reason")),
  answer: PartnerChange,
});

const review = {
  method: "POST",
  permission: "partner:partner:approve",
  page: PARTNER_PAGE,
  params: idParams,
  answer: PartnerChange,
} as const;

export const approvePartnerChange = endpoint({
  ...review,
  path: "/partner/v1/partner-changes/{id}/approve",
  audit: "通过名称变更",
  body: z.object({ version }),
});

export const rejectPartnerChange = endpoint({
  ...review,
  path: "/partner/v1/partner-changes/{id}/reject",
  audit: "驳回名称变更",
  body: reasonBody,
});
