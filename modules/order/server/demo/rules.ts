import { addDays, dayOf, startOfDay } from "@ops/platform/contract";
import { demoId, insertMany, pastStamp, type Tx } from "@ops/platform/server";
import { seriesByAlias } from "@ops/vehicle/server";
import { db } from "../database.ts";
import type { PolicyRow } from "../policy/tables.ts";
import type { SeriesRuleRow } from "../series-rule/tables.ts";

const SERIES = ["S7", "S9", "X5", "M8"];
/** Rules and policies began before the oldest order of the demo. */
const SINCE_DAYS = 360;
const OFFSETS = { scheduled: 7, produced: 25, shipped: 28, arrived: 35, delivered: 40 };

const policies = [
  ["TRADE-IN", "置换补贴", "TRADE_IN", 8_000, [], null],
  ["OWNER-REF", "老车主推荐", "DISCOUNT", 3_000, [], null],
  ["LOAN-RATE", "金融贴息", "DISCOUNT", 5_000, [], null],
  ["M8-FAMILY", "M8 家庭购车礼", "DISCOUNT", 10_000, ["M8"], -20],
  ["PLATE-FEE", "上牌服务费", "FEE", 1_500, [], null],
] as const;

export interface DemoRules {
  readonly rules: readonly SeriesRuleRow[];
  readonly policies: readonly PolicyRow[];
}

/** Loads a rule for each series, 小定 1 000, 大定 5 000 元 and 4 to 6 weeks, and five policies of which one has ended. */
export async function loadRules(tx: Tx): Promise<DemoRules> {
  const since = addDays(dayOf(tx.now), -SINCE_DAYS);
  const stamp = (name: string) => ({ id: demoId(name), ...pastStamp(startOfDay(since)) });
  const ids = new Map<string, string>();
  for (const code of SERIES) ids.set(code, (await seriesByAlias(tx, code))?.id ?? demoId(`carSeries:${code}`));
  const rules = [...ids].map(([code, seriesId]) => ({
    ...stamp(`seriesRule:${code}`),
    seriesId,
    smallFen: 100_000,
    bigFen: 500_000,
    smallEndsOn: null,
    cycleMinDays: 28,
    cycleMaxDays: 42,
    offsets: OFFSETS,
    validFrom: since,
    validTo: null,
  }));
  await insertMany(tx, "seriesRule", rules);
  const named = policies.map(([code, name, kind, limit, series, endsIn]) => ({
    ...stamp(`salesPolicy:${code}`),
    code,
    name,
    kind,
    limitFen: limit * 100,
    seriesIds: series.flatMap((one) => ids.get(one) ?? []),
    validFrom: since,
    validTo: endsIn === null ? null : addDays(dayOf(tx.now), endsIn),
    status: "ENABLED",
  }));
  await insertMany(tx, "salesPolicy", named);
  return {
    rules: await db(tx).selectFrom("seriesRule").selectAll().orderBy("id").execute(),
    policies: await db(tx).selectFrom("salesPolicy").selectAll().orderBy("code").execute(),
  };
}
