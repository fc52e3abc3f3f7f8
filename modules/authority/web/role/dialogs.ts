// The dialogs of the role pages, which share one file of the build (lazy-dialogs.ts).

export { CopyRoleDialog } from "./CopyRoleDialog.tsx";
export { CreateRoleDialog } from "./CreateRoleDialog.tsx";
export { RoleMatrixDrawer } from "./matrix/RoleMatrixDrawer.tsx";
export { ImportRolesDialog } from "./transfer/ImportRolesDialog.tsx";
export { CompareRolesDialog } from "./version/CompareRolesDialog.tsx";
export { PreviewDialog } from "./version/PreviewDialog.tsx";
