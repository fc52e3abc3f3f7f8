import { dayOf } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { lookupSeries } from "@ops/vehicle/server";
import { sql } from "kysely";
import { seriesRuleErrors } from "../../contract/index.ts";
import { db, findRow } from "../database.ts";
import type { SeriesRuleRow } from "./tables.ts";

/** Finds the rule of a series on a day, which must exist. It is locked against changes until the order is placed. */
export async function requireRule(tx: Tx, seriesId: string): Promise<SeriesRuleRow> {
  const today = dayOf(tx.now);
  const rule = await db(tx)
    .selectFrom("seriesRule")
    .selectAll()
    .where("seriesId", "=", seriesId)
    .where(sql<boolean>`daterange(valid_from, valid_to, '[]') @> ${today}::date`)
    .forShare()
    .executeTakeFirst();
  if (rule) return rule;
  throw seriesRuleErrors.ruleMissing({ name: (await lookupSeries(tx, [seriesId])).get(seriesId)?.seriesName ?? "" });
}

/** Finds the rule that an order was placed with. It stays as it was, because a rule that has started only ends. */
export async function ruleOf(tx: Tx, { ruleId }: { readonly ruleId: string }): Promise<SeriesRuleRow> {
  const rule = await findRow(tx, "seriesRule", { id: ruleId });
  if (!rule) throw new Error("an order has its rule");
  return rule;
}
