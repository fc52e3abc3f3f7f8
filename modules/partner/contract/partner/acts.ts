import { actsOf } from "@ops/platform/contract";
import { partnerErrors } from "../errors.ts";
import { PARTNER_PAGE } from "../words.ts";
import { PartnerDetail } from "./shape.ts";
import { partnerStates } from "./states.ts";

const APPROVE = "partner:partner:approve";

/** The person who handed it in may not decide on it. */
export const partnerActs = actsOf(
  partnerStates,
  {
    path: "/partner/v1/partners",
    page: PARTNER_PAGE,
    answer: PartnerDetail,
    number: "partnerNo",
    notBy: { columns: ["submittedBy", "createdBy"], refusal: partnerErrors.reviewSelf },
  },
  {
    submit: { permission: "partner:partner:edit", audit: "提交入驻申请", personOnly: true },
    approve: { permission: APPROVE, audit: "审核通过入驻申请", byOther: true },
    reject: { permission: APPROVE, audit: "驳回入驻申请", byOther: true, reason: true },
    activate: { permission: "partner:partner:activate", audit: "启用合作伙伴" },
  },
);
export const {
  submit: submitPartner,
  approve: approvePartner,
  reject: rejectPartner,
  activate: activatePartner,
} = partnerActs.endpoints;
