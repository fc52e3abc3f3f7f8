import { dayOf, listNumberRules, type NumberRuleLine } from "@ops/platform/contract";
import type { Tx } from "./db/tx.ts";
import { type Route, reads } from "./http/route.ts";
import { type NumberRule, numberOf } from "./numbering.ts";
import { db } from "./tables.ts";

/** `rules` are those of all modules. */
export function numberRuleRoutes(rules: readonly NumberRule[]): Route[] {
  return [reads(listNumberRules, (tx) => linesOf(tx, rules))];
}

async function linesOf(tx: Tx, rules: readonly NumberRule[]): Promise<NumberRuleLine[]> {
  const period = dayOf(tx.now).replaceAll("-", "");
  const drawn = await db(tx)
    .selectFrom("numberSequence")
    .select(["kind", "nextValue"])
    .where("period", "=", period)
    .execute();
  const next = new Map(drawn.map(({ kind, nextValue }) => [kind, nextValue]));
  return rules
    .map(({ kind, prefix, name = kind }) => {
      const value = next.get(kind) ?? 1;
      return { kind, name, prefix, sample: numberOf(prefix, period, value), drawn: value - 1 };
    })
    .toSorted((a, b) => (a.prefix < b.prefix ? -1 : 1));
}
