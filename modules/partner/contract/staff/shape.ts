import {
  createdAt,
  day,
  mobilePhone,
  moment,
  oneOf,
  recordId,
  requiredText,
  sealed,
  shape,
} from "@ops/platform/contract";
import { z } from "zod";
import { certCode, contractType, freezeSource, idNumber, positionCode, STAFF_PAGE, wecomUserId } from "./fields.ts";
import { staffStates } from "./states.ts";

/** 账号: usable while the person is ACTIVE and no source freezes it. */
export const staffAccounts = {
  NONE: "未开通",
  USABLE: "可用",
  READ_ONLY: "只读",
  FROZEN: "冻结",
  CLOSED: "已关闭",
} as const;
/** 认证: of the certificates that the position requires. */
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
  staffNo: z.string().meta({ label: "工号" }),
  name: requiredText("姓名", 40),
  phone: sealed("phone", mobilePhone),
  idNo: sealed("idCard", idNumber),
  partnerId: recordId,
  storeId: recordId.nullable().meta({ label: "门店" }),
  positionCode,
  joinOn: day.meta({ label: "入职日期" }),
  leaveOn: day.nullable().meta({ label: "离职日期" }),
  contractType,
  roleIds: z.array(recordId, "请选择角色！").min(1, "请选择角色！").max(20).meta({ label: "角色" }),
  wecomUserId,
  state: staffStates.schema,
  stateReason: z.string().nullable().meta({ label: "状态原因" }),
  freezeSources: z.array(freezeSource).meta({ label: "冻结来源" }),
});

export const Staff = StaffShape.answer({
  phone: StaffShape.fields.phone.masked,
  idNo: StaffShape.fields.idNo.masked,
  partnerNo: z.string().meta({ label: "伙伴编号" }),
  partnerName: z.string().meta({ label: "伙伴" }),
  storeName: z.string().nullable().meta({ label: "门店" }),
  account,
  certStanding,
  /** When the first of the required certificates ends. */
  certEndsOn: day.nullable().meta({ label: "认证有效期" }),
  roleNames: z.array(z.string()).meta({ label: "角色" }),
  lastLoginAt: moment.nullable().meta({ label: "最近登录" }),
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
  /** The position cannot be held without it. */
  isRequired: z.boolean(),
}).omit({ id: true, version: true });

export const StaffDetail = Staff.extend({
  certs: z.array(StaffCert).meta({ label: "认证" }),
  /** Required certificates that are not there or no longer valid. */
  missingCerts: z.array(certCode),
  certWaiver: z.string().nullable().meta({ label: "免认证说明" }),
  /** What the account reaches, in plain words. */
  reach: z.array(z.string()).meta({ label: "可见范围" }),
  activatedAt: moment.nullable().meta({ label: "账号开通时间" }),
  submittedByName: z.string().meta({ label: "提交人" }),
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
