import {
  actsOf,
  boundedText,
  day,
  endpoint,
  fen,
  idParams,
  mobilePhone,
  oneOf,
  reasonBody,
  recordId,
  regionCode,
  requiredText,
  version,
} from "@ops/platform/contract";
import { z } from "zod";
import { partnerErrors } from "../errors.ts";
import { isIdNumber, normalIdNumber } from "../staff/id-number.ts";
import { PARTNER_PAGE, partnerKinds } from "../words.ts";
import { PartnerDetail, partnerFlag } from "./calls.ts";
import { partnerStates } from "./states.ts";
import { normalUscc } from "./uscc.ts";

/** As typed; small letters and spaces are the same code. */
export const typedUscc = z
  .string("请输入统一社会信用代码！")
  .max(60, "统一社会信用代码校验失败")
  .overwrite(normalUscc)
  .min(1, "请输入统一社会信用代码！")
  .meta({ label: "统一社会信用代码" });

const idNo = z
  .string("请输入证件号码！")
  .trim()
  .regex(/^[0-9A-Za-z]{6,20}$/, "证件号码格式不正确")
  .refine((typed) => typed.length !== 18 || isIdNumber(normalIdNumber(typed)), "证件号码校验失败，请核对")
  .meta({ label: "法定代表人证件" });

const kinds = z.array(oneOf(partnerKinds, "请选择合作类型"), "请选择合作类型").max(9).meta({ label: "合作类型" });
const cityCodes = z.array(regionCode, "请选择合作城市").max(50).meta({ label: "合作城市" });
const regionId = z.uuid("请选择所属区域").meta({ label: "所属区域" });
/** Sealed: what is known of it is that it is there. */
const known = (label: string) => z.string(`请输入${label}！`).min(1, `请输入${label}！`).meta({ label });

/** What an application names at the latest when it is submitted, and a partner never loses again (PT-R3, PT-R19). */
export const partnerApplication = z.object({
  uscc: typedUscc,
  shortName: requiredText("简称", 20),
  kinds: kinds.min(1, "请选择合作类型"),
  regionId,
  cityCodes: cityCodes.min(1, "请选择合作城市"),
  contactName: requiredText("联系人", 40),
  contactPhone: known("联系电话"),
  legalPerson: known("法定代表人"),
  legalIdNo: known("法定代表人证件"),
});

/** A draft needs its name; what else is known comes along, and what is not is empty. */
const facts = {
  fullName: requiredText("公司全称", 100),
  shortName: boundedText("简称", 20).default(""),
  uscc: z
    .string("统一社会信用代码校验失败")
    .max(60, "统一社会信用代码校验失败")
    .overwrite(normalUscc)
    .default("")
    .meta({
      label: "统一社会信用代码",
    }),
  kinds: kinds.default([]),
  regionId: regionId.nullable().default(null),
  cityCodes: cityCodes.default([]),
  /** Whoever writes the draft, if that is a channel manager and nobody else is chosen. */
  managerId: z.uuid("请选择渠道经理").nullable().default(null).meta({ label: "渠道经理" }),
  parentPartnerId: recordId.nullable().default(null).meta({ label: "上级集团" }),
  registeredCapitalFen: fen.nullable().default(null).meta({ label: "注册资本" }),
  foundedOn: day.nullable().default(null).meta({ label: "成立日期" }),
  regAddress: boundedText("注册地址", 200).nullable().default(null),
  contactName: boundedText("联系人", 40).default(""),
  contactEmail: z.email("邮箱格式不正确").max(100).nullable().default(null).meta({ label: "联系邮箱" }),
  legalPerson: boundedText("法定代表人", 40).nullable().default(null),
  legalIdNo: idNo.nullable().default(null),
  contactPhone: mobilePhone.nullable().default(null).meta({ label: "联系电话" }),
};

export const createPartner = endpoint({
  method: "POST",
  path: "/partner/v1/partners",
  audit: "新增合作伙伴",
  permission: "partner:partner:edit",
  page: PARTNER_PAGE,
  body: z.object({
    ...facts,
    licenseFileIds: z.array(recordId, "请上传营业执照").max(5).default([]).meta({ label: "营业执照" }),
  }),
  answer: PartnerDetail,
});

/** What is sealed is left as it is unless something new is typed. Past the draft, nothing of the application is emptied. */
export const editPartner = endpoint({
  method: "PUT",
  path: "/partner/v1/partners/{id}",
  audit: "编辑合作伙伴",
  permission: "partner:partner:edit",
  page: PARTNER_PAGE,
  params: idParams,
  body: z.object({ ...facts, version }),
  answer: PartnerDetail,
});

/** Asked while somebody types the code of a new company (PT-R1, PT-R2). */
export const checkUscc = endpoint({
  method: "GET",
  path: "/partner/v1/partners/uscc",
  title: "信用代码查重",
  permission: "partner:partner:edit",
  query: z.object({ uscc: typedUscc }),
  answer: z.object({
    uscc: z.string(),
    isValid: z.boolean(),
    /** The live record of the same company. */
    taken: z.object({ partnerNo: z.string(), state: partnerStates.schema }).nullable(),
    /** The last one that ended, and why. */
    prior: z.object({ partnerNo: z.string(), reason: z.string().nullable() }).nullable(),
  }),
});

const APPROVE = "partner:partner:approve";

/** By somebody else than who handed it in. */
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

/** What headquarters takes away from what the contract gives, at once and with a reason; nothing given takes nothing away (PT-R19). */
export const restrictPartner = endpoint({
  method: "POST",
  path: "/partner/v1/partners/{id}/restrict",
  audit: "调低账号上限与权限开关",
  permission: "partner:partner:activate",
  page: PARTNER_PAGE,
  params: idParams,
  body: reasonBody.extend({
    accountLimit: z.int("账号上限格式不正确").min(0).max(100_000).nullable().meta({ label: "账号上限" }),
    flagsOff: z.array(partnerFlag).max(4).meta({ label: "关闭的权限开关" }),
  }),
  answer: PartnerDetail,
});
