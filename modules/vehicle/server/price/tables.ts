import { PriceShape } from "../../contract/index.ts";
import { type RowOf, tableOf } from "../database.ts";

export const prices = tableOf(PriceShape, {
  scope: { unscoped: "the price book is the same for the whole brand" },
  number: "itemCode",
  unlogged: ["carConfigId"],
});
export type PriceRow = RowOf<typeof prices>;
