// What is opened from the pages of roles, in one file of the build (lazy-dialogs.ts).

export { CopyRoleDialog } from "./CopyRoleDialog.tsx";
export { CreateRoleDialog } from "./CreateRoleDialog.tsx";
export { RoleMatrixDrawer } from "./matrix/RoleMatrixDrawer.tsx";
export { ImportRolesDialog } from "./transfer/ImportRolesDialog.tsx";
export { CompareRolesDialog } from "./version/CompareRolesDialog.tsx";
export { PreviewDialog } from "./version/PreviewDialog.tsx";
