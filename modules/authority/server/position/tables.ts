import { listPositions, PositionShape } from "../../contract/index.ts";
import { type RowOf, tableOf } from "../database.ts";
import { organizationTypes } from "../dictionaries.ts";

export const positions = tableOf(PositionShape, {
  scope: { unscoped: "positions are the same for the whole brand" },
  read: listPositions.permission,
  number: "code",
  words: { orgTypes: Object.fromEntries(organizationTypes.entries) },
});
export type PositionRow = RowOf<typeof positions>;
