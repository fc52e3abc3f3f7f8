import { partsOf } from "@ops/platform/web";

const dialogs = partsOf(() => import("./dialogs.ts"));

export const CreateOrganizationDialog = dialogs.standing("CreateOrganizationDialog");
export const EditOrganizationDialog = dialogs.standing("EditOrganizationDialog");
export const OrgChangeDialog = dialogs.standing("OrgChangeDialog");
