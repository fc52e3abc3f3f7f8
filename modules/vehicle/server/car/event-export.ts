import { taskErrors, wireTime } from "@ops/platform/contract";
import { exportsList, inScope, onlyOf, type Tx, wholeQuery } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import { carEventSheet, carSource, EVENT_MOST_ROWS, normaliseVin } from "../../contract/index.ts";
import { isNarrowed } from "../car-record/narrowed.ts";
import { cars } from "../car-record/tables.ts";
import { facts } from "./event-facts.ts";
import { NARROWED_EVENTS, narrowedFacts } from "./narrowed.ts";

type Facts = z.output<typeof facts>;
type Query = z.output<(typeof carEventSheet.list)["query"]>;

interface EventRow {
  readonly vin: string;
  readonly no: number;
  readonly type: string;
  readonly source: string;
  readonly eventId: string;
  readonly occurredAt: Date;
  readonly recordedAt: Date;
  readonly byName: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly applied: boolean;
  readonly ignoreReason: string | null;
  readonly via: "DIRECT" | "INFERRED";
  readonly note: string | null;
}

/** The logs of the cars that the reader sees, the latest first; no more than 200,000 lines. */
export const carEventExport = exportsList(carEventSheet, async (tx, query) => {
  const isNarrow = await isNarrowed(tx);
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

function lineOf({ before: former, after: present, ...row }: EventRow, isNarrow: boolean) {
  const shown = (told: unknown): Facts => (isNarrow ? narrowedFacts(facts.parse(told)) : facts.parse(told));
  const [before, after] = [shown(former), shown(present)] as const;
  const changes = changesOf(before, after);
  return { ...row, id: `${row.vin} ${row.no}`, source: carSource.parse(row.source), before, after, changes };
}

const labels: Readonly<Record<string, string | undefined>> = cars.labels;
const words: Readonly<Record<string, Readonly<Record<string, string>> | undefined>> = cars.words ?? {};

/** 位置：常州中心库 → 门店；what has no name of its own is bookkeeping. */
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
