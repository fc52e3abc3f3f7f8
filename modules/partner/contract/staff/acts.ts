import { actsOf, callsOf, endpoint, reason, recordId, version, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { STAFF_PAGE } from "./fields.ts";
import { Staff, StaffCertShape, StaffShape, staffFrame } from "./shape.ts";
import { staffStates } from "./states.ts";

const APPROVE = "partner:staff:approve";
const ACCOUNT = "partner:staff:account";
const FREEZE = "partner:staff:freeze";
const SECURITY = "partner:staff:security";

export const staffActs = actsOf(
  staffStates,
  { ...staffFrame, row: Staff, number: "name" },
  {
    /** If all required certificates are valid already, the account is opened at once. */
    approve: {
      permission: APPROVE,
      audit: "审核通过伙伴员工",
      confirm: ({ name }) => `确定通过「${name}」的录入申请？`,
      done: "审核通过！",
    },
    reject: {
      permission: APPROVE,
      audit: "驳回伙伴员工",
      reason: true,
      danger: true,
      title: "驳回",
      done: "已驳回！",
    },
    /** Opens the account of somebody for whom no seat was left when the certificates became complete. */
    openAccount: {
      move: "certify",
      permission: ACCOUNT,
      audit: "开通伙伴员工账号",
      button: "开通",
      confirm: ({ name }) => `确定为「${name}」开通账号？`,
      done: "账号已开通，初始密码将以短信发送！",
    },
    resetPassword: {
      move: "freeze",
      permission: ACCOUNT,
      audit: "重置伙伴员工密码",
      risk: "HIGH",
      reason: true,
      button: "重置密码",
      title: "重置密码",
      okText: "重置",
      consequence: () => "原密码立即失效，新的初始密码将以短信发送到本人手机。",
      done: "已重置，密码将以短信发送！",
    },
    freeze: {
      permission: FREEZE,
      audit: "冻结伙伴员工账号",
      reason: true,
      danger: true,
      title: "冻结账号",
      consequence: () => "冻结后立即退出登录，直到解冻前不能使用账号。",
      done: "已冻结！",
      when: ({ freezeSources }) => !freezeSources.includes("MANUAL"),
    },
    /** Only the brand may set and lift 安全冻结; no administrator of a partner can. */
    securityFreeze: {
      move: "freeze",
      permission: SECURITY,
      audit: "安全冻结伙伴员工账号",
      reason: true,
      danger: true,
      button: "安全冻结",
      title: "安全冻结",
      okText: "冻结",
      consequence: () => "安全冻结只能由品牌方解除，伙伴管理员不能解冻。",
      done: "已冻结！",
      when: ({ freezeSources }) => !freezeSources.includes("SECURITY"),
    },
    securityUnfreeze: {
      move: "freeze",
      permission: SECURITY,
      audit: "解除安全冻结",
      reason: true,
      button: "安全解冻",
      title: "解除安全冻结",
      okText: "确定",
      done: "已解除！",
      when: ({ freezeSources }) => freezeSources.includes("SECURITY"),
    },
    /** Moves the person to another store of the same partner, after the open work was handed over. */
    move: { permission: staffFrame.edit, audit: "调店", reason: true, body: StaffShape.pick("storeId") },
    rehire: {
      permission: staffFrame.edit,
      audit: "伙伴员工复职",
      body: StaffShape.pick("storeId", "positionCode", "joinOn", "contractType", "roleIds"),
    },
  },
);
export const {
  approve: approveStaff,
  reject: rejectStaff,
  openAccount: openStaffAccount,
  resetPassword: resetStaffPassword,
  freeze: freezeStaffAccount,
  securityFreeze: lockStaffAccount,
  securityUnfreeze: unlockStaffAccount,
  move: moveStaff,
  rehire: rehireStaff,
} = staffActs.endpoints;

const calls = callsOf(StaffShape, staffFrame);

/** Records a training certificate. It renews an earlier one of the same kind. */
const saved = calls.on("certs", "登记认证", StaffCertShape.pick("code", "score", "gotOn", "validTo"), {
  permission: "partner:staff:certify",
});
export const saveStaffCert = endpoint({
  ...saved,
  body: saved.body.refine(({ gotOn, validTo }) => gotOn <= validTo, {
    message: "有效期不能早于取得日期",
    path: ["validTo"],
  }),
});

/** Headquarters allows somebody to work without the certificates that the position requires. */
export const waiveStaffCerts = calls.on(
  "waive",
  "豁免认证",
  { reason },
  {
    permission: "partner:staff:waive",
    risk: "HIGH",
  },
);

/** Sends a code to the phone of the person. Without it nobody can lift a freeze for 长期未登录 (PT-R13). */
export const sendUnfreezeCode = endpoint({
  ...calls.on("unfreeze-code", "发送解冻验证码", {}, { permission: FREEZE }),
  answer: z.literal(true),
});

/** Lifts a freeze that was set by hand or for inactivity; those of other sources end by themselves. */
export const unfreezeStaffAccount = calls.on(
  "unfreeze",
  "解冻伙伴员工账号",
  {
    reason,
    source: z.enum(["MANUAL", "INACTIVE"], "请选择冻结来源！").meta({ label: "冻结来源" }),
    code: z
      .string()
      .regex(/^\d{6}$/, "请输入6位验证码")
      .optional()
      .meta({ label: "短信验证码" }),
  },
  { permission: FREEZE },
);

const MOST = 200;
const staffs = z
  .array(z.strictObject({ id: recordId, version }), "请选择员工！")
  .min(1, "请选择员工！")
  .max(MOST, `单次最多操作${MOST}人`)
  .meta({ label: "员工" });
/** Each person is handled separately: a refusal leaves that person unchanged and does not stop the others. */
export const StaffBatchEnd = z.object({
  done: z.int(),
  refusals: z.array(
    z.object({
      id: z.string(),
      name: withMeta(z.string().nullable(), { label: "姓名" }),
      msg: withMeta(z.string(), { label: "原因" }),
    }),
  ),
});
export type StaffBatchEnd = z.output<typeof StaffBatchEnd>;
const batch = { method: "POST", page: STAFF_PAGE, answer: StaffBatchEnd } as const;

export const approveStaffs = endpoint({
  ...batch,
  path: "/partner/v1/staffs/batch-approve",
  audit: "批量审核伙伴员工",
  permission: APPROVE,
  body: z.object({ staffs }),
});

export const freezeStaffs = endpoint({
  ...batch,
  path: "/partner/v1/staffs/batch-freeze",
  audit: "批量冻结伙伴员工账号",
  permission: FREEZE,
  body: z.object({ staffs, reason }),
});

/** Lifts freezes that were set by hand. */
export const unfreezeStaffs = endpoint({
  ...batch,
  path: "/partner/v1/staffs/batch-unfreeze",
  audit: "批量解冻伙伴员工账号",
  permission: FREEZE,
  body: z.object({ staffs, reason }),
});
