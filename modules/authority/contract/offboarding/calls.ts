import { endpoint, idParams, reasonBody, recordId, requiredText, version } from "@ops/platform/contract";
import { z } from "zod";
import { Offboarding, OffboardingShape } from "./shape.ts";

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
    ...OffboardingShape.pick("reason"),
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
