import {
  createdAt,
  day,
  idNumber,
  mobilePhone,
  moment,
  oneOf,
  recordId,
  requiredText,
  sealed,
  shape,
  unmaskableOf,
  withMeta,
} from "@ops/platform/contract";
import { z } from "zod";
import { certCode, contractType, freezeSource, positionCode, STAFF_PAGE, wecomUserId } from "./fields.ts";
import { staffStates } from "./states.ts";

/** 账号: usable while the person is ACTIVE and no source freezes it. */
export const staffAccounts = {
  NONE: "未开通",
  USABLE: "可用",
  READ_ONLY: "只读",
  FROZEN: "冻结",
  CLOSED: "已关闭",
} as const;
/** 认证: how the certificates stand that the position requires. */
export const certStandings = {
  VALID: "有效",
  ENDING: "30天内到期",
  EXPIRED: "已过期",
  MISSING: "未取得",
  WAIVED: "已豁免",
} as const;
const account = oneOf(staffAccounts).meta({ label: "账号状态" });
const certStanding = oneOf(certStandings).meta({ label: "认证状态" });

export const StaffShape = shape("partnerStaff", "伙伴员工", {
  staffNo: withMeta(z.string(), { label: "工号" }),
  name: requiredText("姓名", 40),
  phone: sealed("phone", mobilePhone),
  idNo: sealed("idCard", idNumber),
  partnerId: recordId,
  storeId: withMeta(recordId.nullable(), { label: "门店" }),
  positionCode,
  joinOn: day.meta({ label: "入职日期" }),
  leaveOn: withMeta(day.nullable(), { label: "离职日期" }),
  contractType,
  roleIds: z.array(recordId, "请选择角色！").min(1, "请选择角色！").max(20).meta({ label: "角色" }),
  wecomUserId,
  state: staffStates.schema,
  stateReason: withMeta(z.string().nullable(), { label: "状态原因" }),
  freezeSources: z.array(freezeSource).meta({ label: "冻结来源" }),
});

/** The fields of a person that holders of the code may see unmasked, one look at a time (PF-R104). */
export const unmaskStaff = unmaskableOf(StaffShape, "partner:staff:unmask");

export const Staff = StaffShape.answer({
  partnerNo: withMeta(z.string(), { label: "伙伴编号" }),
  partnerName: withMeta(z.string(), { label: "伙伴" }),
  storeName: withMeta(z.string().nullable(), { label: "门店" }),
  account,
  certStanding,
  /** When the first of the required certificates ends. */
  certEndsOn: withMeta(day.nullable(), { label: "认证有效期" }),
  roleNames: z.array(z.string()).meta({ label: "角色" }),
  lastLoginAt: withMeta(moment.nullable(), { label: "最近登录" }),
  createdAt,
});
export type Staff = z.output<typeof Staff>;

export const StaffCertShape = shape("partnerStaffCert", "认证", {
  code: certCode,
  score: z.int("成绩格式不正确").min(0, "成绩为0至100").max(100, "成绩为0至100").nullable().meta({ label: "成绩" }),
  gotOn: day.meta({ label: "取得日期" }),
  validTo: day.meta({ label: "有效期至" }),
});

const StaffCert = StaffCertShape.answer({
  isExpired: z.boolean(),
  /** The position requires this certificate. */
  isRequired: withMeta(z.boolean(), { label: "岗位要求" }),
}).omit({ id: true, version: true });

export const StaffDetail = Staff.extend({
  certs: z.array(StaffCert).meta({ label: "认证" }),
  /** Required certificates that are missing or no longer valid. */
  missingCerts: z.array(certCode),
  certWaiver: withMeta(z.string().nullable(), { label: "免认证说明" }),
  /** Describes what the account can see, in plain words. */
  reach: z.array(z.string()).meta({ label: "可见范围" }),
  activatedAt: withMeta(moment.nullable(), { label: "账号开通时间" }),
  submittedByName: withMeta(z.string(), { label: "提交人" }),
});
export type StaffDetail = z.output<typeof StaffDetail>;

/** What all calls of people have in common. */
export const staffFrame = {
  path: "/partner/v1/staffs",
  page: STAFF_PAGE,
  answer: StaffDetail,
  view: "partner:staff:view",
  edit: "partner:staff:edit",
} as const;
