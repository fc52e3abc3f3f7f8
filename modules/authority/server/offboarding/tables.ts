import { sql } from "kysely";
import { type RowOf, table } from "../database.ts";

/** Seen by whoever reached the leaver in one of the organisations of that day. */
export const offboardings = table("offboarding", {
  entity: "离职办理",
  scope: ({ organizations }) =>
    organizations ? sql<boolean>`offboarding.organization_ids && array(${organizations})` : sql<boolean>`false`,
  labels: {},
});
export type OffboardingRow = RowOf<typeof offboardings>;
