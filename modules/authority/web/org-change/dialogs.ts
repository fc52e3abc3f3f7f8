// The dialogs of the organisation pages, which share one file of the build (lazy-dialogs.ts).
export { CreateOrganizationDialog } from "../organization/CreateOrganizationDialog.tsx";
export { EditOrganizationDialog } from "../organization/EditOrganizationDialog.tsx";
export { OrgChangeDialog } from "./OrgChangeDialog.tsx";
