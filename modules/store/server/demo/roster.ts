import { addDays, dayOf } from "@ops/platform/contract";
import { changeRecord, insertMany, insertRecords, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { db } from "../database.ts";
import { type MemberRow, memberTable, weekTable } from "../duty/tables.ts";
import { mondayOf } from "../duty/week.ts";

/** So many stores have a published roster; the others have everybody on duty while they are open. */
const PLANNED_STORES = 26;
const PAUSED_DAYS = 12;
/** Every so many cells of the roster is a day of rest; the first three of a week's end are leave. */
const REST_EVERY = 4;
const ON_LEAVE = 3;

const shifts = [
  ["A", "早班", "10:00", "18:00"],
  ["B", "晚班", "13:00", "21:00"],
] as const;

/** Publishes two weeks at the first stores, with three people on leave and one who gets no new work for some days. */
export async function loadRosters(tx: Tx): Promise<void> {
  const { rows: stores } = await sql<{ id: string }>`
    select id from store where state in ('TRIAL', 'OPEN') and exists (select 1 from duty_member m where m.store_id = store.id)
    order by store_code limit ${PLANNED_STORES}`.execute(tx.kysely);
  const ids = stores.map(({ id }) => id);
  const members = await db(tx).selectFrom("dutyMember").selectAll().where("storeId", "in", ids).orderBy("id").execute();
  const first = mondayOf(dayOf(tx.now));
  await db(tx)
    .insertInto("dutyShift")
    .values(
      ids.flatMap((storeId) =>
        shifts.map(([code, name, from, until]) => ({
          storeId,
          code,
          name,
          windows: JSON.stringify([{ from, until }]),
        })),
      ),
    )
    .execute();
  const weeks = ids.flatMap((storeId) => [first, addDays(first, 7)].map((monday) => ({ storeId, monday })));
  await insertRecords(
    tx,
    weekTable,
    weeks.map((week) => ({ ...week, publishedAt: tx.now })),
  );
  await insertMany(tx, "dutyDay", planned(members, first));
  const paused = members.find(({ families }) => families.length > 0);
  const until = { pausedReason: "外出培训", pausedUntil: addDays(dayOf(tx.now), PAUSED_DAYS) };
  if (paused) await changeRecord(tx, memberTable, paused, until);
}

/** Two weeks of turns: early and late by day, with a day of rest in every few. */
function planned(members: readonly MemberRow[], first: string) {
  let leaves = 0;
  return members
    .filter(({ families }) => families.length > 0)
    .flatMap(({ storeId, userId }, at) =>
      Array.from({ length: 14 }, (_, n) => {
        const turn = at + n;
        const isRest = turn % REST_EVERY === 0;
        const isLeave = isRest && n === 13 && leaves++ < ON_LEAVE;
        const [code, , from, until] = shifts[turn % 2 === 0 ? 0 : 1];
        return {
          storeId,
          day: addDays(first, n),
          userId,
          kind: isLeave ? "LEAVE" : isRest ? "REST" : "SHIFT",
          shiftCode: isRest ? null : code,
          windows: isRest ? [] : [{ from, until }],
        };
      }),
    );
}
