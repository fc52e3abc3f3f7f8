// What is opened from the list and the page of a user, in one file of the build (lazy-dialogs.ts).
export { ViewAsDialog } from "../view-as/ViewAsDialog.tsx";
export { BatchDialog } from "./BatchDialog.tsx";
export { ChangePhoneDialog } from "./ChangePhoneDialog.tsx";
export { EditUserDialog } from "./EditUserDialog.tsx";
export { KickUserDialog } from "./KickUserDialog.tsx";
export { OffboardDialog } from "./OffboardDialog.tsx";
export { OffboardResult } from "./OffboardResult.tsx";
export { RehireDialog } from "./RehireDialog.tsx";
export { ResetPasswordDialog } from "./ResetPasswordDialog.tsx";
export { SetAdminDialog } from "./SetAdminDialog.tsx";
