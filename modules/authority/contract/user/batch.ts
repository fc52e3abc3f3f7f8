import { type Access, businessErrors, day, endpoint, reason, recordId } from "@ops/platform/contract";
import { z } from "zod";

const MOST = 2000;

const ids = z
  .array(recordId, "请选择用户！")
  .min(1, "请选择用户！")
  .max(MOST, `单次最多操作${MOST}人`)
  .refine((list) => new Set(list).size === list.length, "用户不能重复");
const roleIds = z.array(recordId, "请选择角色！").min(1, "请选择角色！").max(50).meta({ label: "角色" });

/** Who was or would be refused, and why. Whoever the operator does not see has no name. */
const BatchOutcome = z.object({
  /** How many people it was or would be done to. */
  done: z.int(),
  refusals: z.array(
    z.object({ userId: z.string(), userName: z.string().nullable(), msgCode: z.string(), msg: z.string() }),
  ),
});
export type BatchOutcome = z.output<typeof BatchOutcome>;

/** One action on many people: what would be refused is asked first, by the rules of the action itself. */
function batch<const P extends Access, const S extends z.ZodRawShape>(
  action: string,
  { audit, permission, shape }: { audit: string; permission: P; shape: S },
) {
  const body = z.object({ ids, ...shape });
  return {
    preview: endpoint({
      method: "POST",
      path: `/user/v1/users/batch/${action}/preview`,
      audit: `${audit}预检`,
      permission,
      page: "/AuthorityManagement/UserManagement",
      body,
      answer: BatchOutcome,
    }),
    run: endpoint({
      method: "POST",
      path: `/user/v1/users/batch/${action}`,
      audit,
      permission,
      page: "/AuthorityManagement/UserManagement",
      body: body.extend({ reason }),
      answer: BatchOutcome,
    }),
  };
}

export const batchDisable = batch("disable", {
  audit: "批量停用账号",
  permission: "authority:user:disable",
  shape: {},
});

export const batchEnable = batch("enable", { audit: "批量启用账号", permission: "authority:user:disable", shape: {} });

/** In the main post of each. */
export const batchGrant = batch("grant", {
  audit: "批量授予角色",
  permission: "authority:grant:edit",
  shape: { roleIds, validTo: day.nullable().meta({ label: "有效期至" }) },
});

/** In every post of each that holds them. */
export const batchRevoke = batch("revoke", {
  audit: "批量收回角色",
  permission: "authority:grant:edit",
  shape: { roleIds },
});

/** The main post of each ends, and one at the target begins; the position stays unless another is chosen. */
export const batchMove = batch("move", {
  audit: "批量调整组织",
  permission: "authority:user:edit",
  shape: {
    organizationId: z.uuid("请选择组织！").meta({ label: "目标组织" }),
    positionId: z.uuid("请选择职位！").nullable().meta({ label: "职位" }),
  },
});

export const batchErrors = businessErrors("BATCH", {
  noPost: "该用户没有在任的主任职",
  roleNotHeld: "该用户未被授予所选角色",
});
