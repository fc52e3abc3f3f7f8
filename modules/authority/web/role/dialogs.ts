// What is opened from the pages of roles, in one file of the build (lazy-dialogs.ts).
export { CompareRolesDialog } from "./CompareRolesDialog.tsx";
export { CopyRoleDialog } from "./CopyRoleDialog.tsx";
export { CreateRoleDialog } from "./CreateRoleDialog.tsx";
export { ImportRolesDialog } from "./ImportRolesDialog.tsx";
export { PreviewDialog } from "./PreviewDialog.tsx";
export { RoleMatrixDrawer } from "./RoleMatrixDrawer.tsx";
