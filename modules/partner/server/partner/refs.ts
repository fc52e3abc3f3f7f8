import { refTo } from "@ops/platform/server";
import { sql } from "kysely";
import { listPartners, PartnerRef } from "../../contract/index.ts";
import { partners } from "../company/tables.ts";
import { namedLike } from "./check/conditions.ts";

/** Finds partners in scope by number, full or short name. */
export const partnerRefs = refTo(PartnerRef, partners, {
  name: "fullName",
  named: (_tx, keyword) => namedLike(keyword),
  offered: sql<boolean>`partner.state <> 'TERMINATED'`,
  orderBy: ["updatedAt", "desc"],
  listedBy: listPartners,
});
