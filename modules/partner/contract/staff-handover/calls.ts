import { endpoint, idParams, moment, oneOf, reason, recordId, shape, version, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { STAFF_PAGE } from "../staff/fields.ts";
import { StaffDetail, StaffShape } from "../staff/shape.ts";

export const handoverPurposes = { LEAVE: "离职", MOVE: "调店", HANDOVER: "交接" } as const;
const handoverStates = { RUNNING: "交接中", DONE: "已完成", PARTLY: "部分完成" } as const;
export const handoverStepStates = { WAITING: "待处理", DONE: "已完成", FAILED: "未完成" } as const;

export const HandoverShape = shape("partnerStaffHandover", "交接单", {
  purpose: oneOf(handoverPurposes),
  reason: z.string(),
  state: oneOf(handoverStates).meta({ label: "交接状态" }),
});

export const StaffHandover = HandoverShape.answer({
  createdByName: z.string(),
  createdAt: moment,
  finishedAt: moment.nullable(),
  steps: z.array(
    z.object({
      kind: z.string(),
      label: withMeta(z.string(), { label: "事项" }),
      toName: withMeta(z.string(), { label: "接手人" }),
      status: oneOf(handoverStepStates).meta({ label: "结果" }),
      count: withMeta(z.int(), { label: "数量" }),
      message: z.string().nullable(),
    }),
  ),
}).omit({ version: true });
export type StaffHandover = z.output<typeof StaffHandover>;

export const StaffWork = z.object({
  /** The work that the person holds in all modules. Kinds of which the person holds nothing are left out. */
  open: z.array(z.object({ kind: z.string(), label: z.string(), count: z.int() })),
  /**
   * The people who can take it over: those of the same partner with a usable account. The manager comes first, then
   * others of the same store.
   */
  receivers: z.array(z.object({ id: z.string(), name: z.string(), staffNo: z.string(), note: z.string() })),
  /** The hand-overs of the person, the latest first. */
  handovers: z.array(StaffHandover),
});
export type StaffWork = z.output<typeof StaffWork>;

export const getStaffWork = endpoint({
  method: "GET",
  path: "/partner/v1/staffs/{id}/handover",
  title: "伙伴员工名下未结",
  permission: "partner:staff:leave",
  page: STAFF_PAGE,
  params: idParams,
  answer: StaffWork,
});

const receivers = z
  .array(z.strictObject({ kind: z.string().min(1).max(60), toStaffId: recordId }))
  .max(100)
  .refine((list) => new Set(list.map(({ kind }) => kind)).size === list.length, "交接事项不能重复")
  .meta({ label: "接手人" });

export const handOverStaff = endpoint({
  method: "POST",
  path: "/partner/v1/staffs/{id}/handover",
  audit: "交接伙伴员工工作",
  permission: "partner:staff:leave",
  page: STAFF_PAGE,
  params: idParams,
  body: z.object({ receivers: receivers.min(1, "请选择接手人！"), reason, version }),
  answer: StaffHandover,
});

/**
 * Ends the employment and hands over the open work. In an emergency the account is frozen at once and the hand-over
 * follows.
 */
export const leaveStaff = endpoint({
  method: "POST",
  path: "/partner/v1/staffs/{id}/leave",
  audit: "办理伙伴员工离职",
  permission: "partner:staff:leave",
  risk: "HIGH",
  page: STAFF_PAGE,
  params: idParams,
  body: z.object({
    ...StaffShape.required("leaveOn"),
    receivers,
    isEmergency: withMeta(z.boolean(), { label: "紧急离职" }),
    reason,
    version,
  }),
  answer: StaffDetail,
});
