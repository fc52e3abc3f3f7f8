import { getRole, getUser, listMemberships, listRoleMembers, listRoles, listUsers } from "@ops/authority/contract";

/** What shows a grant that was given or taken. */
export const grantsStale = [listMemberships, getUser, listUsers, listRoleMembers, getRole, listRoles];
