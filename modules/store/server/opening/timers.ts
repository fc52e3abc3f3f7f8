import { holdersAt, lookupOrganizations } from "@ops/authority/server";
import { addDays, dayOf, startOfDay } from "@ops/platform/contract";
import { notify, readersAmong, schedule, type Tx, timer } from "@ops/platform/server";
import { sql } from "kysely";
import { z } from "zod";
import { STORE_PAGE, suspendStore } from "../../contract/index.ts";
import { findRow } from "../database.ts";
import { storeTable } from "../site/tables.ts";

const NINE = 9 * 3_600_000;
/** The days before the end of a lease on which people are reminded. */
const RENT_DAYS = [30, 90, 180] as const;
const EDIT = "store:store:edit";

/** The leader of the store and the nearest of those who look after it, as far as they may open it (PF-R123). */
async function caretakersOf(tx: Tx, storeId: string, code: string): Promise<string[]> {
  const leader = (await lookupOrganizations(tx, [storeId])).get(storeId)?.leaderUserId;
  const holders = await holdersAt(tx, code, storeId);
  const nearest = holders.filter(({ steps }) => steps === holders[0]?.steps);
  const people = [...(leader ? [leader] : []), ...nearest.map(({ userId }) => userId)];
  return readersAmong(tx, { table: storeTable, id: storeId }, people);
}

export const resumesAt = (day: string): Date => new Date(startOfDay(day).getTime() + NINE);

/** Reminds of the day on which a suspended store was to trade again. Nothing resumes by itself. */
export const resumeDue = timer({
  kind: "store.resumeDue",
  title: "门店预计恢复营业提醒",
  payload: z.object({ id: z.uuid() }),
  handle: async (tx, { id }) => {
    const store = await findRow(tx, "store", { id, state: "SUSPENDED" });
    if (!store) return;
    await notify(tx, await caretakersOf(tx, id, suspendStore.permission), {
      category: "WARNING",
      level: "WARN",
      title: "门店预计今日恢复营业",
      about: `store.resumeDue:${id}`,
      content: `${store.name}预计于${store.resumeOn ?? dayOf(tx.now)}恢复营业，请确认`,
      route: `${STORE_PAGE}?id=${id}`,
    });
  },
});

/** Reminds of leases that end in 180, 90 or 30 days, once for each step. */
export const rentReminders = schedule({
  name: "store.rentReminders",
  title: "门店租约到期提醒",
  at: "0 9 * * *",
  run: (work) => work.step(remindOfRent),
});

async function remindOfRent(tx: Tx): Promise<void> {
  const today = dayOf(tx.now);
  const { rows } = await sql<{ id: string; name: string; rentEnd: string }>`
    select id, name, rent_end from store where state <> 'CLOSED'
      and rent_end between ${today}::date and ${addDays(today, Math.max(...RENT_DAYS))}::date order by id`.execute(
    tx.kysely,
  );
  for (const { id, name, rentEnd } of rows) {
    const step = RENT_DAYS.find((days) => rentEnd <= addDays(today, days));
    await notify(tx, await caretakersOf(tx, id, EDIT), {
      category: "WARNING",
      level: "WARN",
      title: "门店租约即将到期",
      once: true,
      about: `store.rent:${id}:${rentEnd}:${step}`,
      content: `${name}的租约将于${rentEnd}到期，请及时处理`,
      route: `${STORE_PAGE}?id=${id}`,
    });
  }
}
