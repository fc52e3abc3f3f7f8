import { StorePositionShape } from "../../contract/index.ts";
import { type RowOf, tableOf } from "../database.ts";

export const positionTable = tableOf(StorePositionShape, {
  scope: { unscoped: "positions are the same for the whole brand" },
  number: "positionCode",
});
export type PositionRow = RowOf<typeof positionTable>;
