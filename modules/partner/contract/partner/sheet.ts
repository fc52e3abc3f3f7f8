import { CityRef, type ImportKind, masks, PHONE_FORM, sheet, type WholeColumn } from "@ops/platform/contract";
import { partnerErrors } from "../errors.ts";
import { ChannelManagerRef, PartnerRegionRef } from "../refs.ts";
import { PARTNER_PAGE } from "../words.ts";
import { createPartner, listPartners, unmaskPartner } from "./calls.ts";

export const partnerSheet = sheet({
  key: "partner.partner",
  name: "合作伙伴",
  list: listPartners,
  path: "/partner/v1/partners/export",
  permission: "partner:partner:export",
  columns: {
    partnerNo: { width: 14 },
    fullName: { width: 34 },
    shortName: true,
    uscc: { width: 22 },
    kinds: true,
    level: true,
    state: true,
    regionName: true,
    cities: { width: 24, show: ({ cities }) => cities.map(({ name }) => name).join("、") },
    storeCount: true,
    staffCount: true,
    accountCount: true,
    accountLimit: true,
    contractEndOn: true,
    depositFen: true,
    riskTags: true,
    managerName: true,
    updatedAt: true,
  },
});

/**
 * A row is skipped if the company has this very phone already, and that tells the phone. So the column counts as a search
 * by whole value.
 */
const wholeContact: WholeColumn = { mask: masks.phone, tables: [unmaskPartner.bizType] };
const wholeManager: WholeColumn = { mask: masks.phone, tables: ["appUser"] };

/** 伙伴导入 (section 8): new companies become 草稿. Known ones change only their contact, and only if 覆盖 is ticked. */
export const partnerImport = {
  key: "partner.partnerImport",
  name: "伙伴导入",
  permission: "partner:partner:import",
  page: PARTNER_PAGE,
  byHand: createPartner,
  version: 1,
  mostRows: 5_000,
  options: [{ key: "overwrite", label: "覆盖", note: "已存在的公司更新联系人和联系电话" }],
  columns: [
    { key: "fullName", title: "公司全称", required: true, max: 100 },
    { key: "shortName", title: "简称", required: true, max: 20 },
    { key: "uscc", title: "信用代码", required: true, max: 40 },
    { key: "kinds", title: "类型", required: true, max: 100, note: "多个用逗号分隔" },
    {
      key: "region",
      title: "区域",
      required: true,
      max: 60,
      note: "区域的名称",
      ref: PartnerRegionRef,
      refused: partnerErrors.region,
    },
    {
      key: "cities",
      title: "城市",
      required: true,
      max: 300,
      note: "多个用逗号分隔",
      ref: CityRef,
      many: true,
      refused: partnerErrors.city,
    },
    { key: "contactName", title: "联系人", required: true, max: 40 },
    { key: "contactPhone", title: "联系电话", required: true, pattern: PHONE_FORM, whole: wholeContact },
    {
      key: "managerPhone",
      title: "渠道经理手机号",
      required: true,
      pattern: PHONE_FORM,
      whole: wholeManager,
      ref: ChannelManagerRef,
      refused: partnerErrors.manager,
    },
  ],
} as const satisfies ImportKind;
