import type { AnswerFrom, QueryOf } from "@ops/platform/contract";
import { is, listPage, oneOf, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import type * as contract from "../../contract/index.ts";
import { carConfigs } from "../car-config/tables.ts";
import { db } from "../database.ts";
import { configNames, itemNames } from "./present.ts";

type Grid = AnswerFrom<typeof contract.priceGrid>;
type Cell = Grid["list"][number]["cells"][number];

interface Found {
  readonly carConfigId: string;
  readonly kind: Cell["kind"];
  readonly itemCode: string;
  readonly amountFen: number | null;
  readonly nextFen: number | null;
  readonly nextFrom: Date | null;
  readonly hasDraft: boolean;
}

/** Each configuration with the base price and all that can be had with it for money, at the instant. */
export async function priceGrid(tx: Tx, query: QueryOf<typeof contract.priceGrid>): Promise<Grid> {
  const at = query.at ?? tx.now;
  const page = await listPage(tx, carConfigs, query, {
    where: [is("seriesId", query.seriesId), oneOf("id", query.carConfigIds)],
    orderBy: ["configCode", "asc"],
  });
  const ids = page.list.map(({ id }) => id);
  if (ids.length === 0) return { ...page, list: [] };
  const [cells, names, configs] = [await cellsOf(tx, ids, at), await itemNames(tx), await configNames(tx, ids)];
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
}

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
