import { type Route, reads, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import type { AuthorityContext } from "../settings.ts";
import { getRoleMatrix } from "./matrix.ts";
import { listRoleMembers } from "./members.ts";
import { listPermissions } from "./permissions.ts";
import { previewRole } from "./preview.ts";
import { PreviewTokens } from "./preview-token.ts";
import { rollbackRole } from "./rollback.ts";
import { editRole } from "./save.ts";
import { countScope } from "./scope-count.ts";
import { compareRoles, copyRole, createRole, getRole, listRoles } from "./service.ts";
import { deleteRole, switchRole } from "./switch.ts";
import { checkRoleImport, exportRoles } from "./transfer.ts";
import { getRoleUsage } from "./usage.ts";
import { listRoleVersions } from "./versions.ts";

export function roleRoutes({ settings }: AuthorityContext): Route[] {
  const tokens = new PreviewTokens(settings.deviceCookieKey);
  return [
    reads(contract.listPermissions, (tx) => listPermissions(tx)),
    reads(contract.listRoles, (tx, { query }) => listRoles(tx, query)),
    reads(contract.countScope, (tx, { query }) => countScope(tx, query)),
    reads(contract.compareRoles, (tx, { query }) => compareRoles(tx, query)),
    reads(contract.getRoleMatrix, (tx) => getRoleMatrix(tx)),
    reads(contract.getRole, (tx, { params }) => getRole(tx, params.id)),
    reads(contract.listRoleMembers, (tx, { params, query }) => listRoleMembers(tx, params.id, query)),
    reads(contract.listRoleVersions, (tx, { params, query }) => listRoleVersions(tx, params.id, query)),
    reads(contract.getRoleUsage, (tx, { params }) => getRoleUsage(tx, params.id)),
    writes(contract.exportRoles, (tx, { body }) => exportRoles(tx, body)),
    writes(contract.checkRoleImport, (tx, { body }) => checkRoleImport(tx, body)),
    writes(contract.createRole, (tx, { body }) => createRole(tx, body)),
    writes(contract.copyRole, (tx, { params, body }) => copyRole(tx, params.id, body)),
    writes(contract.previewRole, (tx, { params, body }) => previewRole(tx, tokens, params.id, body)),
    writes(contract.editRole, (tx, { params, body }) => editRole(tx, tokens, params.id, body)),
    writes(contract.rollbackRole, (tx, { params, body }) => rollbackRole(tx, tokens, params.id, body)),
    writes(contract.disableRole, (tx, { params, body }) => switchRole(tx, params.id, "disable", body)),
    writes(contract.enableRole, (tx, { params, body }) => switchRole(tx, params.id, "enable", body)),
    writes(contract.deleteRole, (tx, { params, query }) => deleteRole(tx, params.id, query.version)),
  ];
}
