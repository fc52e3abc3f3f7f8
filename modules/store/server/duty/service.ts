import { lookupPeople } from "@ops/authority/server";
import { addDays, dayOf, startOfDay } from "@ops/platform/contract";
import {
  changeRecord,
  insertMany,
  lockRecord,
  presenterOf,
  presentOne,
  reads,
  requireRecord,
  type Tx,
  writes,
} from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { type DutyShift, dutyErrors, MOST_PAUSE_DAYS, windowsText } from "../../contract/index.ts";
import { db, findRows } from "../database.ts";
import { storeTable } from "../site/tables.ts";
import { dutyResume } from "./resume.ts";
import { memberTable } from "./tables.ts";

const present = presenterOf(memberTable, contract.DutyMember, async (tx, rows) => {
  const people = await lookupPeople(
    tx,
    rows.map(({ userId }) => userId),
  );
  return ({ userId }) => ({ isUsable: people.get(userId)?.isUsable ?? false });
});
const shown = presentOne(present);

export const listDutyMembers = reads(contract.listDutyMembers, async (tx, { query: { storeId } }) => {
  await requireRecord(tx, storeTable, storeId);
  const members = await present(tx, await findRows(tx, "dutyMember", { storeId }, "userId"));
  return members.toSorted((a, b) => a.userName.localeCompare(b.userName, "zh"));
});

export const editDutyMember = writes(contract.editDutyMember, async (tx, { params: { id }, body }) => {
  const { version, families, weight } = body;
  const member = await lockRecord(tx, memberTable, id, version, shown);
  return shown(tx, await changeRecord(tx, memberTable, member, { families: [...new Set(families)], weight }));
});

export const pauseDutyMember = writes(contract.pauseDutyMember, async (tx, { params: { id }, body }) => {
  const member = await lockRecord(tx, memberTable, id, body.version, shown);
  if (member.pausedUntil !== null) throw dutyErrors.dutyPaused();
  const today = dayOf(tx.now);
  if (body.until < today || body.until > addDays(today, MOST_PAUSE_DAYS)) throw dutyErrors.dutyPause();
  tx.trail.reason = body.reason;
  const paused = { pausedReason: body.reason, pausedUntil: body.until };
  const changed = await changeRecord(tx, memberTable, member, paused);
  await tx.setTimer(dutyResume, id, startOfDay(addDays(body.until, 1)), { memberId: id });
  return shown(tx, changed);
});

export const resumeDutyMember = writes(contract.resumeDutyMember, async (tx, { params: { id }, body }) => {
  const member = await lockRecord(tx, memberTable, id, body.version, shown);
  if (member.pausedUntil === null) throw dutyErrors.dutyNotPaused();
  await tx.clearTimer(dutyResume, id);
  return shown(tx, await changeRecord(tx, memberTable, member, { pausedReason: null, pausedUntil: null }));
});

export const listDutyShifts = reads(contract.listDutyShifts, async (tx, { query: { storeId } }) => {
  await requireRecord(tx, storeTable, storeId);
  return shiftsOf(tx, storeId);
});

export const saveDutyShifts = writes(contract.saveDutyShifts, async (tx, { body: { storeId, shifts } }) => {
  const store = await lockRecord(tx, storeTable, storeId, null);
  if (new Set(shifts.map(({ code }) => code)).size < shifts.length) throw dutyErrors.dutyShiftTwice();
  tx.trail.about("store", storeId, store.storeCode);
  tx.trail.summary = `班次：${textOf(await shiftsOf(tx, storeId))} → ${textOf(shifts)}`;
  await db(tx).deleteFrom("dutyShift").where("storeId", "=", storeId).execute();
  await insertMany(
    tx,
    "dutyShift",
    shifts.map((shift) => ({ storeId, ...shift })),
  );
  return shiftsOf(tx, storeId);
});

async function shiftsOf(tx: Tx, storeId: string): Promise<DutyShift[]> {
  const rows = await findRows(tx, "dutyShift", { storeId }, "code");
  return rows.map(({ code, name, windows }) => ({ code, name, windows }));
}

const textOf = (shifts: readonly DutyShift[]): string =>
  shifts.map(({ code, name, windows }) => `${code} ${name} ${windowsText(windows)}`).join("；") || "无";
