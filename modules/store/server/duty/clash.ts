import type { WorkWindow } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { type DutyDay, dutyErrors, overlaps, windowsText } from "../../contract/index.ts";

interface Elsewhere {
  readonly userId: string;
  readonly day: string;
  readonly windows: WorkWindow[];
  readonly storeName: string;
}

/** Locks the memberships of people in all stores, so that two stores cannot plan the same person at once. */
export async function lockPeople(tx: Tx, userIds: readonly string[]): Promise<void> {
  await sql`select 1 from duty_member where user_id = any(${userIds}::uuid[]) order by id for update`.execute(
    tx.kysely,
  );
}

/** Refuses hours of people who work in another store at that time. */
export async function refuseClashes(tx: Tx, storeId: string, cells: readonly DutyDay[]): Promise<void> {
  const working = cells.filter(({ kind }) => kind === "SHIFT");
  if (working.length === 0) return;
  const userIds = [...new Set(working.map(({ userId }) => userId))];
  await lockPeople(tx, userIds);
  const { rows } = await sql<Elsewhere>`select d.user_id, d.day, d.windows, store.name as store_name
    from duty_day d join store on store.id = d.store_id
    where d.user_id = any(${userIds}::uuid[]) and d.day = any(${working.map(({ day }) => day)}::date[])
      and d.store_id <> ${storeId} and d.kind = 'SHIFT' order by d.day, d.user_id, d.store_id`.execute(tx.kysely);
  for (const { userId, day, windows, storeName } of rows) {
    const own = working.find((cell) => cell.userId === userId && cell.day === day);
    const clashing = windows.find((window) => own?.windows.some((one) => overlaps([one, window])));
    if (!clashing) continue;
    const hours = `${day.slice(5)} ${windowsText([clashing])}`;
    throw dutyErrors.dutyClash({ name: await tx.personName(userId), store: storeName, hours });
  }
}
