import { type RawBuilder, sql } from "kysely";
import { StaffCertShape, StaffShape } from "../../contract/index.ts";
import { type RowOf, tableOf } from "../database.ts";

/** A person is in scope by the place of work, for the manager of the partner, and for the person itself (section 7). */
export const staffs = tableOf(StaffShape, {
  scope: ({ organizations, selfId }) => {
    const parts: RawBuilder<boolean>[] = [];
    if (organizations) parts.push(sql<boolean>`partner_staff.org_id in (${organizations})`);
    if (selfId !== null) {
      parts.push(sql<boolean>`partner_staff.user_id = ${selfId}`);
      parts.push(sql<boolean>`partner_staff.partner_id in (select id from partner where manager_id = ${selfId})`);
    }
    return parts.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(parts, sql` or `)})`;
  },
  read: "partner:staff:view",
  number: "staffNo",
  unlogged: ["storeId", "roleIds"],
  labels: { isReadOnly: "只读", certWaiver: "免认证说明" },
});
export type StaffRow = RowOf<typeof staffs>;

/** 认证 of a person. Changes are in the log of the person. */
export const staffCerts = tableOf(StaffCertShape, {
  scope: { unscoped: "reached through the person alone" },
  partOf: { table: "partnerStaff", by: "staffId" },
});
