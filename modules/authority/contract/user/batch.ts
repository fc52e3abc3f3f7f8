import { batchCalls, businessErrors, day, recordId, ref, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { PositionRef } from "../refs.ts";

const people = { page: "/AuthorityManagement/UserManagement", unit: "人", mostRows: 2000 } as const;

const roleIds = z.array(recordId, "请选择角色！").min(1, "请选择角色！").max(50).meta({ label: "角色" });

export const batchDisable = batchCalls({
  ...people,
  key: "authority.userDisable",
  name: "批量停用账号",
  path: "/user/v1/users/batch/disable",
  permission: "authority:user:disable",
  values: {},
});

export const batchEnable = batchCalls({
  ...people,
  key: "authority.userEnable",
  name: "批量启用账号",
  path: "/user/v1/users/batch/enable",
  permission: "authority:user:disable",
  values: {},
});

/** Grants the roles in the primary post of each person. */
export const batchGrant = batchCalls({
  ...people,
  key: "authority.userGrant",
  name: "批量授予角色",
  path: "/user/v1/users/batch/grant",
  permission: "authority:grant:edit",
  values: { roleIds, validTo: withMeta(day.nullable(), { label: "有效期至" }) },
});

/** Revokes the roles in every post in which a person holds them. */
export const batchRevoke = batchCalls({
  ...people,
  key: "authority.userRevoke",
  name: "批量收回角色",
  path: "/user/v1/users/batch/revoke",
  permission: "authority:grant:edit",
  values: { roleIds },
});

/** Ends the primary post of each person and begins one at the target, with the same position unless another is chosen. */
export const batchMove = batchCalls({
  ...people,
  key: "authority.userMove",
  name: "批量调整组织",
  path: "/user/v1/users/batch/move",
  permission: "authority:user:edit",
  values: {
    organizationId: z.uuid("请选择组织！").meta({ label: "目标组织" }),
    positionId: ref(PositionRef, "职位", { checkedBy: "service" }).nullable(),
  },
});

export const batchErrors = businessErrors("BATCH", {
  noPost: "该用户没有在任的主任职",
  roleNotHeld: "该用户未被授予所选角色",
});
