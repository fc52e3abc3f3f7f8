import { callsOf } from "@ops/platform/contract";
import { SeriesRuleShape, seriesRuleFrame } from "./shape.ts";

const calls = callsOf(SeriesRuleShape, seriesRuleFrame);
const terms = SeriesRuleShape.pick(
  "smallFen",
  "bigFen",
  "smallEndsOn",
  "cycleMinDays",
  "cycleMaxDays",
  "offsets",
  "validFrom",
  "validTo",
);

export const listSeriesRules = calls.list(
  SeriesRuleShape.query({ is: ["seriesId"], within: ["validFrom"], sort: ["validFrom", "updatedAt"] }),
);
export const createSeriesRule = calls.create({ ...SeriesRuleShape.pick("seriesId"), ...terms });
/** Of a rule that has started only the end may change. */
export const editSeriesRule = calls.edit(terms);
