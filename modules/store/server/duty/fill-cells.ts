import { dayOf } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { type DutyCell, type DutyDay, dutyErrors } from "../../contract/index.ts";
import { findRows } from "../database.ts";
import { daysOf, type NamedWeek } from "./week.ts";

const isSame = (one: DutyCell, other: DutyCell | undefined): boolean =>
  one.kind === other?.kind && one.shiftCode === other.shiftCode;

/**
 * Gives cells the hours of their shifts. Those that have not changed keep the hours that they were saved with, and those of past
 * days must not change.
 */
export async function fillCells(tx: Tx, week: NamedWeek, cells: readonly DutyCell[]): Promise<DutyDay[]> {
  const known = new Map((await daysOf(tx, week)).map((cell) => [`${cell.userId} ${cell.day}`, cell]));
  const shifts = new Map((await findRows(tx, "dutyShift", { storeId: week.storeId })).map((row) => [row.code, row]));
  const today = dayOf(tx.now);
  return cells.flatMap((cell): DutyDay[] => {
    const before = known.get(`${cell.userId} ${cell.day}`);
    if (cell.day < today) {
      if (!isSame(cell, before)) throw dutyErrors.dutyPast();
      return [];
    }
    if (cell.kind !== "SHIFT") return [{ ...cell, shiftCode: null, windows: [] }];
    if (before && isSame(cell, before)) return [before];
    const shift = cell.shiftCode === null ? undefined : shifts.get(cell.shiftCode);
    if (!shift) throw dutyErrors.dutyShift({ code: cell.shiftCode ?? "" });
    return [{ ...cell, windows: shift.windows }];
  });
}
