import { type BodyOf, dayOf } from "@ops/platform/contract";
import {
  changeRecord,
  errorCode,
  insertRecord,
  list,
  lockRecord,
  presenterOf,
  presentOne,
  type Tx,
  writes,
} from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { type Offsets, seriesRuleErrors } from "../../contract/index.ts";
import { type SeriesRuleRow, seriesRules } from "./tables.ts";

type Terms = Omit<BodyOf<typeof contract.editSeriesRule>, "version">;

const hasStarted = (tx: Tx, { validFrom }: Pick<SeriesRuleRow, "validFrom">) => validFrom <= dayOf(tx.now);

const present = presenterOf(seriesRules, contract.SeriesRule, async (tx) => (rule) => ({
  isStarted: hasStarted(tx, rule),
}));
const presentRule = presentOne(present);

export const listSeriesRules = list(contract.listSeriesRules, seriesRules, {
  orderBy: ["validFrom", "desc"],
  present,
});

export const createSeriesRule = writes(contract.createSeriesRule, async (tx, { body }) => {
  requireTerms(body);
  if (body.validFrom < dayOf(tx.now)) throw seriesRuleErrors.rulePast(undefined, { field: "validFrom" });
  return presentRule(tx, await withoutOverlap(() => insertRecord(tx, seriesRules, body)));
});

/** Orders keep the rule that they were placed with, so a rule that has started is only ended and followed by another. */
export const editSeriesRule = writes(contract.editSeriesRule, async (tx, { params, body }) => {
  const { version, ...terms } = body;
  const rule = await lockRecord(tx, seriesRules, params.id, version, presentRule);
  requireTerms(terms);
  if (hasStarted(tx, rule)) requireOnlyEnd(tx, rule, terms);
  else if (terms.validFrom < dayOf(tx.now)) throw seriesRuleErrors.rulePast(undefined, { field: "validFrom" });
  return presentRule(tx, await withoutOverlap(() => changeRecord(tx, seriesRules, rule, terms)));
});

function requireTerms({ smallFen, bigFen, cycleMinDays, cycleMaxDays, offsets, validFrom, validTo }: Terms): void {
  if (bigFen < smallFen) throw seriesRuleErrors.ruleDeposits(undefined, { field: "bigFen" });
  if (cycleMaxDays < cycleMinDays) throw seriesRuleErrors.ruleCycle(undefined, { field: "cycleMaxDays" });
  if (!isRising(offsets, cycleMaxDays)) throw seriesRuleErrors.ruleOffsets(undefined, { field: "offsets" });
  if (validTo !== null && validTo < validFrom) throw seriesRuleErrors.ruleDays(undefined, { field: "validTo" });
}

function isRising({ scheduled, produced, shipped, arrived, delivered }: Offsets, most: number): boolean {
  const days = [scheduled, produced, shipped, arrived, delivered, most];
  return days.every((one, at) => at === 0 || one >= (days[at - 1] ?? 0));
}

function requireOnlyEnd(tx: Tx, rule: SeriesRuleRow, { validTo, ...terms }: Terms): void {
  const stored = JSON.stringify(Object.keys(terms).map((name) => plain(Object(rule)[name])));
  const typed = JSON.stringify(Object.values(terms).map(plain));
  if (stored !== typed) throw seriesRuleErrors.ruleStarted();
  if (validTo !== null && validTo !== rule.validTo && validTo < dayOf(tx.now)) {
    throw seriesRuleErrors.ruleEnded(undefined, { field: "validTo" });
  }
}

/** The values of an object in the order of their names, so that equal ones read alike. */
const plain = (value: unknown) =>
  typeof value === "object" && value !== null ? Object.entries(value).sort(([a], [b]) => a.localeCompare(b)) : value;

/** The database sees every overlap, also one with a rule that somebody makes at the same time. */
async function withoutOverlap<T>(save: () => Promise<T>): Promise<T> {
  try {
    return await save();
  } catch (error) {
    if (errorCode(error) === "23P01") throw seriesRuleErrors.ruleOverlap();
    throw error;
  }
}
