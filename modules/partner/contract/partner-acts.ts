import {
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
import { isIdNumber, normalIdNumber } from "./id-number.ts";
import { partnerStates } from "./partner.states.ts";
import { PARTNER_PAGE, PartnerDetail, partnerFlag } from "./partner.ts";
import { normalUscc } from "./uscc.ts";
import { partnerKinds } from "./words.ts";

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

const names = { fullName: requiredText("公司全称", 100), shortName: requiredText("简称", 20), uscc: typedUscc };
const facts = {
  kinds: z
    .array(oneOf(partnerKinds, "请选择合作类型"), "请选择合作类型")
    .min(1, "请选择合作类型")
    .max(9)
    .meta({ label: "合作类型" }),
  regionId: z.uuid("请选择所属区域").meta({ label: "所属区域" }),
  cityCodes: z.array(regionCode, "请选择合作城市").min(1, "请选择合作城市").max(50).meta({ label: "合作城市" }),
  managerId: z.uuid("请选择渠道经理").meta({ label: "渠道经理" }),
  parentPartnerId: recordId.nullable().default(null).meta({ label: "上级集团" }),
  registeredCapitalFen: fen.nullable().default(null).meta({ label: "注册资本" }),
  foundedOn: day.nullable().default(null).meta({ label: "成立日期" }),
  regAddress: boundedText("注册地址", 200).nullable().default(null),
  contactName: requiredText("联系人", 40),
  contactEmail: z.email("邮箱格式不正确").max(100).nullable().default(null).meta({ label: "联系邮箱" }),
};

export const createPartner = endpoint({
  method: "POST",
  path: "/partner/v1/partners",
  audit: "新增合作伙伴",
  permission: "partner:partner:edit",
  page: PARTNER_PAGE,
  body: z.object({
    ...names,
    ...facts,
    /** Needed at the latest when the application is submitted. */
    legalPerson: boundedText("法定代表人", 40).nullable().default(null),
    legalIdNo: idNo.nullable().default(null),
    contactPhone: mobilePhone.meta({ label: "联系电话" }),
    licenseFileIds: z.array(recordId, "请上传营业执照").min(1, "请上传营业执照").max(5).meta({ label: "营业执照" }),
  }),
  answer: PartnerDetail,
});

/** What is sealed is left as it is unless something new is typed. */
export const editPartner = endpoint({
  method: "PUT",
  path: "/partner/v1/partners/{id}",
  audit: "编辑合作伙伴",
  permission: "partner:partner:edit",
  page: PARTNER_PAGE,
  params: idParams,
  body: z.object({
    ...names,
    ...facts,
    legalPerson: boundedText("法定代表人", 40).nullable().default(null),
    legalIdNo: idNo.nullable().default(null),
    contactPhone: mobilePhone.nullable().default(null).meta({ label: "联系电话" }),
    version,
  }),
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

const act = { params: idParams, page: PARTNER_PAGE, answer: PartnerDetail } as const;

export const submitPartner = endpoint({
  ...act,
  method: "POST",
  path: "/partner/v1/partners/{id}/submit",
  audit: "提交入驻申请",
  permission: "partner:partner:edit",
  body: z.object({ version }),
});

export const approvePartner = endpoint({
  ...act,
  method: "POST",
  path: "/partner/v1/partners/{id}/approve",
  audit: "审核通过入驻申请",
  permission: "partner:partner:approve",
  body: z.object({ version }),
});

export const rejectPartner = endpoint({
  ...act,
  method: "POST",
  path: "/partner/v1/partners/{id}/reject",
  audit: "驳回入驻申请",
  permission: "partner:partner:approve",
  body: reasonBody,
});

export const activatePartner = endpoint({
  ...act,
  method: "POST",
  path: "/partner/v1/partners/{id}/activate",
  audit: "启用合作伙伴",
  permission: "partner:partner:activate",
  body: z.object({ version }),
});

/** What headquarters takes away from what the contract gives, at once and with a reason; nothing given takes nothing away (PT-R19). */
export const restrictPartner = endpoint({
  ...act,
  method: "POST",
  path: "/partner/v1/partners/{id}/restrict",
  audit: "调低账号上限与权限开关",
  permission: "partner:partner:activate",
  body: reasonBody.extend({
    accountLimit: z.int("账号上限格式不正确").min(0).max(100_000).nullable().meta({ label: "账号上限" }),
    flagsOff: z.array(partnerFlag).max(4).meta({ label: "关闭的权限开关" }),
  }),
});
