import { sql } from "kysely";
import { MembershipShape } from "../../contract/index.ts";
import { type RowOf, tableOf } from "../database.ts";

/** Where a person works, and in which position. Visible through its organisation and to the person. */
export const memberships = tableOf(MembershipShape, {
  scope: ({ organizations, selfId }) => {
    const inOrganizations = organizations
      ? sql<boolean>`membership.organization_id in (${organizations})`
      : sql<boolean>`false`;
    return selfId === null ? inOrganizations : sql<boolean>`(${inOrganizations} or membership.user_id = ${selfId})`;
  },
  partOf: { table: "appUser", by: "userId" },
  labels: { followsPosition: "角色随职位" },
  unlogged: ["organizationId", "positionId"],
});
export type MembershipRow = RowOf<typeof memberships>;
