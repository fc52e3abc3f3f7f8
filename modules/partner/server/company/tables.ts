import { type RawBuilder, sql } from "kysely";
import { PartnerShape } from "../../contract/index.ts";
import { type RowOf, tableOf } from "../database.ts";

/** A partner is in scope by its region, by its own organisation, and for its manager (section 7). */
export const partners = tableOf(PartnerShape, {
  scope: ({ organizations, selfId }) => {
    const parts: RawBuilder<boolean>[] = [];
    if (organizations) {
      parts.push(
        sql<boolean>`partner.region_id in (${organizations})`,
        sql<boolean>`partner.org_id in (${organizations})`,
      );
    }
    if (selfId !== null) parts.push(sql<boolean>`partner.manager_id = ${selfId}`);
    return parts.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(parts, sql` or `)})`;
  },
  read: "partner:partner:view",
  number: "partnerNo",
  // risk tags have no label here, because the partner's own people read the log too
  labels: { partnerNo: "伙伴编号" },
});
export type PartnerRow = RowOf<typeof partners>;
