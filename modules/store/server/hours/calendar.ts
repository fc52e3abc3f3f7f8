import type { WorkCalendar } from "@ops/platform/contract";
import { kept, type Tx } from "@ops/platform/server";
import { findRow } from "../database.ts";
import { defaultCalendar, defaultHours } from "./params.ts";

/** The calendar that somebody has typed for a store; null without one. Every node keeps it. */
const typedCalendars = kept("store.hours", async (tx, storeId): Promise<WorkCalendar | null> => {
  const row = await findRow(tx, "storeHours", { id: storeId });
  return row ? { week: row.week, exceptions: row.exceptions, followsHolidays: row.followsHolidays } : null;
});

/** When a store is open, from the memory of the node; that of the whole brand without hours of its own (ST-R5). */
export async function calendarOf(tx: Tx, storeId: string): Promise<WorkCalendar> {
  return (await tx.kept(typedCalendars, storeId)) ?? defaultCalendar(tx.param(defaultHours));
}

export const forgetCalendar = (tx: Tx, storeId: string): Promise<void> =>
  tx.invalidate(`${typedCalendars.name}:${storeId}`);
