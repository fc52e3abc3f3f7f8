import { getOrganization, listOrgChanges, organizationTree } from "@ops/authority/contract";

/** What every change of an organisation makes stale. */
export const staleAfterChange = [organizationTree, getOrganization, listOrgChanges];
