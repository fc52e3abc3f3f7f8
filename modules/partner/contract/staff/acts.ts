import { endpoint, idParams, reason, reasonBody, recordId, version } from "@ops/platform/contract";
import { z } from "zod";
import { STAFF_PAGE } from "./fields.ts";
import { StaffCertShape, StaffDetail, StaffShape } from "./shape.ts";

const base = { method: "POST", page: STAFF_PAGE, params: idParams, answer: StaffDetail } as const;

/** With its certificates valid already, the account is opened at once. */
export const approveStaff = endpoint({
  ...base,
  path: "/partner/v1/staffs/{id}/approve",
  audit: "审核通过伙伴员工",
  permission: "partner:staff:approve",
  body: z.object({ version }),
});

export const rejectStaff = endpoint({
  ...base,
  path: "/partner/v1/staffs/{id}/reject",
  audit: "驳回伙伴员工",
  permission: "partner:staff:approve",
  body: reasonBody,
});

/** A certificate of the training; one of the same kind is renewed by it. */
export const saveStaffCert = endpoint({
  ...base,
  path: "/partner/v1/staffs/{id}/certs",
  audit: "登记认证",
  permission: "partner:staff:certify",
  body: z
    .object({
      ...StaffCertShape.pick("code", "score", "gotOn", "validTo"),
      version,
    })
    .refine(({ gotOn, validTo }) => gotOn <= validTo, { message: "有效期不能早于取得日期", path: ["validTo"] }),
});

/** HQ lets somebody work without the certificates of the position. */
export const waiveStaffCerts = endpoint({
  ...base,
  path: "/partner/v1/staffs/{id}/waive",
  audit: "豁免认证",
  permission: "partner:staff:waive",
  risk: "HIGH",
  body: reasonBody,
});

/** For whom no seat was left when the certificates were complete. */
export const openStaffAccount = endpoint({
  ...base,
  path: "/partner/v1/staffs/{id}/openAccount",
  audit: "开通伙伴员工账号",
  permission: "partner:staff:account",
  body: z.object({ version }),
});

export const resetStaffPassword = endpoint({
  ...base,
  path: "/partner/v1/staffs/{id}/resetPassword",
  audit: "重置伙伴员工密码",
  permission: "partner:staff:account",
  risk: "HIGH",
  body: reasonBody,
});

export const freezeStaffAccount = endpoint({
  ...base,
  path: "/partner/v1/staffs/{id}/freeze",
  audit: "冻结伙伴员工账号",
  permission: "partner:staff:freeze",
  body: reasonBody,
});

/** Sends the code to the phone of the person, without which 长期未登录 is not taken back (PT-R13). */
export const sendUnfreezeCode = endpoint({
  ...base,
  path: "/partner/v1/staffs/{id}/unfreezeCode",
  audit: "发送解冻验证码",
  permission: "partner:staff:freeze",
  body: z.object({ version }),
  answer: z.literal(true),
});

/** Takes back what was frozen by hand or for inactivity; the other sources go by themselves. */
export const unfreezeStaffAccount = endpoint({
  ...base,
  path: "/partner/v1/staffs/{id}/unfreeze",
  audit: "解冻伙伴员工账号",
  permission: "partner:staff:freeze",
  body: reasonBody.extend({
    source: z.enum(["MANUAL", "INACTIVE"], "请选择冻结来源！").meta({ label: "冻结来源" }),
    code: z
      .string()
      .regex(/^\d{6}$/, "请输入6位验证码")
      .optional()
      .meta({ label: "短信验证码" }),
  }),
});

/** 安全冻结 is the brand's: no administrator of a partner takes it back. */
export const lockStaffAccount = endpoint({
  ...base,
  path: "/partner/v1/staffs/{id}/securityFreeze",
  audit: "安全冻结伙伴员工账号",
  permission: "partner:staff:security",
  body: reasonBody,
});

export const unlockStaffAccount = endpoint({
  ...base,
  path: "/partner/v1/staffs/{id}/securityUnfreeze",
  audit: "解除安全冻结",
  permission: "partner:staff:security",
  body: reasonBody,
});

/** To another store of the same partner; what is in hand is handed over first. */
export const moveStaff = endpoint({
  ...base,
  path: "/partner/v1/staffs/{id}/move",
  audit: "调店",
  permission: "partner:staff:edit",
  body: z.object({ ...StaffShape.pick("storeId"), reason, version }),
});

export const rehireStaff = endpoint({
  ...base,
  path: "/partner/v1/staffs/{id}/rehire",
  audit: "伙伴员工复职",
  permission: "partner:staff:edit",
  body: z.object({ ...StaffShape.pick("storeId", "positionCode", "joinOn", "contractType", "roleIds"), version }),
});

const MOST = 200;
const many = z
  .array(z.strictObject({ id: recordId, version }), "请选择员工！")
  .min(1, "请选择员工！")
  .max(MOST, `单次最多操作${MOST}人`);
/** Each by itself: who is refused stays as he is, and the others are done. */
const BatchEnd = z.object({
  done: z.int(),
  refusals: z.array(z.object({ id: z.string(), name: z.string().nullable(), msg: z.string() })),
});
export type StaffBatchEnd = z.output<typeof BatchEnd>;

export const approveStaffs = endpoint({
  method: "POST",
  path: "/partner/v1/staffs/batchApprove",
  audit: "批量审核伙伴员工",
  permission: "partner:staff:approve",
  page: STAFF_PAGE,
  body: z.object({ staffs: many }),
  answer: BatchEnd,
});

export const freezeStaffs = endpoint({
  method: "POST",
  path: "/partner/v1/staffs/batchFreeze",
  audit: "批量冻结伙伴员工账号",
  permission: "partner:staff:freeze",
  page: STAFF_PAGE,
  body: z.object({ staffs: many, reason }),
  answer: BatchEnd,
});

/** Takes back what was frozen by hand. */
export const unfreezeStaffs = endpoint({
  method: "POST",
  path: "/partner/v1/staffs/batchUnfreeze",
  audit: "批量解冻伙伴员工账号",
  permission: "partner:staff:freeze",
  page: STAFF_PAGE,
  body: z.object({ staffs: many, reason }),
  answer: BatchEnd,
});
