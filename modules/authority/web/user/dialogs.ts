// The dialogs of the list and the page of users, which share one file of the build (lazy-dialogs.ts).
export { ViewAsDialog } from "../view-as/ViewAsDialog.tsx";
export { BatchDialog } from "./batch/BatchDialog.tsx";
export { ChangePhoneDialog } from "./ChangePhoneDialog.tsx";
export { EditUserDialog } from "./EditUserDialog.tsx";
export { OffboardDialog } from "./offboarding/OffboardDialog.tsx";
export { OffboardResult } from "./offboarding/OffboardResult.tsx";
export { RehireDialog } from "./offboarding/RehireDialog.tsx";
export { ResetPasswordDialog } from "./ResetPasswordDialog.tsx";
export { SetAdminDialog } from "./SetAdminDialog.tsx";
export { KickUserDialog } from "./sessions/KickUserDialog.tsx";
