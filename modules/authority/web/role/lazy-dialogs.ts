import { partsOf } from "@ops/platform/web";

const dialogs = partsOf(() => import("./dialogs.ts"));

export const CompareRolesDialog = dialogs.standing("CompareRolesDialog");
export const CopyRoleDialog = dialogs.standing("CopyRoleDialog");
export const CreateRoleDialog = dialogs.standing("CreateRoleDialog");
export const ImportRolesDialog = dialogs.standing("ImportRolesDialog");
export const PreviewDialog = dialogs.standing("PreviewDialog");
export const RoleMatrixDrawer = dialogs.standing("RoleMatrixDrawer");
