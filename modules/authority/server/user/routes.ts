import { inSteps, type Route, reads, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import type { AuthorityContext } from "../settings.ts";
import { createUser } from "./create-user.ts";
import { listIdleUsers, listUsers } from "./list-users.ts";
import { rehireUser } from "./rehire.ts";
import { resetPassword } from "./reset-password.ts";
import { changePhone, deleteUser, disableUser, editUser, enableUser, getUser, unlockUser } from "./service.ts";
import { setAdmin } from "./set-admin.ts";

export const userRoutes = (context: AuthorityContext): Route[] => [
  reads(contract.listUsers, (tx, { query }) => listUsers(tx, query)),
  reads(contract.listIdleUsers, (tx, { query }) => listIdleUsers(tx, query)),
  reads(contract.getUser, (tx, { params }) => getUser(tx, params.id)),
  inSteps(contract.createUser, (steps, { body }) => createUser(context, steps, body)),
  writes(contract.editUser, (tx, { params, body }) => editUser(tx, params.id, body)),
  writes(contract.disableUser, (tx, { params, body }) => disableUser(tx, params.id, body)),
  writes(contract.enableUser, (tx, { params, body }) => enableUser(tx, params.id, body)),
  writes(contract.changePhone, (tx, { params, body }) => changePhone(tx, params.id, body)),
  writes(contract.unlockUser, (tx, { params, body }) => unlockUser(tx, params.id, body)),
  inSteps(contract.resetPassword, (steps, { params, body }) => resetPassword(context, steps, params.id, body)),
  inSteps(contract.rehireUser, (steps, { params, body }) => rehireUser(context, steps, params.id, body)),
  writes(contract.setAdmin, (tx, { params, body }) => setAdmin(tx, params.id, body)),
  writes(contract.deleteUser, (tx, { params, query }) => deleteUser(tx, params.id, query.version)),
];
