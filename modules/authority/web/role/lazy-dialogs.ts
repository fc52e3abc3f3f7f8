import { partsOf } from "@ops/platform/web";

const dialogs = partsOf(() => import("./dialogs.ts"));

export const CompareRolesDialog = dialogs.overlay("CompareRolesDialog");
export const CopyRoleDialog = dialogs.overlay("CopyRoleDialog");
export const CreateRoleDialog = dialogs.overlay("CreateRoleDialog");
export const ImportRolesDialog = dialogs.overlay("ImportRolesDialog");
export const PreviewDialog = dialogs.overlay("PreviewDialog");
export const RoleMatrixDrawer = dialogs.overlay("RoleMatrixDrawer");
