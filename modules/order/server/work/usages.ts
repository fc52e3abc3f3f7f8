import type { Tx, Usage } from "@ops/platform/server";
import { sql } from "kysely";
import { endedStatuses } from "../../contract/index.ts";

const columns = { carConfig: sql.ref("car_config_id"), carSeries: sql.ref("series_id") } as const;

/** 在手订单: what is ordered and not handed over yet keeps its configuration and its series in use (VE-R16). */
export const orderUsages: readonly Usage[] = (["carConfig", "carSeries"] as const).map((entity) => ({
  entity,
  label: "在手订单",
  countOf: (tx, id) => countLive(tx, entity, id),
}));

async function countLive(tx: Tx, entity: keyof typeof columns, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from sales_order
    where ${columns[entity]} = ${id} and state <> all(${[...endedStatuses]}::text[])`.execute(tx.kysely);
  return rows[0]?.count ?? 0;
}
