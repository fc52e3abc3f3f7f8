import { wholePhoneField } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import { freezeSources, staffContractTypes, staffStates, unmaskStaff } from "../../contract/index.ts";
import { type RowOf, table } from "../database.ts";

/** In scope by where somebody works, for the manager of the partner, and for the person itself (section 7). */
export const staffs = table("partnerStaff", {
  entity: "伙伴员工",
  scope: ({ organizations, selfId }) => {
    const parts: RawBuilder<boolean>[] = [];
    if (organizations) parts.push(sql<boolean>`partner_staff.org_id in (${organizations})`);
    if (selfId !== null) {
      parts.push(sql<boolean>`partner_staff.user_id = ${selfId}`);
      parts.push(sql<boolean>`partner_staff.partner_id in (select id from partner where manager_id = ${selfId})`);
    }
    return parts.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(parts, sql` or `)})`;
  },
  read: "partner:staff:view",
  number: "staffNo",
  labels: {
    staffNo: "工号",
    name: "姓名",
    phoneMasked: "手机号",
    idNoMasked: "身份证号",
    positionCode: "岗位",
    joinOn: "入职日期",
    leaveOn: "离职日期",
    contractType: "用工",
    wecomUserId: "企微账号",
    state: "状态",
    stateReason: "状态原因",
    freezeSources: "冻结来源",
    isReadOnly: "只读",
    certWaiver: "免认证说明",
  },
  words: { state: staffStates.states, contractType: staffContractTypes, freezeSources },
  unmask: unmaskStaff,
  wholes: { phone: { label: wholePhoneField.label, mask: wholePhoneField.mask, sealed: "phone" } },
});
export type StaffRow = RowOf<typeof staffs>;

/** 认证 of a person; what is done to it stands in the log of the person. */
export const staffCerts = table("partnerStaffCert", {
  entity: "认证",
  scope: { unscoped: "reached through the person alone" },
  partOf: { table: "partnerStaff", by: "staffId" },
  labels: { code: "认证", score: "成绩", gotOn: "取得日期", validTo: "有效期至" },
});
