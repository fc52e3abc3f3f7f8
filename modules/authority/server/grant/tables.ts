import { table } from "../database.ts";

export const roleGrants = table("roleGrant", {
  entity: "角色授予",
  scope: { unscoped: "reached through its membership; who may give and take is the guard of AU-R15" },
  partOf: { table: "membership", by: "membershipId" },
  labels: { status: "授权状态", validTo: "有效期至", reason: "授予原因" },
  words: { status: { ACTIVE: "有效", EXPIRED: "已过期", REVOKED: "已收回" } },
});
