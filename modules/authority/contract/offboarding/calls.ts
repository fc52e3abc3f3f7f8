import { callsOf, endpoint, idParams, reasonBody, ref, requiredText, version } from "@ops/platform/contract";
import { z } from "zod";
import { ActivePersonRef } from "../refs.ts";
import { Offboarding, OffboardingShape } from "./shape.ts";

const Counted = z.object({ kind: z.string(), label: z.string(), count: z.int() });

export const OffboardPreview = z.object({
  userId: z.string(),
  userName: z.string(),
  /** What ends when the person leaves: sessions, posts, roles, bindings … */
  ends: z.array(Counted),
  /** What the person still holds, per kind of work of all modules. */
  works: z.array(
    Counted.extend({
      /** How many of these must get a new owner, such as an organisation without another leader. */
      blocking: z.int(),
      /** How many the operator may not hand over. They stay open for somebody who may. */
      beyond: z.int(),
      /**
       * Why the operator cannot off-board the person at all: something that must be handed over is outside of the
       * operator's scope.
       */
      refusal: z.string().nullable(),
    }),
  ),
  version,
});
export type OffboardPreview = z.output<typeof OffboardPreview>;

const frame = {
  path: "/user/v1/users",
  answer: Offboarding,
  view: "authority:user:offboard",
  edit: "authority:user:offboard",
} as const;
const calls = callsOf(OffboardingShape, frame);

export const offboardPreview = calls.part("offboard-preview", "离职预览", { answer: OffboardPreview });

/** The service checks the person itself, because its refusal names the kind of work that the person cannot take over. */
const successor = ref(ActivePersonRef, "接手人", { checkedBy: "service" });

export const offboardUser = calls.on(
  "offboard",
  "办理离职",
  {
    /** Who takes over each kind of work; a kind that is null or not named stays where it is (暂不转移). */
    successors: z
      .array(z.strictObject({ kind: z.string().min(1).max(60), successorId: successor.nullable() }))
      .max(100)
      .meta({ label: "接手人" }),
    ...OffboardingShape.pick("reason"),
  },
  { risk: "HIGH" },
);

/** The latest off-boarding of the person: its progress while it runs, its results afterwards. */
export const getOffboarding = calls.part("offboarding", "离职结果", { answer: Offboarding.nullable() });

/** Hands over later what stayed with the person who left (暂不转移, 未完成). */
export const handOverLater = endpoint({
  method: "POST",
  path: `${frame.path}/{id}/offboarding/hand-over`,
  audit: "移交离职人员工作",
  permission: frame.edit,
  risk: "HIGH",
  params: idParams,
  body: z.object({
    kind: z.string().min(1).max(60).meta({ label: "移交事项" }),
    successorId: successor,
    reason: requiredText("移交说明", 200),
  }),
  answer: Offboarding,
});

/**
 * Reopens the account of a person who left. It gets a new initial password, which is shown once, but none of the former
 * posts and roles.
 */
export const rehireUser = endpoint({
  method: "POST",
  path: `${frame.path}/{id}/rehire`,
  audit: "办理复职",
  permission: "authority:user:create",
  secret: true,
  params: idParams,
  body: reasonBody,
  answer: z.object({ initialPassword: z.string() }),
});
