import { dayOf } from "@ops/platform/contract";
import { type NewLine, type Priced, quotedLines, UNPRICED, wordsOf } from "../order/price.ts";
import type { Ground } from "./ground.ts";
import type { OrderPlan } from "./plan.ts";
import type { DemoRules } from "./rules.ts";

/** Prices a plan as its adviser would have on the day of the order: the car by its quote, the rest within the policies. */
export async function priceOfPlan({ quote, draw }: Ground, plan: OrderPlan, { policies }: DemoRules): Promise<Priced> {
  const { choice, createdAt, seriesId } = plan;
  if (choice === null) return UNPRICED;
  const { carConfigId, optionCodes, extColor, intColor } = choice;
  const quoted = await quote({ carConfigId, optionCodes, extColor, intColor, at: createdAt });
  const day = dayOf(createdAt);
  const more = policies.flatMap(({ id, kind, name, limitFen, seriesIds, validTo }): NewLine[] => {
    const isFor = seriesIds.length === 0 || seriesIds.includes(seriesId);
    const isTaken = draw.chance(kind === "FEE" ? 40 : 22);
    if (!isTaken || !isFor || (validTo !== null && validTo < day)) return [];
    const amountFen = kind === "FEE" ? limitFen : -Math.floor((limitFen * draw.integer(5, 10)) / 1_000_000) * 100_000;
    return amountFen === 0 ? [] : [{ kind, name, amountFen, policyId: id }];
  });
  const pack: NewLine[] = draw.chance(15)
    ? [{ kind: "PACK", name: "无忧服务包", amountFen: 298_000, policyId: null }]
    : [];
  const lines = [...quotedLines(quoted), ...more, ...pack];
  return {
    lines,
    totalFen: lines.reduce((sum, { amountFen }) => sum + amountFen, 0),
    chosen: { ...wordsOf(quoted, choice), configKey: choice.configKey },
  };
}
