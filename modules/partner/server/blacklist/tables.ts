import { sql } from "kysely";
import { BlacklistShape } from "../../contract/index.ts";
import { type RowOf, tableOf } from "../database.ts";

/** Only headquarters sees the list: readers whose scope is less than ALL see nothing (section 7). */
export const blacklist = tableOf(BlacklistShape, {
  scope: () => sql<boolean>`false`,
  number: "name",
  labels: { idNoMasked: "身份证号", phoneMasked: "手机号" },
});
export type BlacklistRow = RowOf<typeof blacklist>;
