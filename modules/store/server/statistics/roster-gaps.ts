import { type AnswerFrom, addDays, dayOf, oneOf, spanOf, windowsOn } from "@ops/platform/contract";
import { holidaysOf, type Tx } from "@ops/platform/server";
import { dutyFamilies, type getStoreStats, MOST_GAP_STORES, ROSTER_DAYS } from "../../contract/index.ts";
import { coverageIn } from "../duty/coverage.ts";
import type { DutyTurns } from "../duty/on-duty.ts";
import type { headcountsAt } from "../headcount/counted.ts";
import { calendarOf } from "../hours/calendar.ts";
import { storePositions } from "../position/published.ts";

type Gap = AnswerFrom<typeof getStoreStats>["rosterGaps"][number];
type Cells = Awaited<ReturnType<typeof headcountsAt>>;
type Span = DutyTurns["spans"][number];

interface Store {
  readonly id: string;
  readonly name: string;
}

const MINUTE_MS = 60_000;
const FAMILIES = oneOf(dutyFamilies).options;

/**
 * Finds the time from now on in which a store is open with nobody on duty, over seven days with today. A family counts
 * where a position of it has a seat or a person today.
 */
export async function rosterGaps(tx: Tx, stores: readonly Store[], cells: Cells): Promise<Gap[]> {
  const today = dayOf(tx.now);
  const days = Array.from({ length: ROSTER_DAYS }, (_, at) => addDays(today, at));
  const open = await openSpans(tx, stores, days);
  const positions = await storePositions(tx);
  const found: Gap[] = [];
  for (const family of FAMILIES) {
    const asked = stores.filter(({ id }) =>
      (cells.get(id) ?? []).some((cell) => {
        return positions.get(cell.positionCode)?.family === family && cell.quota + cell.occupied > 0;
      }),
    );
    const storeIds = asked.map(({ id }) => id);
    const coverage = await coverageIn(tx, { storeIds, family, days });
    for (const { id, name } of asked) {
      const bare = days.flatMap((day) => {
        const covered = coverage(id, day);
        return covered === "open" ? [] : (open.get(id)?.get(day) ?? []).flatMap((span) => uncovered(span, covered));
      });
      const minutes = Math.floor(bare.reduce((sum, { from, until }) => sum + until - from, 0) / MINUTE_MS);
      const first = Math.min(...bare.map(({ from }) => from));
      if (minutes > 0) {
        found.push({ storeId: id, storeName: name, family, minutes, firstDay: dayOf(new Date(first)) });
      }
    }
  }
  return worstOf(found);
}

async function openSpans(tx: Tx, stores: readonly Store[], days: readonly string[]) {
  const [holidays, now] = [await holidaysOf(tx), tx.now.getTime()];
  const found = new Map<string, ReadonlyMap<string, readonly Span[]>>();
  for (const { id } of stores) {
    const calendar = await calendarOf(tx, id);
    const spansOn = (day: string) =>
      windowsOn(calendar, day, holidays)
        .map((window) => spanOf(day, window))
        .filter(({ until }) => until > now)
        .map(({ from, until }) => ({ from: Math.max(from, now), until }));
    found.set(id, new Map(days.map((day) => [day, spansOn(day)])));
  }
  return found;
}

/** What is left of a span without those that cover it. */
function uncovered(span: Span, covering: readonly Span[]): Span[] {
  const left: Span[] = [];
  let from = span.from;
  for (const one of covering.toSorted((a, b) => a.from - b.from)) {
    if (one.until <= from || one.from >= span.until) continue;
    if (one.from > from) left.push({ from, until: one.from });
    from = Math.max(from, one.until);
  }
  if (from < span.until) left.push({ from, until: span.until });
  return left;
}

/** Keeps the stores with the longest gaps, each with all its families. */
function worstOf(gaps: readonly Gap[]): Gap[] {
  const sums = new Map<string, number>();
  for (const { storeId, minutes } of gaps) sums.set(storeId, (sums.get(storeId) ?? 0) + minutes);
  const worst = [...sums].toSorted(([, a], [, b]) => b - a).slice(0, MOST_GAP_STORES);
  return worst.flatMap(([id]) => gaps.filter(({ storeId }) => storeId === id));
}
