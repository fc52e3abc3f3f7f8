import { refTo, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { EnabledOrganizationRef, OrganizationRef, orgErrors } from "../../contract/index.ts";
import { organizations } from "./tables.ts";
import { findPaths } from "./tree/tree.ts";

const look = {
  name: "name",
  named: async (tx: Tx, keyword: string) =>
    sql<boolean>`organization.path = any(${await findPaths(tx, keyword)}::text[])`,
  orderBy: ["path", "asc"],
} as const;

/** Lets pickers find organisations in scope, with the same search as the tree. */
export const organizationRefs = [
  refTo(OrganizationRef, organizations, { ...look, offered: sql<boolean>`organization.status = 'ENABLED'` }),
  refTo(EnabledOrganizationRef, organizations, {
    ...look,
    open: { column: "status", values: ["ENABLED"], refusal: orgErrors.disabled },
  }),
];
