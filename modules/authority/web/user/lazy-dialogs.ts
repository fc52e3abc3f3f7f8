import { partsOf } from "@ops/platform/web";

const dialogs = partsOf(() => import("./dialogs.ts"));

export const BatchDialog = dialogs.overlay("BatchDialog");
export const ChangePhoneDialog = dialogs.overlay("ChangePhoneDialog");
export const EditUserDialog = dialogs.overlay("EditUserDialog");
export const KickUserDialog = dialogs.overlay("KickUserDialog");
export const OffboardDialog = dialogs.overlay("OffboardDialog");
export const OffboardResult = dialogs.overlay("OffboardResult");
export const RehireDialog = dialogs.overlay("RehireDialog");
export const ResetPasswordDialog = dialogs.overlay("ResetPasswordDialog");
export const SetAdminDialog = dialogs.overlay("SetAdminDialog");
export const ViewAsDialog = dialogs.overlay("ViewAsDialog");
