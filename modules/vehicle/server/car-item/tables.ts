import { ColorShape, OptionShape } from "../../contract/index.ts";
import { type RowOf, tableOf } from "../database.ts";

const scope = { unscoped: "the catalogue is the same for the whole brand" };

export const options = tableOf(OptionShape, { scope, number: "optionCode" });
export type OptionRow = RowOf<typeof options>;

export const colors = tableOf(ColorShape, { scope, number: "colorCode" });
export type ColorRow = RowOf<typeof colors>;
