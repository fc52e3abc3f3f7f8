import { refTo } from "@ops/platform/server";
import { EnabledRoleRef, listRoles, RoleRef } from "../../contract/index.ts";
import { visibleRoles } from "../rights/reader/visible-roles.ts";
import { roles } from "./tables.ts";

const look = { name: "name", reach: visibleRoles, orderBy: ["updatedAt", "desc"], listedBy: listRoles } as const;

/** Lets pickers find a role by name or code, among those that the caller sees. */
export const roleRefs = [
  refTo(RoleRef, roles, look),
  refTo(EnabledRoleRef, roles, { ...look, open: { column: "status", values: ["ENABLED"] } }),
];
