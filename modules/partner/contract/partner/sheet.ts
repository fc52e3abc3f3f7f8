import { type ImportKind, masks, sheet, type WholeColumn } from "@ops/platform/contract";
import { PARTNER_PAGE } from "../words.ts";
import { createPartner } from "./acts.ts";
import { listPartners, unmaskPartner } from "./calls.ts";

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
    depositFen: { as: "fen" },
    riskTags: true,
    managerName: true,
    updatedAt: true,
  },
  filters: { regionId: "区域", managerId: "渠道经理" },
});

/** That a known company has this very phone already is told by a row that is left out. */
const wholeContact: WholeColumn = { mask: masks.phone, tables: [unmaskPartner.bizType] };
const wholeManager: WholeColumn = { mask: masks.phone, tables: ["appUser"] };

/** 伙伴导入 (section 8): companies come in as 草稿; of known ones only the contact changes, where 覆盖 is ticked. */
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
    { key: "region", title: "区域", required: true, max: 60, note: "区域的名称" },
    { key: "cities", title: "城市", required: true, max: 300, note: "多个用逗号分隔" },
    { key: "contactName", title: "联系人", required: true, max: 40 },
    { key: "contactPhone", title: "联系电话", required: true, pattern: /^1[3-9]\d{9}$/, whole: wholeContact },
    { key: "managerPhone", title: "渠道经理手机号", required: true, pattern: /^1[3-9]\d{9}$/, whole: wholeManager },
  ],
} as const satisfies ImportKind;
