import { SeriesRuleShape, seriesRuleFrame } from "../../contract/index.ts";
import { type RowOf, tableOf } from "../database.ts";

export const seriesRules = tableOf(SeriesRuleShape, {
  scope: { unscoped: "the rules of a series are the same for the whole brand" },
  read: seriesRuleFrame.view,
  labels: { offsets: "阶段天数" },
});
export type SeriesRuleRow = RowOf<typeof seriesRules>;
