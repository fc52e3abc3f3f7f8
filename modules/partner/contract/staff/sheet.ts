import { type ImportKind, masks, sheet, type WholeColumn } from "@ops/platform/contract";
import { createStaff, listStaffs } from "./calls.ts";
import { STAFF_PAGE, unmaskStaff } from "./fields.ts";
import { normalIdNumber } from "./id-number.ts";
import { staffAccounts } from "./shape.ts";
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

/** PT-R9: the phones of a file are looked for among the people of partners and those of the brand. */
const wholePhone: WholeColumn = { mask: masks.phone, tables: [unmaskStaff.bizType, "appUser"] };
const wholeIdNo: WholeColumn = { mask: (text) => masks.idCard(normalIdNumber(text)), tables: [unmaskStaff.bizType] };

/** 员工导入 (section 8): new people wait for review; of known ones the phone alone changes, where 覆盖 is ticked. */
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
    { key: "phone", title: "手机号", required: true, pattern: /^1[3-9]\d{9}$/, whole: wholePhone },
    { key: "idNo", title: "身份证号", required: true, max: 40, whole: wholeIdNo },
    { key: "partnerNo", title: "伙伴编号", required: true, max: 20 },
    { key: "storeCode", title: "门店编码", max: 40, note: "门店的组织编码；伙伴没有门店时不填" },
    { key: "positionCode", title: "岗位", required: true, dict: "partner_position" },
    { key: "joinOn", title: "入职日期", required: true, kind: "day" },
    { key: "contractType", title: "用工", words: staffContractTypes, note: "不填为全职" },
  ],
  options: [{ key: "overwrite", label: "覆盖联系方式", note: "已录入的员工更新姓名与手机号；不勾选时跳过" }],
} as const satisfies ImportKind;
