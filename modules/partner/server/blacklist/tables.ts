import { sql } from "kysely";
import { type RowOf, table } from "../database.ts";

/** HQ alone: whoever's scope is less than everything sees none of it (section 7). */
export const blacklist = table("partnerBlacklist", {
  entity: "限制名单",
  scope: () => sql<boolean>`false`,
  number: "name",
  labels: { name: "姓名", idNoMasked: "身份证号", phoneMasked: "手机号", reason: "原因", untilOn: "限制至" },
});
export type BlacklistRow = RowOf<typeof blacklist>;
