import { actsOf } from "@ops/platform/contract";
import { partnerErrors } from "../errors.ts";
import { PARTNER_PAGE, paperKinds } from "../words.ts";
import { Qualification } from "./shape.ts";
import { qualificationStates } from "./states.ts";

const APPROVE = "partner:qualification:approve";

export const qualificationActs = actsOf(
  qualificationStates,
  {
    path: "/partner/v1/qualifications",
    page: PARTNER_PAGE,
    answer: Qualification,
    number: "number",
    requires: ["partner:partner:view"],
    notBy: { columns: ["createdBy"], refusal: partnerErrors.reviewSelf },
  },
  {
    approve: {
      permission: APPROVE,
      audit: "审核通过资质",
      byOther: true,
      button: "通过",
      confirm: ({ kind }) => `${paperKinds[kind]}审核通过？`,
      done: "已通过",
    },
    reject: {
      permission: APPROVE,
      audit: "驳回资质",
      byOther: true,
      reason: true,
      danger: true,
      title: ({ kind }) => `驳回${paperKinds[kind]}`,
      done: "已驳回",
    },
  },
);
export const { approve: approveQualification, reject: rejectQualification } = qualificationActs.endpoints;
