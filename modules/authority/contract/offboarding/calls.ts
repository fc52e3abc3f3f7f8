import {
  businessErrors,
  endpoint,
  idParams,
  moment,
  reasonBody,
  recordId,
  requiredText,
  version,
} from "@ops/platform/contract";
import { z } from "zod";

const Counted = z.object({ kind: z.string(), label: z.string(), count: z.int() });

export const OffboardPreview = z.object({
  userId: z.string(),
  userName: z.string(),
  /** What ends with the person: sessions, posts, roles, bindings … */
  ends: z.array(Counted),
  /** What the person still holds, per kind of work of all modules. */
  works: z.array(
    Counted.extend({
      /** How many of these must go to somebody: an organisation that nobody else leads. */
      blocking: z.int(),
      /** How many the operator may not hand over: they stay open for somebody who may. */
      beyond: z.int(),
      /** Why the operator cannot let the person go at all: what must change hands lies beyond the own scope. */
      refusal: z.string().nullable(),
    }),
  ),
  version,
});
export type OffboardPreview = z.output<typeof OffboardPreview>;

export const offboardPreview = endpoint({
  method: "GET",
  path: "/user/v1/users/{id}/offboardPreview",
  title: "离职预览",
  permission: "authority:user:offboard",
  params: idParams,
  answer: OffboardPreview,
});

export const offboardStepStates = {
  WAITING: "待处理",
  DONE: "已完成",
  KEPT: "暂不转移",
  FAILED: "未完成",
} as const;

export const Offboarding = z.object({
  id: z.string(),
  userId: z.string(),
  userName: z.string(),
  reason: z.string(),
  status: z.enum(["RUNNING", "DONE"]),
  createdByName: z.string(),
  createdAt: moment,
  finishedAt: moment.nullable(),
  steps: z.array(
    z.object({
      kind: z.string(),
      label: z.string(),
      successorName: z.string().nullable(),
      status: z.enum(["WAITING", "DONE", "KEPT", "FAILED"]),
      count: z.int(),
      /** Why it could not be done. */
      message: z.string().nullable(),
      /** What the leaver still holds of it and the reader may hand over now. */
      open: z.int(),
    }),
  ),
});
export type Offboarding = z.output<typeof Offboarding>;

export const offboardUser = endpoint({
  method: "POST",
  path: "/user/v1/users/{id}/offboard",
  audit: "办理离职",
  permission: "authority:user:offboard",
  risk: "HIGH",
  params: idParams,
  body: z.object({
    /** Who takes over each kind of work; a kind that is null or not named stays where it is (暂不转移). */
    successors: z
      .array(z.strictObject({ kind: z.string().min(1).max(60), successorId: recordId.nullable() }))
      .max(100)
      .meta({ label: "接手人" }),
    reason: requiredText("离职说明", 200),
    version,
  }),
  answer: Offboarding,
});

/** The latest one: progress while it runs, the result list afterwards. */
export const getOffboarding = endpoint({
  method: "GET",
  path: "/user/v1/users/{id}/offboarding",
  title: "离职结果",
  permission: "authority:user:offboard",
  params: idParams,
  answer: Offboarding.nullable(),
});

/** What stayed with the leaver (暂不转移, 未完成) goes to somebody after all. */
export const handOverLater = endpoint({
  method: "POST",
  path: "/user/v1/users/{id}/offboarding/handOver",
  audit: "移交离职人员工作",
  permission: "authority:user:offboard",
  risk: "HIGH",
  params: idParams,
  body: z.object({
    kind: z.string().min(1).max(60).meta({ label: "移交事项" }),
    successorId: z.uuid("请选择接手人！").meta({ label: "接手人" }),
    reason: requiredText("移交说明", 200),
  }),
  answer: Offboarding,
});

/** Somebody who left comes back: a new initial password, shown once, and none of the former posts and roles. */
export const rehireUser = endpoint({
  method: "POST",
  path: "/user/v1/users/{id}/rehire",
  audit: "办理复职",
  permission: "authority:user:create",
  secret: true,
  params: idParams,
  body: reasonBody,
  answer: z.object({ initialPassword: z.string() }),
});

export const offboardingErrors = businessErrors("", {
  leaderRequired: "请先指定新的负责人",
  offboardSuccessor: "接手人须为正常状态的在职用户：{label}",
  offboardUnfit: "{name}未在{organizations}或其上级组织任职，不能接任负责人",
  offboardSuccessorSelf: "接手人不能是离职人员本人",
  offboardBeyond: "{label}有{count}项不在您的管理范围，请由有权限的管理员移交",
  offboardOrderer: "办理人已无移交权限，请由有权限的管理员移交",
  offboardNone: "没有离职办理记录",
  offboardReturned: "该人员已复职，无需移交",
  offboardKind: "移交事项已变化，请重新打开离职页面",
  offboardRunning: "离职正在处理中，请稍后再试",
});
