import { type ImportKind, masks, normalIdNumber, PHONE_FORM, sheet, type WholeColumn } from "@ops/platform/contract";
import { PartnerRef } from "../refs.ts";
import { createStaff, listStaffs } from "./calls.ts";
import { staffErrors } from "./errors.ts";
import { STAFF_PAGE } from "./fields.ts";
import { staffAccounts, unmaskStaff } from "./shape.ts";
import { freezeSources, staffContractTypes } from "./states.ts";

export const staffSheet = sheet({
  key: "partner.staff",
  name: "伙伴员工",
  list: listStaffs,
  path: "/partner/v1/staffs/export",
  permission: "partner:staff:export",
  columns: {
    staffNo: true,
    name: true,
    phone: true,
    partnerNo: true,
    partnerName: true,
    storeName: { width: 24 },
    positionCode: true,
    contractType: true,
    state: true,
    account: {
      width: 24,
      show: ({ account, freezeSources: sources }) =>
        [staffAccounts[account], ...sources.map((source) => freezeSources[source])].join("、"),
    },
    certStanding: true,
    certEndsOn: true,
    roleNames: true,
    joinOn: true,
    leaveOn: true,
    lastLoginAt: true,
  },
  filters: { partnerId: "伙伴", storeId: "门店" },
});

/** The phones of a file are compared with those of all people of partners and of the brand (PT-R9). */
const wholePhone: WholeColumn = { mask: masks.phone, tables: [unmaskStaff.bizType, "appUser"] };
const wholeIdNo: WholeColumn = { mask: (text) => masks.idCard(normalIdNumber(text)), tables: [unmaskStaff.bizType] };

/** 员工导入 (section 8): new people wait for review. Known ones change only name and phone, and only if 覆盖 is ticked. */
export const staffImport = {
  key: "partner.staffImport",
  name: "伙伴员工",
  permission: "partner:staff:import",
  page: STAFF_PAGE,
  byHand: createStaff,
  version: 1,
  mostRows: 5_000,
  columns: [
    { key: "name", title: "姓名", required: true, max: 40 },
    { key: "phone", title: "手机号", required: true, pattern: PHONE_FORM, whole: wholePhone },
    { key: "idNo", title: "身份证号", required: true, max: 40, whole: wholeIdNo },
    {
      key: "partnerNo",
      title: "伙伴编号",
      required: true,
      max: 20,
      ref: PartnerRef,
      refused: staffErrors.staffPartnerNo,
    },
    { key: "storeCode", title: "门店编码", max: 40, note: "门店的组织编码；伙伴没有门店时不填" },
    { key: "positionCode", title: "岗位", required: true, dict: "partner_position" },
    { key: "joinOn", title: "入职日期", required: true, kind: "day" },
    { key: "contractType", title: "用工", words: staffContractTypes, note: "不填为全职" },
  ],
  options: [{ key: "overwrite", label: "覆盖联系方式", note: "已录入的员工更新姓名与手机号；不勾选时跳过" }],
} as const satisfies ImportKind;
