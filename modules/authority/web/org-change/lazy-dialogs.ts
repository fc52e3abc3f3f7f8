import { partsOf } from "@ops/platform/web";

const dialogs = partsOf(() => import("./dialogs.ts"));

export const CreateOrganizationDialog = dialogs.overlay("CreateOrganizationDialog");
export const EditOrganizationDialog = dialogs.overlay("EditOrganizationDialog");
export const OrgChangeDialog = dialogs.overlay("OrgChangeDialog");
export const PositionDrawer = partsOf(() => import("../position/PositionDrawer.tsx")).overlay("PositionDrawer");
