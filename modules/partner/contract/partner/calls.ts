import {
  CityRef,
  callsOf,
  dictCode,
  endpoint,
  idParams,
  keyword,
  normalUscc,
  oneOf,
  reason,
  recordId,
  ref,
  unmaskableOf,
  wholeText,
  withMeta,
} from "@ops/platform/contract";
import { z } from "zod";
import { ChannelManagerRef, PartnerRegionRef } from "../refs.ts";
import { PARTNER_PAGE } from "../words.ts";
import { typedUscc } from "./application.ts";
import { Partner, PartnerDetail, PartnerShape, partnerFlag, riskTag } from "./shape.ts";
import { partnerStates } from "./states.ts";

/** The fields of a partner that holders of the code may see unmasked, one look at a time (PF-R104). */
export const unmaskPartner = unmaskableOf(PartnerShape, "partner:partner:unmask");

export const contractEnds = { "7": "7天内", "30": "30天内", "90": "90天内", ENDED: "已到期" } as const;
export const paperStates = { EXPIRED: "有过期", WAITING: "有待审核", VALID: "全部有效" } as const;

const frame = {
  path: "/partner/v1/partners",
  page: PARTNER_PAGE,
  view: "partner:partner:view",
  edit: "partner:partner:edit",
} as const;
const calls = callsOf(PartnerShape, { ...frame, answer: PartnerDetail });

export const listPartners = callsOf(PartnerShape, { ...frame, answer: Partner }).list(
  PartnerShape.query({
    is: ["level", "state"],
    sort: ["partnerNo", "fullName", "level", "state", "accountLimit", "updatedAt"],
    more: {
      keyword: keyword("编号、公司全称或简称", "名称/编号"),
      uscc: wholeText("信用代码", { clean: normalUscc, form: /^[0-9A-Z]{18}$/ }).optional(),
      kind: dictCode("partner_kind", "类型").optional(),
      regionId: ref(PartnerRegionRef, "区域", { message: "编号格式不正确" }).optional(),
      cityCode: ref(CityRef, "城市").optional(),
      managerId: ref(ChannelManagerRef, "渠道经理", { message: "编号格式不正确" }).optional(),
      contractEnd: oneOf(contractEnds).optional().meta({ label: "合同到期" }),
      papers: oneOf(paperStates).optional().meta({ label: "资质状态" }),
      riskTag: riskTag.optional().meta({ label: "风险标签" }),
    },
  }),
);
export const getPartner = calls.get();

const facts = {
  ...PartnerShape.pick("fullName", "shortName", "uscc", "kinds", "cityCodes"),
  ...PartnerShape.pick("registeredCapitalFen", "foundedOn", "regAddress", "legalPerson", "legalIdNo"),
  ...PartnerShape.pick("contactName", "contactPhone", "contactEmail", "regionId", "parentPartnerId"),
  /**
   * The manager. If nobody is chosen, the author becomes the manager, provided that the author is a channel manager.
   */
  managerId: PartnerShape.fields.managerId.nullable().default(null),
};

export const createPartner = calls.create({
  ...facts,
  licenseFileIds: z.array(recordId, "请上传营业执照").max(5).default([]).meta({ label: "营业执照" }),
});

/**
 * Sealed fields stay as they are unless something new is typed. After the draft, no field of the application can be
 * emptied.
 */
export const editPartner = calls.edit(facts);

/**
 * Headquarters lowers the account limit or switches off rights that the contract gives, at once and with a reason. A limit
 * of null and an empty list restrict nothing (PT-R19).
 */
export const restrictPartner = endpoint({
  ...calls.on("restrict", "调低账号上限与权限开关", {
    reason,
    accountLimit: PartnerShape.fields.accountLimit.nullable(),
    flagsOff: z.array(partnerFlag).max(4).meta({ label: "关闭的权限开关" }),
  }),
  permission: "partner:partner:activate",
});

/** Checks a code while somebody types it for a new company (PT-R1, PT-R2). */
export const checkUscc = endpoint({
  method: "GET",
  path: "/partner/v1/partners/uscc",
  title: "信用代码查重",
  permission: "partner:partner:edit",
  query: z.object({ uscc: typedUscc }),
  answer: z.object({
    uscc: z.string(),
    isValid: z.boolean(),
    /** The partner record of the same company that is still open. */
    taken: z.object({ partnerNo: z.string(), state: partnerStates.schema }).nullable(),
    /** The last record of the company that was terminated, and why. */
    prior: z.object({ partnerNo: z.string(), reason: z.string().nullable() }).nullable(),
  }),
});

/** Counts for the cards above the list, within the reader's scope. */
export const countPartners = endpoint({
  method: "GET",
  path: "/partner/v1/partners/cards",
  title: "合作伙伴概况",
  permission: "partner:partner:view",
  answer: z.object({
    active: withMeta(z.int(), { label: "合作中" }),
    onboarding: withMeta(z.int(), { label: "入驻中" }),
    review: withMeta(z.int(), { label: "待审核" }),
    contractEnding: withMeta(z.int(), { label: "30天内到期合同" }),
    paperExpired: withMeta(z.int(), { label: "资质过期" }),
    suspended: withMeta(z.int(), { label: "已暂停" }),
  }),
});

/** How far each onboarding partner has come (5.1 入驻看板). */
export const boardStages = { REVIEW: "待审核", CONTRACT: "待签约", PREPARING: "准备中", READY: "待启用" } as const;
export type BoardStage = keyof typeof boardStages;

export const showBoard = endpoint({
  method: "GET",
  path: "/partner/v1/partners/board",
  title: "入驻看板",
  permission: "partner:partner:view",
  /** The latest partners of each stage, and how many there are. */
  answer: z.array(z.object({ stage: oneOf(boardStages), total: z.int(), partners: z.array(Partner) })),
});

/** What the page has to know about its reader. */
export const listPartnerOptions = endpoint({
  method: "GET",
  path: "/partner/v1/partners/options",
  title: "合作伙伴选项",
  permission: "partner:partner:view",
  answer: z.object({
    /**
     * True if the reader works for a partner. Such a reader sees that partner alone, and not what headquarters thinks of
     * it.
     */
    isOwnPerson: z.boolean(),
  }),
});

/** Stores of the partner: organisations below its own. */
export const listPartnerStores = endpoint({
  method: "GET",
  path: "/partner/v1/partners/{id}/stores",
  title: "合作伙伴门店",
  permission: "partner:partner:view",
  params: idParams,
  answer: z.array(
    z.object({
      id: z.string(),
      code: withMeta(z.string(), { label: "门店编码" }),
      name: withMeta(z.string(), { label: "门店名称" }),
      staffCount: withMeta(z.int(), { label: "员工" }),
    }),
  ),
});
