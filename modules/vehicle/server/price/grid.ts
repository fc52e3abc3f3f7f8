import type { AnswerFrom } from "@ops/platform/contract";
import { countedPage, reads, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { db } from "../database.ts";
import { loadConfigNames, loadItemNames } from "./present.ts";

type Cell = AnswerFrom<typeof contract.priceGrid>["list"][number]["cells"][number];

interface Found {
  readonly carConfigId: string;
  readonly kind: Cell["kind"];
  readonly itemCode: string;
  readonly amountFen: number | null;
  readonly nextFen: number | null;
  readonly nextFrom: Date | null;
  readonly hasDraft: boolean;
}

/** Lists each configuration with its base price and the prices of its items at a time. */
export const priceGrid = reads(contract.priceGrid, async (tx, { query }) => {
  const { seriesId = null, carConfigIds = null, at = tx.now } = query;
  const asked = db(tx)
    .selectFrom("carConfig")
    .where(sql<boolean>`coalesce(series_id = ${seriesId}::uuid, true)`)
    .where(sql<boolean>`coalesce(id = any(${carConfigIds}::uuid[]), true)`);
  const page = await countedPage(query, {
    rows: (limit, offset) => asked.select("id").orderBy("configCode").limit(limit).offset(offset).execute(),
    count: async () => {
      const { count } = await asked.select((eb) => eb.fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
      return count;
    },
  });
  const ids = page.list.map(({ id }) => id);
  if (ids.length === 0) return { ...page, list: [] };
  const [cells, names, configs] = [await cellsOf(tx, ids, at), await loadItemNames(tx), await loadConfigNames(tx, ids)];
  const named = cells.map(({ carConfigId, ...cell }) => ({
    carConfigId,
    cell: { ...cell, itemName: cell.kind === "BASE" ? "基础价" : (names.get(cell.itemCode) ?? cell.itemCode) },
  }));
  const byConfig = Map.groupBy(named, ({ carConfigId }) => carConfigId);
  const list = ids.map((id) => ({
    id,
    configCode: configs.get(id)?.configCode ?? "",
    configName: configs.get(id)?.configName ?? "",
    cells: (byConfig.get(id) ?? []).map(({ cell }) => cell),
  }));
  return { ...page, list };
});

async function cellsOf(tx: Tx, ids: readonly string[], at: Date): Promise<Found[]> {
  const base = db(tx)
    .selectFrom("carConfig")
    .select(["carConfig.id as carConfigId", sql<Cell["kind"]>`'BASE'`.as("kind"), sql<string>`''`.as("itemCode")])
    .where("carConfig.id", "in", [...ids]);
  const items = db(tx)
    .selectFrom("carOffer")
    .select(["carConfigId", "itemKind as kind", "itemCode"])
    .where("carConfigId", "in", [...ids])
    .where("mode", "=", "OPTIONAL");
  const { rows } = await sql<Found>`
    with item as (${base} union all ${items})
    select item.car_config_id as "carConfigId", item.kind, item.item_code as "itemCode", now.amount_fen as "amountFen",
      next.amount_fen as "nextFen", next.effective_from as "nextFrom",
      exists (select 1 from car_price d where d.car_config_id = item.car_config_id and d.kind = item.kind
        and d.item_code = item.item_code and d.state = 'DRAFT') as "hasDraft"
    from item
    left join lateral (select p.amount_fen from car_price p where p.car_config_id = item.car_config_id
      and p.kind = item.kind and p.item_code = item.item_code and p.state = 'PUBLISHED'
      and p.effective_from <= ${at} and coalesce(p.effective_to > ${at}, true)) now on true
    left join lateral (select p.amount_fen, p.effective_from from car_price p
      where p.car_config_id = item.car_config_id and p.kind = item.kind and p.item_code = item.item_code
      and p.state = 'PUBLISHED' and p.effective_from > ${at} order by p.effective_from limit 1) next on true
    order by item.kind = 'BASE' desc, item.kind, item.item_code`.execute(tx.kysely);
  return rows;
}
