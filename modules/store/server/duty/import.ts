import { findAccountByPhone } from "@ops/authority/server";
import { commonErrors, dayOf, isDay } from "@ops/platform/contract";
import { findRecord, type ImportRow, type ImportSource, lockRecord, type Tx, verdictsOf } from "@ops/platform/server";
import { type DutyCell, dutyErrors, dutyImport, dutyKinds } from "../../contract/index.ts";
import { findRow, findRows } from "../database.ts";
import { storeTable } from "../site/tables.ts";
import { lockPeople } from "./clash.ts";
import { fillCells } from "./fill-cells.ts";
import { daysOf, lockWeek, mondayOf, requirePlannable, writeWeek } from "./week.ts";

const storeOf = ({ values }: ImportRow) => values["storeId"] ?? "";
const dayIn = ({ values }: ImportRow) => values["day"] ?? "";
/** Also for rows as they were typed, whose day may be none. */
const weekOf = (row: ImportRow) => `${storeOf(row)} ${isDay(dayIn(row)) ? mondayOf(dayIn(row)) : ""}`;

/** 排班导入: overwrites the cells of the file and leaves the others of the week; it publishes nothing. */
export const dutyImportSource: ImportSource = {
  kind: dutyImport,
  checksAlone: true,
  keyOf: (row) => `${storeOf(row)} ${row.values["phone"]} ${dayIn(row)}`,
  arrange: (rows) => {
    const keys = new Map(rows.map((row) => [row, weekOf(row)]));
    return { rows: rows.toSorted((a, b) => ((keys.get(a) ?? "") < (keys.get(b) ?? "") ? -1 : 1)), problems: new Map() };
  },
  groupOf: weekOf,
  check: (tx, rows) =>
    verdictsOf(rows, async (row) => {
      await cellOf(tx, row);
      return null;
    }),
  applyAll: async (tx, rows) => {
    const cells = new Map<ImportRow, DutyCell>();
    for (const row of rows) cells.set(row, await cellOf(tx, row));
    // Everybody locks stores before people, and each of them in ascending order.
    for (const id of [...new Set(rows.map(storeOf))].toSorted()) await lockRecord(tx, storeTable, id, null);
    await lockPeople(
      tx,
      [...cells.values()].map(({ userId }) => userId),
    );
    for (const some of Map.groupBy(rows, weekOf).values()) await applyWeek(tx, some, cells);
    return new Map();
  },
};

async function applyWeek(tx: Tx, rows: readonly ImportRow[], cells: ReadonlyMap<ImportRow, DutyCell>): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const week = await lockWeek(tx, { storeId: storeOf(first), monday: mondayOf(dayIn(first)) });
  for (const { line } of rows) tx.trail.cameFrom(line, week.id);
  const planned = new Map((await daysOf(tx, week)).map((cell) => [`${cell.userId} ${cell.day}`, cell]));
  const imported = await fillCells(
    tx,
    week,
    rows.flatMap((row) => cells.get(row) ?? []),
  );
  for (const cell of imported) planned.set(`${cell.userId} ${cell.day}`, cell);
  await writeWeek(tx, week, [...planned.values()], false);
}

/** Reads a row, or refuses it with the reason. */
async function cellOf(tx: Tx, row: ImportRow): Promise<DutyCell> {
  const [storeId, day] = [storeOf(row), dayIn(row)];
  if (!(await findRecord(tx, storeTable, storeId))) throw commonErrors.notFound();
  if (day < dayOf(tx.now)) throw dutyErrors.dutyPast();
  requirePlannable(tx, mondayOf(day));
  const account = await findAccountByPhone(tx, row.values["phone"] ?? "");
  const member = account && (await findRow(tx, "dutyMember", { storeId, userId: account.id }));
  if (!member) throw dutyErrors.dutyMember();
  const typed = row.values["duty"] ?? "";
  const common = { userId: member.userId, day };
  if (typed === dutyKinds.REST) return { ...common, kind: "REST", shiftCode: null };
  if (typed === dutyKinds.LEAVE) return { ...common, kind: "LEAVE", shiftCode: null };
  const shifts = await findRows(tx, "dutyShift", { storeId }, "code");
  const shift = shifts.find(({ code }) => code === typed) ?? shifts.find(({ name }) => name === typed);
  if (!shift) throw dutyErrors.dutyShift({ code: typed });
  return { ...common, kind: "SHIFT", shiftCode: shift.code };
}
