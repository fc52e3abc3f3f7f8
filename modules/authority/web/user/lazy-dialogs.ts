import { partsOf } from "@ops/platform/web";

const dialogs = partsOf(() => import("./dialogs.ts"));

export const BatchDialog = dialogs.standing("BatchDialog");
export const ChangePhoneDialog = dialogs.standing("ChangePhoneDialog");
export const EditUserDialog = dialogs.standing("EditUserDialog");
export const KickUserDialog = dialogs.standing("KickUserDialog");
export const OffboardDialog = dialogs.standing("OffboardDialog");
export const OffboardResult = dialogs.standing("OffboardResult");
export const RehireDialog = dialogs.standing("RehireDialog");
export const ResetPasswordDialog = dialogs.standing("ResetPasswordDialog");
export const SetAdminDialog = dialogs.standing("SetAdminDialog");
export const ViewAsDialog = dialogs.standing("ViewAsDialog");
