import { type AnswerFrom, addDays, dayOf } from "@ops/platform/contract";
import { changeRecord, insertRecord, lockRecord, reads, requireRecord, type Tx, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { type HoursException, hoursErrors, storeChanged, weekText, windowsText } from "../../contract/index.ts";
import { findRow } from "../database.ts";
import { type StoreRow, storeTable } from "../site/tables.ts";
import { forgetCalendar } from "./calendar.ts";
import { defaultCalendar, defaultHours } from "./params.ts";
import { type HoursRow, hoursTable } from "./tables.ts";

type Hours = Pick<HoursRow, "week" | "exceptions" | "followsHolidays">;

/** Past exceptions stay so long, for whoever counts the open hours of past days. */
const KEPT_DAYS = 400;

export const getHours = reads(contract.getHours, async (tx, { params: { id } }) => {
  await requireRecord(tx, storeTable, id);
  return presentHours(tx, id);
});

export const saveHours = writes(contract.saveHours, async (tx, { params: { id }, body }) => {
  const { version, ...hours } = body;
  const store = await lockRecord(tx, storeTable, id, null);
  const known = await findRow(tx, "storeHours", { id });
  const shown = (all: Tx) => presentHours(all, id);
  const before = known ? await lockRecord(tx, hoursTable, id, version ?? 0, shown) : null;
  if (hours.exceptions.some(({ day }) => day < dayOf(tx.now))) throw hoursErrors.hoursPast();
  tx.trail.about("store", id, store.storeCode);
  tx.trail.summary = hoursText(hours);
  await replaceHours(tx, store, before, hours);
  return presentHours(tx, id);
});

export const copyHours = writes(contract.copyHours, async (tx, { body: { fromStoreId, toStoreIds } }) => {
  const source = await findRow(tx, "storeHours", { id: fromStoreId });
  const from = await requireRecord(tx, storeTable, fromStoreId);
  if (!source) throw hoursErrors.hoursMissing({ store: from.name });
  const { week, followsHolidays } = source;
  const hours = { week, followsHolidays, exceptions: source.exceptions.filter(({ day }) => day >= dayOf(tx.now)) };
  tx.trail.about("store", fromStoreId, from.storeCode);
  const targets = new Set(toStoreIds.filter((one) => one !== fromStoreId).toSorted());
  tx.trail.summary = `复制到${targets.size}家门店：${hoursText(hours)}`;
  for (const id of targets) {
    const store = await lockRecord(tx, storeTable, id, null);
    await replaceHours(tx, store, (await findRow(tx, "storeHours", { id })) ?? null, hours);
  }
  return true as const;
});

/** The store is locked. Exceptions of past days stay as they are. */
async function replaceHours(tx: Tx, { id }: StoreRow, before: HoursRow | null, hours: Hours): Promise<void> {
  const today = dayOf(tx.now);
  const past = (before?.exceptions ?? []).filter(({ day }) => day < today && day >= addDays(today, -KEPT_DAYS));
  const exceptions = [...past, ...hours.exceptions.toSorted((a, b) => (a.day < b.day ? -1 : 1))];
  const values = { week: hours.week, followsHolidays: hours.followsHolidays, exceptions };
  if (before) await changeRecord(tx, hoursTable, before, values);
  else await insertRecord(tx, hoursTable, { id, ...values });
  await forgetCalendar(tx, id);
  await tx.publish(storeChanged, { storeId: id, at: tx.now.toISOString() });
}

async function presentHours(tx: Tx, id: string): Promise<AnswerFrom<typeof contract.getHours>> {
  const row = await findRow(tx, "storeHours", { id });
  if (!row) {
    const { week } = defaultCalendar(tx.param(defaultHours));
    return {
      id,
      isDefault: true,
      week: week.map((one) => [...one]),
      exceptions: [],
      followsHolidays: false,
      version: null,
    };
  }
  const exceptions = row.exceptions.filter(({ day }) => day >= dayOf(tx.now));
  const { week, followsHolidays, version } = row;
  return { id, isDefault: false, week, exceptions, followsHolidays, version };
}

function hoursText({ week, exceptions, followsHolidays }: Hours): string {
  const days = exceptions.map(({ day, windows }: HoursException) => `${day} ${windowsText(windows)}`);
  return [weekText(week), ...days, ...(followsHolidays ? ["法定节假日休息"] : [])].join("；");
}
