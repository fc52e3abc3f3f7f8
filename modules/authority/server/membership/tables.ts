import { sql } from "kysely";
import { type RowOf, table } from "../database.ts";

/** Where a person works, and as what. In scope with its organisation and for its holder. */
export const memberships = table("membership", {
  entity: "任职",
  scope: ({ organizations, selfId }) => {
    const inOrganizations = organizations
      ? sql<boolean>`membership.organization_id in (${organizations})`
      : sql<boolean>`false`;
    return selfId === null ? inOrganizations : sql<boolean>`(${inOrganizations} or membership.user_id = ${selfId})`;
  },
  partOf: { table: "appUser", by: "userId" },
  labels: { startDate: "开始日期", endDate: "结束日期", isPrimary: "主任职", status: "任职状态" },
  words: { status: { FUTURE: "未开始", EFFECTIVE: "在任", ENDED: "已结束" } },
});
export type MembershipRow = RowOf<typeof memberships>;
