import { addDays, dayOf, spanOf, weekdayOf, windowsOn } from "@ops/platform/contract";
import { holidaysOf, type Tx } from "@ops/platform/server";
import { calendarOf, lookupStores } from "@ops/store/server";
import { SLOT_DAYS, type WeeklySlot } from "../../contract/index.ts";
import { findRow } from "../database.ts";

/** A slot that the rule of a store offers within its open hours. */
export interface OfferedSlot {
  readonly startAt: Date;
  readonly endAt: Date;
  readonly capacity: number;
}

type Span = ReturnType<typeof spanOf>;

/**
 * Lists the slots of a store that begin within 28 days: those of its rule that lie wholly in its open hours, none while it
 * does not trade (OR-R11). They are computed whenever they are asked for, so they follow rule, hours and state at once.
 */
export async function offeredSlots(tx: Tx, storeId: string): Promise<OfferedSlot[]> {
  const rule = await findRow(tx, "slotRule", { id: storeId });
  if (!rule || !(await lookupStores(tx, [storeId])).get(storeId)?.isTrading) return [];
  const [calendar, holidays] = [await calendarOf(tx, storeId), await holidaysOf(tx)];
  const days = Array.from({ length: SLOT_DAYS }, (_, at) => addDays(dayOf(tx.now), at));
  return days.flatMap((day) => {
    const open = windowsOn(calendar, day, holidays).map((window) => spanOf(day, window));
    return slotsOn(rule.slots, day).filter((slot) => slot.startAt > tx.now && isOpenDuring(open, slot));
  });
}

function slotsOn(week: readonly WeeklySlot[], day: string): OfferedSlot[] {
  return week
    .filter(({ weekday }) => weekday === weekdayOf(day))
    .map(({ capacity, ...window }) => {
      const { from, until } = spanOf(day, window);
      return { startAt: new Date(from), endAt: new Date(until), capacity };
    });
}

/** Hours of a day may follow each other without a break, so what counts is their sum. */
function isOpenDuring(open: readonly Span[], { startAt, endAt }: OfferedSlot): boolean {
  const [start, end] = [startAt.getTime(), endAt.getTime()];
  const shared = ({ from, until }: Span) => Math.max(0, Math.min(until, end) - Math.max(from, start));
  return open.reduce((sum, span) => sum + shared(span), 0) === end - start;
}
