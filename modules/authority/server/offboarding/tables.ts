import { sql } from "kysely";
import { OffboardingShape } from "../../contract/index.ts";
import { type RowOf, tableOf } from "../database.ts";

/** Seen by whoever reached the leaver in one of the organisations of that day. */
export const offboardings = tableOf(OffboardingShape, {
  scope: ({ organizations }) =>
    organizations ? sql<boolean>`offboarding.organization_ids && array(${organizations})` : sql<boolean>`false`,
  unlogged: ["reason", "finishedAt"],
});
export type OffboardingRow = RowOf<typeof offboardings>;
