import { normaliseVin, taskErrors, wireTime } from "@ops/platform/contract";
import { exportsList, inScope, onlyOf, type Tx, wholeQuery } from "@ops/platform/server";
import { type RawBuilder, type Selectable, sql } from "kysely";
import type { z } from "zod";
import { carEventSheet, carSource, EVENT_MOST_ROWS } from "../../contract/index.ts";
import { isCarrierStaff } from "../car-record/narrowed.ts";
import { type CarRow, cars } from "../car-record/tables.ts";
import type { VehicleTables } from "../database.ts";
import { type Facts, factsOf } from "./event-facts.ts";
import { NARROWED_EVENTS } from "./narrowed.ts";

type Query = z.output<(typeof carEventSheet.list)["query"]>;

type EventRow = Selectable<VehicleTables["carEvent"]> & Pick<CarRow, "vin">;

/** Exports the logs of the cars that the reader sees, latest first, up to 200,000 lines. */
export const carEventExport = exportsList(carEventSheet, async (tx, query) => {
  const isNarrow = await isCarrierStaff(tx);
  const where = whereOf(tx, query, isNarrow);
  const from = sql`car_event e join car on car.id = e.car_id where ${sql.join(where, sql` and `)}`;
  return wholeQuery(tx, {
    rows: () => sql`select car.vin, e.* from ${from} order by e.recorded_at desc, e.car_id, e.no`,
    count: async (limit) => {
      const most = Math.min(limit, EVENT_MOST_ROWS + 1);
      const { rows } = await sql<{ count: number }>`select count(*)::int as count
        from (select 1 from ${from} limit ${most}) counted`.execute(tx.kysely);
      const { count } = onlyOf(rows);
      if (count > EVENT_MOST_ROWS) throw taskErrors.tooManyRows({ limit: `${EVENT_MOST_ROWS / 10_000}万` });
      return count;
    },
    show: async (_tx, rows: EventRow[]) => rows.map((row) => lineOf(row, isNarrow)),
  });
});

function whereOf(tx: Tx, { vins, type, source, recordedAt }: Query, isNarrow: boolean): RawBuilder<boolean>[] {
  const where = [inScope(tx, cars)];
  if (vins) where.push(sql<boolean>`car.vin = any(${vins.map(normaliseVin)})`);
  if (type) where.push(sql<boolean>`e.type = ${type}`);
  if (source) where.push(sql<boolean>`e.source = ${source}`);
  if (recordedAt) where.push(sql<boolean>`e.recorded_at >= ${recordedAt.from} and e.recorded_at < ${recordedAt.until}`);
  if (isNarrow) where.push(sql<boolean>`e.type = any(${[...NARROWED_EVENTS]})`);
  return where;
}

function lineOf(row: EventRow, isNarrow: boolean) {
  const { before, after } = factsOf(row, isNarrow);
  const changes = changesOf(before, after);
  return { ...row, id: `${row.vin} ${row.no}`, source: carSource.parse(row.source), before, after, changes };
}

const labels: Readonly<Record<string, string | undefined>> = cars.labels;
const words: Readonly<Record<string, Readonly<Record<string, string>> | undefined>> = cars.words ?? {};

/** Describes changes in words, such as 位置：常州中心库 → 门店. Columns without a label are bookkeeping and are left out. */
function changesOf(former: Facts, present: Facts): string {
  const lines = Object.entries(present).flatMap(([key, value]) => {
    const label = labels[key];
    return label ? [`${label}：${textOf(key, former[key])} → ${textOf(key, value)}`] : [];
  });
  return lines.join("；");
}

const INSTANT = /^\d{4}-\d\d-\d\dT/;

function textOf(key: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "空";
  if (Array.isArray(value)) return value.join("、") || "空";
  const text = String(value);
  return words[key]?.[text] ?? (INSTANT.test(text) ? wireTime(new Date(text)) : text);
}
