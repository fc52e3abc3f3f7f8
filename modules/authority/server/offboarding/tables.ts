import { sql } from "kysely";
import { OffboardingShape } from "../../contract/index.ts";
import { type RowOf, tableOf } from "../database.ts";

/** Visible to readers whose scope contains one of the leaver's organisations at that time. */
export const offboardings = tableOf(OffboardingShape, {
  scope: ({ organizations }) =>
    organizations ? sql<boolean>`offboarding.organization_ids && array(${organizations})` : sql<boolean>`false`,
  unlogged: ["reason", "finishedAt"],
});
export type OffboardingRow = RowOf<typeof offboardings>;
